import type { UseQueryResult } from '@tanstack/react-query';
import type { Joke, JokeList as JokeListData } from 'functions/contract';
import {
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type FocusEvent,
  type RefObject,
} from 'react';
import { messageOf } from '../../api/failure.ts';
import { Badge } from '../../components/badge.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { JokeActions } from './joke-actions.tsx';
import './joke-rows.css';
import { UNKNOWN_FAILURE } from './moderation-queries.ts';

const LOOKS = new Map<string, ComponentProps<typeof Badge>>([
  ['approved', { label: 'Approved', tone: 'good' }],
  ['pending', { label: 'Pending', tone: 'waiting' }],
  ['rejected', { label: 'Rejected', tone: 'bad' }],
]);

/** A status's label and color (specification §2, status badges); any other status is 'Unknown'. */
export function statusLook(status: string): ComponentProps<typeof Badge> {
  return LOOKS.get(status) ?? { label: 'Unknown', tone: 'neutral' };
}

const wide = () => window.matchMedia('(min-width: 48rem)');

function subscribeToWidth(onChange: () => void): () => void {
  const list = wide();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

interface JokeRowsProps extends Omit<ComponentProps<typeof JokeActions>, 'joke'> {
  jokes: readonly Joke[];
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
function JokeRows({ jokes, ...rest }: JokeRowsProps) {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide().matches);
  if (!isWide) {
    return (
      <ul className="joke-cards">
        {jokes.map((joke) => (
          <li key={joke.joke_id} data-joke-id={joke.joke_id}>
            <p className="joke-card-head">
              <b>ID {joke.joke_id}</b> <Badge {...statusLook(joke.status)} />
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
              <Badge {...statusLook(joke.status)} />
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

/** The row that gets the focus: the next one that still exists, else the last. */
function successor(gone: number, before: readonly number[], now: readonly number[]) {
  const following = before.slice(before.indexOf(gone) + 1);
  return following.find((id) => now.includes(id)) ?? now.at(-1);
}

/**
 * Keeps the focus in the list when the focused row disappears: the next row's first action gets it,
 * or `heading` if no row is left.
 * @returns the properties of the element that contains the rows, which have `data-joke-id`
 */
function useRowFocus(jokes: readonly Joke[], heading: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<number>(undefined);
  const shown = useRef<readonly number[]>([]);

  useLayoutEffect(() => {
    const before = shown.current;
    const now = jokes.map((joke) => joke.joke_id);
    shown.current = now;
    const gone = focused.current;
    if (gone === undefined || now.includes(gone)) return;
    focused.current = undefined;
    // The user has moved the focus elsewhere.
    if (document.activeElement !== document.body) return;
    const next = successor(gone, before, now);
    const row = ref.current?.querySelector(`[data-joke-id="${next}"]`);
    const target = row?.querySelector('button') ?? heading.current;
    target?.focus();
  }, [jokes, heading]);

  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest('[data-joke-id]')?.getAttribute('data-joke-id');
    focused.current = id === null || id === undefined ? undefined : Number(id);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focused.current = undefined;
  };
  return { ref, onFocus, onBlur };
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
  const frame = useRowFocus(jokes, heading);
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
      <div className="joke-list" aria-busy={stale} inert={stale} {...frame}>
        {jokes.length > 0 && <JokeRows jokes={jokes} {...rest} />}
      </div>
    </>
  );
}
