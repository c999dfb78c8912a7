import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import {
  type ChangeReceipt,
  type EndpointOutput,
  type Joke,
  type JokeList,
  type ModeratedJoke,
  type ModeratedSimilarJoke,
  type QueueEntry,
  type ReportedJoke,
} from 'functions/contract';
import { limits, type QUEUE_ENDS } from 'functions/domain';
import { call } from '../api/call.ts';
import type { ListState } from './list-state.ts';

// The data is private, so it is not cached: after a logout nothing of it is left.
export const PRIVATE = { staleTime: 0, gcTime: 0 };

/** The end from which a moderator reviews the pending jokes. */
export type QueueEnd = (typeof QUEUE_ENDS)[number];

/** What the keys of the log's queries begin with. */
export const LOG = ['moderation', 'log'];

/** A list on the screen is never loaded again on its own, so that rows keep their places. */
const KEPT = {
  ...PRIVATE,
  refetchOnReconnect: (query: { state: { data: unknown } }) => query.state.data === undefined,
};

export type Reports = Omit<ReportedJoke, 'joke'>;
/** A joke in a list. One that was deleted keeps its place; a reported one has its reports. */
export type ListedJoke = Omit<Joke, 'status'> &
  Pick<ModeratedJoke, 'status'> & { reports?: Reports };
/** A similar joke as this tab knows it. */
export type ListedSimilar = Omit<ModeratedSimilarJoke, 'status'> & Pick<ListedJoke, 'status'>;
/** `from`: the end of the queue that it was loaded from; `askedAt`: when, by `performance.now()` */
export type PendingEntry = Omit<QueueEntry, 'joke' | 'similar'> & {
  joke: ListedJoke;
  similar: ListedSimilar[];
  from: QueueEnd;
  askedAt: number;
};

const LISTS = ['moderation', 'lists'];
type List = Omit<JokeList, 'jokes'> & { jokes: ListedJoke[] };

/** A numbered page of jokes of any status. */
export function moderationList(state: ListState) {
  return queryOptions({
    queryKey: [...LISTS, state],
    queryFn: (): Promise<List> => {
      const { page, status, sort: sortBy, search } = state;
      const query = { page, per_page: limits.homePageSize, status, sortBy, search };
      return call('listJokes', { query }, { asAdmin: true });
    },
    ...KEPT,
  });
}

type Reported = Omit<EndpointOutput<'listReported'>, 'reported'> & { jokes: ListedJoke[] };

/** The most reported jokes. */
export const reportedJokes = queryOptions({
  queryKey: ['moderation', 'reported'],
  async queryFn(): Promise<Reported> {
    const { reported, ...others } = await call('listReported', {});
    return { ...others, jokes: reported.map(({ joke, ...reports }) => ({ ...joke, reports })) };
  },
  ...KEPT,
});

export type QueuePage = Omit<EndpointOutput<'getQueue'>, 'entries'> & { entries: PendingEntry[] };

/** What the keys of the queue's queries begin with. */
export const QUEUE = ['moderation', 'queue'];

/**
 * The pending jokes page by page, the oldest or the newest first. They stay during a visit to another screen, offline
 * too, until the administrator leaves.
 */
export function queuePages(from: QueueEnd) {
  return infiniteQueryOptions({
    queryKey: [...QUEUE, from],
    queryFn: async ({ client, pageParam: after }): Promise<QueuePage> => {
      const askedAt = performance.now();
      const query = { from, after, limit: limits.queueMaxPageSize };
      const page = await call('getQueue', { query });
      const { total: pending } = page;
      client.setQueryData(adminCounts.queryKey, (counts) => counts && { ...counts, pending });
      return { ...page, entries: page.entries.map((entry) => ({ ...entry, from, askedAt })) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
}

/** Changes a joke in all lists. It keeps its place, even in a list that it no longer belongs to. */
export function updateJoke(client: QueryClient, id: number, changed: Partial<ListedJoke>): void {
  const updated = (joke: ListedJoke) => (joke.joke_id === id ? { ...joke, ...changed } : joke);
  client.setQueriesData<List>({ queryKey: LISTS }, (list) => {
    return list && { ...list, jokes: list.jokes.map(updated) };
  });
  client.setQueryData(reportedJokes.queryKey, (list) => {
    return list && { ...list, jokes: list.jokes.map(updated) };
  });
  client.setQueriesData<InfiniteData<QueuePage>>({ queryKey: QUEUE }, (data) => {
    const pages = data?.pages.map((page) => ({
      ...page,
      entries: page.entries.map((entry) => ({ ...entry, joke: updated(entry.joke) })),
    }));
    return data && pages && { ...data, pages };
  });
}

/** The jokes that are similar to a joke. */
export function similarJokes(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'similar', id],
    queryFn: () => call('listSimilarJokes', { params: { id } }),
    ...PRIVATE,
  });
}

/** The numbers of pending and reported jokes, and the oldest pending one. */
export const adminCounts = queryOptions({
  queryKey: ['moderation', 'counts'],
  queryFn: () => call('getAdminCounts', {}),
  gcTime: 0,
});

/**
 * Updates the counts after a change. After one of the oldest pending joke, the next oldest is unknown.
 * @param ends whether the change ends reports
 */
export function updateCounts(
  client: QueryClient,
  { totals: { pending }, results }: ChangeReceipt,
  ends: boolean,
): void {
  const { jokes = [] } = client.getQueryData(reportedJokes.queryKey) ?? {};
  const listed = new Set(jokes.map(({ joke_id }) => joke_id));
  const ended = results.filter(({ joke_id, error }) => !error && ends && listed.has(joke_id));
  client.setQueryData(adminCounts.queryKey, (counts) => {
    if (counts === undefined) return undefined;
    const isOldest = results.some(({ joke_id }) => joke_id === counts.oldest?.joke_id);
    const reported = Math.max(counts.reported - ended.length, 0);
    return { pending, reported, oldest: isOldest ? null : counts.oldest };
  });
}

/** A joke's image. A failure is only logged. */
export function imageStatus(id: number) {
  return queryOptions({
    queryKey: ['moderation', 'image', id],
    queryFn: async () => {
      try {
        return await call('getImageStatus', { params: { id } }, { asAdmin: true });
      } catch (cause) {
        // oxlint-disable-next-line no-console -- a failure is only logged
        console.warn(`Couldn’t get the image status of fact no. ${id}:`, cause);
        throw cause;
      }
    },
    ...PRIVATE,
  });
}
