import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { JokeCard, JokeTableRow, type JokeRowProps } from './joke-row.tsx';
import { statusLook } from './labels.tsx';
import type { ListState } from './list-state.ts';
import { moderationList } from './moderation-queries.ts';

const wide = () => window.matchMedia('(min-width: 48rem)');

function subscribeToWidth(onChange: () => void): () => void {
  const list = wide();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** The jokes of a page: a table on wide screens, cards on small ones. */
export function JokeRows({ rows }: { rows: readonly JokeRowProps[] }) {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide().matches);
  if (!isWide) {
    return (
      <ul className="joke-cards joke-cards-low">
        {rows.map((row) => (
          <JokeCard key={row.joke.joke_id} {...row} />
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

interface FoundElsewhereProps {
  /** a list without jokes */
  state: ListState;
  onStatus: (status: string) => void;
}

/** Where a search has results that finds none under the chosen status. */
export function FoundElsewhere({ state, onStatus }: FoundElsewhereProps) {
  const { data } = useQuery({
    ...moderationList({ ...state, status: 'all', page: 1 }),
    enabled: state.search !== '' && state.status !== 'all',
  });
  const jokes = data?.jokes ?? [];
  const statuses = [...new Set(jokes.map(({ status }) => status))];
  return statuses.map((status) => {
    const count = jokes.filter((joke) => joke.status === status).length;
    const more = data !== undefined && data.pages > 1 ? ' or more' : '';
    return (
      <button key={status} type="button" className="link-button" onClick={() => onStatus(status)}>
        {`${count}${more} under ${statusLook(status).label}`}
      </button>
    );
  });
}
