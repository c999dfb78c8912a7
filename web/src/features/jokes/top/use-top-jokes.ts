import { useQuery } from '@tanstack/react-query';
import { limits } from 'functions/contract';
import { call } from '../../../api/call.ts';
import { jokeKeys, withListChanges } from '../joke-cache.ts';

/** The best rated facts, best first. While they are shown, no later order moves them. */
export function useTopJokes() {
  return useQuery({
    queryKey: jokeKeys.top,
    queryFn: async ({ signal, client }) => {
      const query = { limit: limits.topSize };
      return withListChanges(client, await call('listTopJokes', { query }, { signal }));
    },
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
}
