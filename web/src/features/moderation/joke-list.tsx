import type { UseQueryResult } from '@tanstack/react-query';
import type { JokeList as JokeListData } from 'functions/contract';
import { useSyncExternalStore } from 'react';
import { JokeTableRow, ModeratedCard, type JokeRowProps } from './joke-row.tsx';
import { QueryStates } from './query-states.tsx';

const wide = () => window.matchMedia('(min-width: 48rem)');

function subscribeToWidth(onChange: () => void): () => void {
  const list = wide();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
function JokeRows({ rows }: { rows: readonly JokeRowProps[] }) {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide().matches);
  if (!isWide) {
    return (
      <ul className="joke-cards">
        {rows.map((row) => (
          <ModeratedCard key={row.joke.joke_id} {...row} />
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
        {rows.map((row) => (
          <JokeTableRow key={row.joke.joke_id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

interface JokeListProps {
  query: UseQueryResult<JokeListData>;
  rows: readonly JokeRowProps[];
}

/** A page of jokes in each of its states: loading, failed, empty, stale or loaded. */
export function JokeList({ query, rows }: JokeListProps) {
  const { data: list, isPlaceholderData: stale } = query;
  return (
    <>
      <QueryStates query={query} empty={list?.jokes.length === 0 && 'No jokes found.'} />
      <div className="joke-list" aria-busy={stale} inert={stale}>
        {rows.length > 0 && <JokeRows rows={rows} />}
      </div>
    </>
  );
}
