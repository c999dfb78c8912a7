import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  type EndpointOutput,
  type Joke,
  type JokeList,
  type ReportedJoke,
  type Totals,
} from 'functions/contract';
import { limits } from 'functions/domain';
import { call } from '../api/call.ts';
import type { ListState } from './list-state.ts';

// The data is private: it is loaded each time and dropped when nothing shows it, as after a logout.
const PRIVATE = { staleTime: 0, gcTime: 0 };

/** What the keys of all lists start with. */
const LISTS = ['moderation', 'lists'];

/** A numbered page of jokes of any status. */
export function moderationList(state: ListState) {
  return queryOptions({
    queryKey: [...LISTS, state],
    queryFn: () => {
      const { page, status, sort: sortBy, search } = state;
      const query = { page, per_page: limits.homePageSize, status, sortBy, search };
      return call('listJokes', { query }, { asAdmin: true });
    },
    ...PRIVATE,
    // What is shown keeps its place.
    refetchOnReconnect: (query) => query.state.data === undefined,
  });
}

type ReportedPage = EndpointOutput<'listReported'>;

/** The reported jokes, page by page. */
export const reportedJokes = infiniteQueryOptions({
  queryKey: ['moderation', 'reported'],
  queryFn: ({ pageParam: after }) => call('listReported', { query: after === '' ? {} : { after } }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  ...PRIVATE,
  // What is shown keeps its place.
  refetchOnReconnect: (query) => query.state.data === undefined,
});

/** Changes a joke in the lists that are shown. It keeps its place, also where it no longer belongs. */
export function updateJoke(client: QueryClient, id: number, fields: Partial<Joke>): void {
  const updated = (joke: Joke) => {
    if (joke.joke_id !== id) return joke;
    const { text_hash = joke.text_hash } = fields;
    const isNewer = text_hash !== joke.text_hash && joke.image_url !== null;
    return { ...joke, ...(isNewer && { image_outdated: true }), ...fields };
  };
  client.setQueriesData<JokeList>({ queryKey: LISTS }, (list) => {
    return list && { ...list, jokes: list.jokes.map(updated) };
  });
  client.setQueryData(reportedJokes.queryKey, (data) => {
    const update = (entry: ReportedJoke) => ({ ...entry, joke: updated(entry.joke) });
    const updateAll = (page: ReportedPage) => ({ ...page, reported: page.reported.map(update) });
    return data && { ...data, pages: data.pages.map(updateAll) };
  });
}

/** The jokes that say nearly the same as a joke. */
export function similarJokes(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'similar', id],
    queryFn: () => call('listSimilarJokes', { params: { id } }),
    ...PRIVATE,
  });
}

/** How many jokes are pending and reported, and which is the oldest pending one. */
export const adminCounts = queryOptions({
  queryKey: ['moderation', 'counts'],
  queryFn: () => call('getAdminCounts', {}),
  gcTime: 0,
});

/** Updates the counts from the answer to a decision on these jokes. The oldest is not known after one on it. */
export function updateCounts(
  client: QueryClient,
  { pending }: Totals,
  decided: readonly Pick<Joke, 'joke_id'>[],
): void {
  client.setQueryData(adminCounts.queryKey, (counts) => {
    if (counts === undefined) return undefined;
    const { oldest } = counts;
    const isDecided = decided.some(({ joke_id }) => joke_id === oldest?.joke_id);
    return { ...counts, pending, oldest: isDecided ? null : oldest };
  });
}

/** Updates the count of reported jokes after decisions. */
export function countDecidedReports(client: QueryClient, decided = 1): void {
  client.setQueryData(
    adminCounts.queryKey,
    (counts) => counts && { ...counts, reported: Math.max(counts.reported - decided, 0) },
  );
}

/** A joke's image with a signed URL. A failure is only logged (specification §8). */
export function imageStatus(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'image', id],
    queryFn: async () => {
      try {
        return await call('getImageStatus', { params: { id } }, { asAdmin: true });
      } catch (cause) {
        // oxlint-disable-next-line no-console -- the specification requires only logging
        console.warn(`Couldn’t get the image status of fact no. ${id}:`, cause);
        throw cause;
      }
    },
    ...PRIVATE,
    // The signed URL changes with every response, so the image would load again.
    refetchOnReconnect: false,
  });
}
