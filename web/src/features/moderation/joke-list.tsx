import { useSyncExternalStore } from 'react';
import { JokeTableRow, ModeratedCard, type JokeRowProps } from './joke-row.tsx';

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
