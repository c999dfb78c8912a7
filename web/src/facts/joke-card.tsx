import type { Joke } from 'functions/contract';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { jokePath } from '../paths.ts';
import styles from './joke-card.module.css';
import { JokeImage } from './joke-image.tsx';
import { JokeRating } from './joke-rating.tsx';
import { JokeTags } from './joke-tags.tsx';

/** A joke's number with a link to its own page. */
export function JokeNumber({ id }: { id: number }) {
  return (
    <h3 className="joke-number">
      <Link to={jokePath(id)}>{`Fact no. ${id}`}</Link>
    </h3>
  );
}

interface JokeCardProps {
  joke: Joke;
  /** the heading above or beside the text; by default, the joke's number */
  heading?: ReactNode;
  /** the accessible name */
  label?: string;
  /** the joke's text with parts that stand out */
  text?: ReactNode;
}

/** One joke in a list: its number, text, rating, tags, and its image if it has one. */
export const JokeCard = memo(({ joke, heading, label, text }: JokeCardProps) => {
  const { joke_id: id, joke_text } = joke;
  return (
    <article className={styles.joke} aria-label={label ?? `Fact no. ${id}`}>
      {heading ?? <JokeNumber id={id} />}
      <div className={styles.content}>
        <p className={`${styles.text} joke-text`} dir="auto">
          {text ?? joke_text}
        </p>
        <div className={styles.picture}>
          <JokeImage joke={joke} sizes="(min-width: 36rem) 200px, 96px" />
        </div>
        <div className={styles.meta}>
          <JokeRating joke={joke} />
          <JokeTags tags={joke.tags} />
        </div>
      </div>
    </article>
  );
});

interface ListFrameProps {
  /** True while another page loads: the jokes are dimmed. */
  stale?: boolean;
  /** the first item's number, if the list is numbered */
  start?: number;
  children: ReactNode;
}

/** The frame of every list of jokes; each child is an item. */
export function ListFrame({ stale = false, start, children }: ListFrameProps) {
  return (
    <ol className={styles.list} aria-busy={stale} start={start}>
      {children}
    </ol>
  );
}

interface JokeListProps extends Pick<ListFrameProps, 'stale'> {
  jokes: readonly Joke[];
  /** a joke's text with parts that stand out */
  textOf?: (joke: Joke) => ReactNode;
}

/** A list of jokes without ranks. */
export function JokeList({ jokes, stale = false, textOf }: JokeListProps) {
  return (
    <ListFrame stale={stale}>
      {jokes.map((joke) => (
        <li key={joke.joke_id}>
          <JokeCard joke={joke} text={textOf?.(joke)} />
        </li>
      ))}
    </ListFrame>
  );
}
