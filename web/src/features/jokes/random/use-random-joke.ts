import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { jokeKeys, withKnownChanges } from '../joke-cache.ts';

/** A random fact: a new one for each visit of the screen and for each `refetch`, and for nothing else. */
export function useRandomJoke() {
  return useQuery({
    queryKey: jokeKeys.random,
    queryFn: async ({ signal, client }) =>
      withKnownChanges(client, await call('getRandomJoke', {}, { signal })),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: ({ state }) => state.data === undefined && 'always',
  });
}
