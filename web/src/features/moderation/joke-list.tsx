import type { UseQueryResult } from '@tanstack/react-query';
import type { Joke, JokeList as JokeListData } from 'functions/contract';
import type { ComponentProps, RefObject } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMedia } from '../../components/use-media.ts';
import { messageOf, UNKNOWN_FAILURE } from './failure-text.ts';
import { JokeActions } from './joke-actions.tsx';
import './joke-rows.css';
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

interface JokeRowsProps extends Omit<ComponentProps<typeof JokeActions>, 'joke'> {
  jokes: readonly Joke[];
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
function JokeRows({ jokes, ...rest }: JokeRowsProps) {
  const wide = useMedia('(min-width: 48rem)');
  if (!wide) {
    return (
      <ul className="joke-cards">
        {jokes.map((joke) => (
          <li key={joke.joke_id} data-joke-id={joke.joke_id}>
            <p className="joke-card-head">
              <b>ID {joke.joke_id}</b> <StatusBadge status={joke.status} />
            </p>
            <p className="moderated-text">{joke.joke_text}</p>
            <JokeActions joke={joke} {...rest} />
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
            <td>
              <JokeActions joke={joke} {...rest} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NO_JOKES: readonly Joke[] = [];

interface JokeListProps extends Omit<JokeRowsProps, 'jokes'> {
  query: UseQueryResult<JokeListData>;
  /** gets the focus when the last row disappears */
  heading: RefObject<HTMLElement | null>;
}

/** A page of jokes in each of its states: loading, failed, empty, stale or loaded. */
export function JokeList({ query, heading, ...rest }: JokeListProps) {
  const { data: list, isPlaceholderData: stale, error, refetch } = query;
  const jokes = list?.jokes ?? NO_JOKES;
  const { frame, onFocus, onBlur } = useRowFocus(jokes, heading);
  return (
    <>
      {error !== null && (
        <LoadError
          text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`}
          onRetry={() => void refetch()}
        />
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
        {jokes.length > 0 && <JokeRows jokes={jokes} {...rest} />}
      </div>
    </>
  );
}
