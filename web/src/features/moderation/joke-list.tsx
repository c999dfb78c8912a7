import type { Joke, JokeList as JokeListData } from 'functions/contract';
import type { RefObject } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMedia } from '../../components/use-media.ts';
import { messageOf, UNKNOWN_FAILURE } from './failure-text.ts';
import { JokeActions, type JokeAction } from './joke-actions.tsx';
import './joke-rows.css';
import type { ModerationAction } from './use-moderation.ts';
import { useRowFocus } from './use-row-focus.ts';

interface StatusLook {
  label: string;
  tone: BadgeTone;
}

const LOOKS = new Map<string, StatusLook>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** A status's label and color (specification §2, status badges); any other status is 'Unknown'. */
export function statusLook(status: string): StatusLook {
  return LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}

/** A joke's status as an outlined word. */
function StatusBadge({ status }: { status: string }) {
  return <Badge {...statusLook(status)} />;
}

interface JokeRowsProps {
  jokes: readonly Joke[];
  running: ReadonlyMap<number, ModerationAction>;
  onAction: (joke: Joke, action: JokeAction) => void;
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
function JokeRows({ jokes, running, onAction }: JokeRowsProps) {
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

const NO_JOKES: readonly Joke[] = [];

interface JokeListProps {
  /** The list, once it has loaded; while `stale`, that of the previous page. */
  list: JokeListData | undefined;
  stale: boolean;
  /** why it failed to load or reload */
  error: Error | null;
  running: ReadonlyMap<number, ModerationAction>;
  /** gets the focus when the last row disappears */
  heading: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onAction: (joke: Joke, action: JokeAction) => void;
}

/** A page of jokes in each of its states: loading, failed, empty, stale or loaded. */
export function JokeList(props: JokeListProps) {
  const { list, stale, error, running, heading, onRetry, onAction } = props;
  const jokes = list?.jokes ?? NO_JOKES;
  const { frame, onFocus, onBlur } = useRowFocus(jokes, heading);
  return (
    <>
      {error !== null && (
        <LoadError text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`} onRetry={onRetry} />
      )}
      {list === undefined && error === null && <Spinner label="Loading..." />}
      {list !== undefined && jokes.length === 0 && (
        <p className="joke-list-empty">No jokes found.</p>
      )}
      <div
        className="joke-list"
        aria-busy={stale}
        inert={stale}
        ref={frame}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {jokes.length > 0 && <JokeRows jokes={jokes} running={running} onAction={onAction} />}
      </div>
    </>
  );
}
