import type { JokeList } from 'functions/contract';
import { JokeCard } from '../joke-card.tsx';
import { ListStates } from '../list-states.tsx';
import './joke-page.css';

interface JokePageProps {
  /** The list, once there is one; while `stale`, that of the page before. */
  list: JokeList | undefined;
  failed: boolean;
  stale: boolean;
  onRetry: () => void;
}

/** A page of facts in each of its states; dimmed while it is stale. */
export function JokePage({ list, failed, stale, onRetry }: JokePageProps) {
  return (
    <ListStates
      list={list}
      failed={failed}
      errorText="Error loading jokes. Please try again later."
      onRetry={onRetry}
    >
      {({ jokes }) => (
        <ol className="joke-list" aria-busy={stale} inert={stale}>
          {jokes.map((joke) => (
            <li key={joke.joke_id}>
              <JokeCard joke={joke} />
            </li>
          ))}
        </ol>
      )}
    </ListStates>
  );
}
