import type { Joke } from 'functions/contract';
import { useMedia } from '../../components/use-media.ts';
import { JokeActions, type JokeAction } from './joke-actions.tsx';
import './joke-rows.css';
import { StatusBadge } from './status-badge.tsx';
import type { ModerationAction } from './use-moderation.ts';

interface JokeRowsProps {
  jokes: readonly Joke[];
  running: ReadonlyMap<number, ModerationAction>;
  onAction: (joke: Joke, action: JokeAction) => void;
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
export function JokeRows({ jokes, running, onAction }: JokeRowsProps) {
  const wide = useMedia('(min-width: 48rem)');
  const actions = (joke: Joke) => (
    <JokeActions
      joke={joke}
      running={running.get(joke.joke_id)}
      onAction={(action) => onAction(joke, action)}
    />
  );
  if (!wide) {
    return (
      <ul className="joke-cards">
        {jokes.map((joke) => (
          <li key={joke.joke_id} data-joke-id={joke.joke_id}>
            <p className="joke-card-head">
              <b>ID {joke.joke_id}</b> <StatusBadge status={joke.status} />
            </p>
            <p className="moderated-text">{joke.joke_text}</p>
            {actions(joke)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className="joke-table" aria-labelledby="joke-management">
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">Joke</th>
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {jokes.map((joke) => (
          <tr key={joke.joke_id} data-joke-id={joke.joke_id}>
            <th scope="row">{joke.joke_id}</th>
            <td className="moderated-text">{joke.joke_text}</td>
            <td>
              <StatusBadge status={joke.status} />
            </td>
            <td>{actions(joke)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
