import {
  ApiError,
  type JokeFilter,
  type JokeList,
  type JokeSearch,
  type JokeSort,
  type JokeStatus,
  type JokeWithNeighbors,
  type RelatedJokes,
  type StatusFilter,
} from '../../contract/index.ts';
import { wordsOf } from '../../domain/index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { SearchService } from '../../catalog/search.service.ts';
import type { Selection } from '../../catalog/tag-index.ts';
import type { TagService } from '../../catalog/tags.service.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import { isAdmin, type Identity } from '../../identity.ts';
import type { DiscoverService } from './discover.service.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeData } from './jokes.data.ts';
import type { JokeCache } from './joke-cache.ts';
import { presentJoke, presentToAdmin, startOfDay } from './present-joke.ts';
import { createRandomJokes, tagFilter, type RandomRequest } from './random-jokes.ts';
import type { Searcher, VisitorSearches } from './visitor-searches.ts';

export interface ListRequest extends JokeFilter {
  page: number;
  per_page: number;
  status: StatusFilter;
  sortBy: JokeSort;
  search: string;
}

export interface SearchRequest {
  /** normalized */
  q: string;
  page: number;
  per_page: number;
}

interface Dependencies {
  data: JokeData;
  catalog: CatalogService;
  search: SearchService;
  tags: TagService;
  cache: JokeCache;
  discover: DiscoverService;
  inTurn: VisitorSearches;
  withReadDeadline: ReadDeadline;
  /** uniform in [0, 1) */
  random: () => number;
}

function listedStatuses(identity: Identity, filter: StatusFilter): JokeStatus[] {
  if (filter === 'active' || filter === 'approved') return ['approved'];
  if (filter === 'all') {
    return isAdmin(identity) ? ['approved', 'pending', 'rejected'] : ['approved'];
  }
  if (!isAdmin(identity)) {
    throw new ApiError('forbidden', `Only an administrator may list ${filter} jokes.`);
  }
  return [filter];
}

/** The error for a joke that does not exist, or that the caller may not see. */
export function noSuchJoke(): ApiError {
  return new ApiError('not_found', 'There is no such joke.');
}

/** What a visitor reads as the title of the page. All that it tells is the highest approved number. */
function noSuchFact(jokeId: number, isAboveAll: boolean): ApiError {
  return new ApiError('not_found', `There is no fact no. ${jokeId}${isAboveAll ? ' yet' : ''}.`);
}

/** The joke's number in a query such as `529` or `#529`, by which administrators find it too. */
function jokeNumber(query: string): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(query.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The joke's number in a visitor's query such as `529`, `#529` or `Fact no. 529`. */
function searchedNumber(query: string): number | undefined {
  return jokeNumber(
    wordsOf(query)
      .join(' ')
      .replace(/^(?:fact )?(?:no )?/, ''),
  );
}

/** A ranking as a list of one page. */
function singlePage(jokes: readonly JokeDocument[], limit: number): JokeList {
  return {
    jokes: jokes.slice(0, limit).map(presentJoke),
    total: Math.min(jokes.length, limit),
    pages: jokes.length > 0 ? 1 : 0,
    page: 1,
    per_page: limit,
  };
}

export type JokeService = ReturnType<typeof createJokeService>;

/** Reads jokes: pages, rankings, single jokes and a random one. */
export function createJokeService(dependencies: Dependencies) {
  const { data, catalog, search, tags, cache, inTurn, withReadDeadline } = dependencies;
  const randomMany = createRandomJokes(dependencies);

  async function pageOfIds(
    index: CatalogIndex,
    statuses: readonly JokeStatus[],
    { page, per_page, sortBy, search: query }: ListRequest,
    searcher: Searcher,
    asAdmin: boolean,
    only: Selection | undefined,
  ): Promise<{ ids: number[]; total: number }> {
    const offset = (page - 1) * per_page;
    if (query.trim() === '') {
      const ids = index.ids(statuses, sortBy, offset, per_page, only);
      return { ids, total: index.count(statuses, only) };
    }
    const { signal } = searcher;
    const find = () => search.find(index, query, { statuses, sort: sortBy, signal });
    const found = await (asAdmin ? find() : inTurn(searcher, find));
    const numbered = asAdmin ? jokeNumber(query) : undefined;
    const status = numbered && statusOf(index.root, numbered);
    if (numbered && status && statuses.includes(status) && !found.includes(numbered)) {
      found.unshift(numbered);
    }
    const listed = only ? found.filter(only.has) : found;
    return { ids: listed.slice(offset, offset + per_page), total: listed.length };
  }

  /** What a visitor's query finds: exact matches, else what comes close. */
  async function findForVisitor(
    index: CatalogIndex,
    query: string,
    signal: AbortSignal,
  ): Promise<Pick<JokeSearch, 'match' | 'words'> & { ids: number[] }> {
    const words = wordsOf(query);
    const number = searchedNumber(query) ?? 0;
    const found = await search.findWords(index, query, signal);
    const isNumber = statusOf(index.root, number) === 'approved';
    const ids = isNumber ? [number, ...found.filter((id) => id !== number)] : found;
    if (ids.length > 0 || words.length === 0) return { ids, match: 'exact', words };
    return { ...(await search.findNear(index, query, signal)), match: 'near' };
  }

  return {
    /**
     * One page of jokes.
     * @throws ApiError forbidden when a visitor filters by another status; too_many_requests or unavailable
     *   when a visitor searches and too many searches run
     */
    async list(identity: Identity, request: ListRequest, searcher: Searcher): Promise<JokeList> {
      const statuses = listedStatuses(identity, request.status);
      const index = await (isAdmin(identity) ? catalog.fresh() : catalog.current());
      const filter = tagFilter(request);
      const only = filter && (await tags.select(index, filter));
      const asAdmin = isAdmin(identity);
      const { ids, total } = await pageOfIds(index, statuses, request, searcher, asAdmin, only);
      const isFirst = (request.page === 1 && request.search.trim() === '') || undefined;
      const jokes = asAdmin ? await data.readMany(ids) : await cache.find(ids, isFirst);
      return {
        jokes: jokes.map(asAdmin ? presentToAdmin : presentJoke),
        total,
        pages: Math.ceil(total / request.per_page),
        page: request.page,
        per_page: request.per_page,
      };
    },

    /**
     * One page of the approved jokes that a visitor searches for.
     * @throws ApiError too_many_requests or unavailable when too many searches run
     */
    async search({ q, page, per_page }: SearchRequest, searcher: Searcher): Promise<JokeSearch> {
      const index = await catalog.current();
      const { ids, match, words } = await inTurn(searcher, () =>
        findForVisitor(index, q, searcher.signal),
      );
      const jokes = await cache.find(ids.slice((page - 1) * per_page, page * per_page));
      return {
        jokes: jokes.map(presentJoke),
        total: ids.length,
        pages: Math.ceil(ids.length / per_page),
        page,
        per_page,
        match,
        words,
      };
    },

    /** @throws ApiError not_found when no approved joke has this id */
    async single(jokeId: number): Promise<JokeWithNeighbors> {
      const index = await catalog.current();
      const [joke] = statusOf(index.root, jokeId) === 'approved' ? await cache.find([jokeId]) : [];
      const { previous, next } = index.approvedBeside(jokeId);
      if (!joke) throw noSuchFact(jokeId, next === null);
      return {
        ...presentJoke(joke),
        created_at: joke.created_at.toISOString(),
        approved_at: joke.approved_at && startOfDay(joke.approved_at).toISOString(),
        previous_id: previous,
        next_id: next,
      };
    },

    /**
     * What to show below a joke. Reads only the shelves that have changed, and the jokes that are not cached.
     * @throws ApiError not_found when no approved joke has this id
     */
    async related(jokeId: number, signal: AbortSignal): Promise<RelatedJokes> {
      const index = await catalog.current();
      if (statusOf(index.root, jokeId) !== 'approved') throw noSuchJoke();
      const [similar, top] = await Promise.all([
        search.findRelated(index, jokeId, signal).then((ids) => cache.find(ids)),
        cache.top(),
      ]);
      const rank = top.findIndex(({ joke_id }) => joke_id === jokeId) + 1;
      return { similar: similar.map(presentJoke), rank: rank || null };
    },

    /**
     * A random approved joke, each with the same probability unless `mix` says otherwise; an excluded one
     * only if there is no other.
     * @throws ApiError not_found if no joke is approved
     */
    random: async (query: RandomRequest = {}) => (await randomMany(1, query))[0],

    /** One to `amount` different ones, as `random` returns them. */
    randomMany,

    /** Those of these jokes that the caller may see: for a visitor, the approved ones from the cache. */
    find: async (identity: Identity, jokeIds: readonly number[]): Promise<JokeDocument[]> => {
      if (isAdmin(identity)) return data.readMany(jokeIds);
      const { root } = await catalog.current();
      return cache.find(jokeIds.filter((id) => statusOf(root, id) === 'approved'));
    },

    /**
     * One billed read, or none if the cached catalog lists the joke.
     * @throws ApiError not_found when no joke has this id
     */
    async requireExisting(jokeId: number): Promise<void> {
      const { root } = await catalog.current();
      if (statusOf(root, jokeId)) return;
      // Another instance may have created it after the catalog was cached.
      const found = await withReadDeadline(data.readMany([jokeId]));
      if (found.length === 0) throw noSuchJoke();
    },

    /**
     * One billed read, or none if the cached catalog lists the joke as approved.
     * @throws ApiError not_found when no approved joke has this id
     */
    async requireApproved(jokeId: number): Promise<void> {
      const { root } = await catalog.current();
      if (statusOf(root, jokeId) === 'approved') return;
      // Another instance may have approved it after the catalog was cached.
      const [joke] = await withReadDeadline(data.readMany([jokeId]));
      if (joke?.status !== 'approved') throw noSuchJoke();
    },

    /** The approved jokes with the highest scores, best first: over all votes, or this week's. */
    top: async (limit: number, period: 'all' | 'week' = 'all') =>
      singlePage(await (period === 'week' ? cache.topOfWeek() : cache.top()), limit),

    /** The most recently approved jokes, newest first. */
    newest: async (limit: number) => singlePage(await cache.newest(), limit),
  };
}
