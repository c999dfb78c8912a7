import { queryOptions } from '@tanstack/react-query';
import { limits } from 'functions/contract';
import { call } from '../../api/call.ts';
import type { ListState } from './list-state.ts';

/** The message for an error without one (specification §8). */
export const UNKNOWN_FAILURE = 'An unknown error occurred';

// The data is private: it is loaded each time and dropped when nothing shows it, as after a logout.
const PRIVATE = { staleTime: 0, gcTime: 0 };

/** What the keys of all lists start with. */
export const MODERATION_LISTS = ['moderation', 'lists'];

/** A numbered page of jokes of any status. */
export function moderationList(state: ListState) {
  return queryOptions({
    queryKey: [...MODERATION_LISTS, state],
    queryFn: ({ signal }) => {
      const { page, status, sort: sortBy, search } = state;
      const query = { page, per_page: limits.homePageSize, status, sortBy, search };
      return call('listJokes', { query }, { signal, asAdmin: true });
    },
    ...PRIVATE,
  });
}

/** A joke's image with a signed URL. A failure is only logged (specification §8). */
export function imageStatus(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'image', id],
    queryFn: async ({ signal }) => {
      try {
        return await call('getImageStatus', { params: { id } }, { signal, asAdmin: true });
      } catch (cause) {
        // oxlint-disable-next-line no-console -- the specification requires only logging
        console.warn(`Couldn't get the image status of fact no. ${id}:`, cause);
        throw cause;
      }
    },
    ...PRIVATE,
    // The signed URL changes with every response, so the image would load again.
    refetchOnReconnect: false,
  });
}
