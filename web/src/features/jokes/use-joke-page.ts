import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from 'functions/contract';
import { call } from '../../api/call.ts';
import { jokeKeys, withListChanges } from './joke-cache.ts';

/** A numbered page of the active jokes. The page before stays until the next one is there. */
export function useJokePage(page: number) {
  return useQuery({
    queryKey: jokeKeys.page(page),
    queryFn: async ({ signal, client }) => {
      const query = { page, per_page: limits.homePageSize, status: 'active' as const };
      return withListChanges(client, await call('listJokes', { query }, { signal }));
    },
    placeholderData: keepPreviousData,
  });
}
