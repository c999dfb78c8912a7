import { useQuery } from '@tanstack/react-query';
import { limits } from 'functions/contract';
import { call } from '../../../api/call.ts';
import { jokeKeys, withListChanges } from '../joke-cache.ts';

/** The facts that were approved last, newest first. */
export function useNewestJokes() {
  return useQuery({
    queryKey: jokeKeys.newest,
    queryFn: async ({ signal, client }) => {
      const query = { limit: limits.newestSize };
      return withListChanges(client, await call('listNewestJokes', { query }, { signal }));
    },
  });
}
