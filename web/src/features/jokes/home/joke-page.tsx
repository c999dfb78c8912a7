import type { JokeList } from 'functions/contract';
import { LoadError } from '../../../components/load-error.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { JokeCard } from '../joke-card.tsx';
import './joke-page.css';

interface JokePageProps {
  /** The list, once there is one; while `stale`, that of the page before. */
  list: JokeList | undefined;
  failed: boolean;
  stale: boolean;
  onRetry: () => void;
}

/** A page of facts in each of its states: loading, failed, empty, dimmed, there. */
export function JokePage({ list, failed, stale, onRetry }: JokePageProps) {
  if (failed) {
    return <LoadError text="Error loading jokes. Please try again later." onRetry={onRetry} />;
  }
  if (list === undefined) {
    return (
      <div className="joke-page-loading">
        <Spinner label="Loading facts…" />
      </div>
    );
  }
  if (list.jokes.length === 0) {
    return <p>There are no facts yet. Somebody must have told Chuck Norris to wait.</p>;
  }
  return (
    <ol className="joke-page" aria-busy={stale} inert={stale}>
      {list.jokes.map((joke) => (
        <li key={joke.joke_id}>
          <JokeCard joke={joke} />
        </li>
      ))}
    </ol>
  );
}
