import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

// The data is private: it is loaded each time and dropped when nothing shows it, as after a logout.
const PRIVATE = { staleTime: 0, gcTime: 0 };

/** The facts with unusual votes, the latest first. */
export const unusualJokes = queryOptions({
  queryKey: ['moderation', 'unusual'],
  queryFn: ({ signal }) => call('listUnusual', {}, { signal }),
  ...PRIVATE,
  // What is shown keeps its place.
  refetchOnReconnect: (query) => query.state.data === undefined,
});

/** The votes on a fact. */
export function votesOf(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'votes', id],
    queryFn: ({ signal }) => call('getVotes', { params: { id } }, { signal }),
    ...PRIVATE,
    refetchOnReconnect: (query) => query.state.data === undefined,
  });
}
