import type { Joke } from 'functions/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { jokePath } from '../../paths.ts';
import '../../components/joke-words.css';
import './joke-card.css';
import { JokeRating } from './joke-rating.tsx';

/** Texts longer than this many characters are set smaller. */
const LONG = 240;

interface JokeCardProps {
  joke: Joke;
  /** the rank to show instead of the joke's id */
  rank?: number;
  /** the joke's text with parts that stand out */
  text?: ReactNode;
  /** content after the rating, such as an image */
  children?: ReactNode;
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
  return (
    <ol className="joke-list" aria-busy={stale} inert={stale}>
      {jokes.map((joke) => (
        <li key={joke.joke_id}>
          <JokeCard joke={joke} text={textOf?.(joke)} />
        </li>
      ))}
    </ol>
  );
}

/** One joke in a list: its id or rank, its text and its rating. */
export function JokeCard({ joke, rank, text = joke.joke_text, children }: JokeCardProps) {
  const number = `joke-${joke.joke_id}`;
  return (
    <article className="joke" aria-labelledby={number}>
      {rank === undefined ? (
        <h3 className="joke-number" id={number}>
          <Link to={jokePath(joke.joke_id)}>
            Fact no. <span className="joke-id">{joke.joke_id}</span>
          </Link>
        </h3>
      ) : (
        <h3 className="joke-rank" id={number} data-wide={rank > 99}>
          <Link to={jokePath(joke.joke_id)} aria-label={`Rank ${rank}, fact no. ${joke.joke_id}`}>
            {rank}
          </Link>
        </h3>
      )}
      <div className="joke-content">
        <p className="joke-text" dir="auto" data-long={joke.joke_text.length > LONG}>
          {text}
        </p>
        <JokeRating joke={joke} />
        {children}
      </div>
    </article>
  );
}
