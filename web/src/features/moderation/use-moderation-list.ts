import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from 'functions/contract';
import { call } from '../../api/call.ts';
import type { ListState } from './list-state.ts';
import { moderationKeys } from './moderation-keys.ts';

/**
 * A numbered page of jokes of any status. The previous page stays until the next one has loaded. The
 * data is private: it is always reloaded, and dropped as soon as nothing shows it, as after a logout.
 */
export function useModerationList(state: ListState) {
  return useQuery({
    queryKey: moderationKeys.list(state),
    queryFn: ({ signal }) => {
      const { page, status, sort: sortBy, search } = state;
      const query = { page, per_page: limits.homePageSize, status, sortBy, search };
      return call('listJokes', { query }, { signal, asAdmin: true });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
