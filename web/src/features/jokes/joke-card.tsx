import type { Joke } from 'functions/contract';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import '../../ui/joke-words.css';
import { lengthOf } from '../../ui/text-length.ts';
import { jokePath } from '../../paths.ts';
import './joke-card.css';
import { JokeTags } from './joke-filter.tsx';
import { JokeImage } from './joke-image.tsx';
import { JokeRating } from './joke-rating.tsx';

/** A joke's number with a link to its own page. */
export function JokeNumber({ id }: { id: number }) {
  return (
    <h3 className="joke-number">
      <Link to={jokePath(id)}>Fact no. {id}</Link>
    </h3>
  );
}

interface JokeCardProps {
  joke: Joke;
  /** what names the joke above or beside its text */
  heading?: ReactNode;
  /** the accessible name */
  label?: string;
  /** the joke's text with parts that stand out */
  text?: ReactNode;
  /** the rendered width of its image */
  sizes?: ComponentProps<typeof JokeImage>['sizes'];
  /** content after the rating */
  children?: ReactNode;
}

const SIZES = '(min-width: 1200px) 320px, (min-width: 768px) 280px, calc(100vw - 32px)';

/** One joke in a list: its number, text, rating, and image if it has one. */
export function JokeCard({ joke, heading, label, text, sizes = SIZES, children }: JokeCardProps) {
  const { joke_id: id, joke_text } = joke;
  return (
    <article
      className={joke.tags.length > 0 ? 'joke joke-tagged' : 'joke'}
      aria-label={label ?? `Fact no. ${id}`}
    >
      {heading ?? <JokeNumber id={id} />}
      <JokeTags tags={joke.tags} />
      <div className="joke-content">
        <p className="joke-text" dir="auto" data-length={lengthOf(joke_text)}>
          {text ?? joke_text}
        </p>
        <JokeRating joke={joke} />
        <div className="joke-image">
          <JokeImage joke={joke} sizes={sizes} />
        </div>
        {children}
      </div>
    </article>
  );
}

/** Whether a joke takes up half of a wide page, beside another one. */
function isSmall({ joke_text, image_url }: Joke): boolean {
  return image_url === null && ['short', 'medium'].includes(lengthOf(joke_text));
}

/**
 * Which jokes are set in pairs on a wide page: two small ones that follow one another. All others are set across
 * the page, so that there is never a gap, and the order is that of the list.
 * @returns each joke's place in its pair, by its index
 */
function pairsIn(jokes: readonly Joke[]): Map<number, 'first' | 'second'> {
  const places = new Map<number, 'first' | 'second'>();
  for (const [index, joke] of jokes.entries()) {
    const next = jokes[index + 1];
    if (places.has(index) || !next || !isSmall(joke) || !isSmall(next)) continue;
    places.set(index, 'first').set(index + 1, 'second');
  }
  return places;
}

interface JokeListProps {
  jokes: readonly Joke[];
  /** True while another page loads: the jokes are dimmed and can't be used. */
  stale?: boolean;
  /** a joke's text with parts that stand out */
  textOf?: (joke: Joke) => ReactNode;
}

/** A list of jokes without ranks. */
export function JokeList({ jokes, stale = false, textOf }: JokeListProps) {
  const places = pairsIn(jokes);
  return (
    <ol className="joke-list" aria-busy={stale} inert={stale}>
      {jokes.map((joke, index) => (
        <li key={joke.joke_id} data-paired={places.get(index)}>
          <JokeCard joke={joke} text={textOf?.(joke)} />
        </li>
      ))}
    </ol>
  );
}
