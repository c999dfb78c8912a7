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
} from '../contract/index.ts';
import { startOfDay, wordsOf } from '../domain/index.ts';
import type { Catalog, JokeTest } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import type { SearchService } from '../catalog/search.service.ts';
import { isAdmin, type Identity } from '../platform/identity.ts';
import { presentJoke, presentToAdmin } from './present-joke.ts';
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
  sortBy?: 'rating_desc' | undefined;
}

interface Dependencies {
  catalog: CatalogService;
  search: SearchService;
  inTurn: VisitorSearches;
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
function singlePage(jokes: readonly CatalogJoke[], limit: number): JokeList {
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
  const { catalog: catalogs, search, inTurn } = dependencies;
  const randomMany = createRandomJokes(dependencies);

  /** The catalog. A joke that is not approved in it may have been approved by another instance. */
  async function catalogWith(jokeId: number): Promise<Catalog> {
    const catalog = await catalogs.current();
    return catalog.isApproved(jokeId) ? catalog : catalogs.afterUnknown();
  }

  /** @throws ApiError not_found when no approved joke has this id */
  async function requireApproved(jokeId: number): Promise<{ catalog: Catalog; joke: CatalogJoke }> {
    const catalog = await catalogWith(jokeId);
    const [joke] = catalog.findApproved([jokeId]);
    if (!joke) throw noSuchJoke();
    return { catalog, joke };
  }

  async function searchPage(
    catalog: Catalog,
    statuses: readonly JokeStatus[],
    { page, per_page, sortBy, search: query }: ListRequest,
    searcher: Searcher,
    asAdmin: boolean,
    filter: JokeTest | undefined,
  ): Promise<{ jokes: CatalogJoke[]; total: number }> {
    const { signal } = searcher;
    const find = () => search.find(catalog, query, { statuses, sort: sortBy, filter, signal });
    const found = await (asAdmin ? find() : inTurn(searcher, find));
    const numbered = asAdmin ? catalog.find(jokeNumber(query) ?? 0) : undefined;
    if (numbered && statuses.includes(numbered.status) && !found.includes(numbered)) {
      found.unshift(numbered);
    }
    const offset = (page - 1) * per_page;
    return { jokes: found.slice(offset, offset + per_page), total: found.length };
  }

  /** What a visitor's query finds: exact matches, else what comes close. */
  async function findForVisitor(
    catalog: Catalog,
    query: string,
    signal: AbortSignal,
  ): Promise<Pick<JokeSearch, 'match' | 'words'> & { jokes: CatalogJoke[] }> {
    const words = wordsOf(query);
    const number = searchedNumber(query) ?? 0;
    const found = await search.findWords(catalog, query, signal);
    const numbered = catalog.findApproved([number]);
    const jokes = [...numbered, ...found.filter((joke) => !numbered.includes(joke))];
    if (jokes.length > 0 || words.length === 0) return { jokes, match: 'exact', words };
    return { ...(await search.findNear(catalog, query, signal)), match: 'near' };
  }

  return {
    /**
     * One page of jokes.
     * @throws ApiError forbidden when a visitor filters by another status; too_many_requests or unavailable
     *   when a visitor searches and too many searches run
     */
    async list(identity: Identity, request: ListRequest, searcher: Searcher): Promise<JokeList> {
      const { page, per_page, sortBy } = request;
      const statuses = listedStatuses(identity, request.status);
      const asAdmin = isAdmin(identity);
      const catalog = await (asAdmin ? catalogs.fresh() : catalogs.current());
      const filter = tagFilter(request);
      const part = { offset: (page - 1) * per_page, limit: per_page, filter };
      const { jokes, total } =
        request.search.trim() === ''
          ? catalog.list(statuses, sortBy, part)
          : await searchPage(catalog, statuses, request, searcher, asAdmin, filter);
      return {
        jokes: jokes.map(asAdmin ? presentToAdmin : presentJoke),
        total,
        pages: Math.ceil(total / per_page),
        page,
        per_page,
      };
    },

    /**
     * One page of the approved jokes that a visitor searches for.
     * @throws ApiError too_many_requests or unavailable when too many searches run
     */
    async search(request: SearchRequest, searcher: Searcher): Promise<JokeSearch> {
      const { q, page, per_page, sortBy } = request;
      const catalog = await catalogs.current();
      const { match, words, ...found } = await inTurn(searcher, () =>
        findForVisitor(catalog, q, searcher.signal),
      );
      const jokes = sortBy ? catalog.highestFirst(found.jokes) : found.jokes;
      return {
        jokes: jokes.slice((page - 1) * per_page, page * per_page).map(presentJoke),
        total: jokes.length,
        pages: Math.ceil(jokes.length / per_page),
        page,
        per_page,
        match,
        words,
      };
    },

    /** @throws ApiError not_found when no approved joke has this id */
    async single(jokeId: number): Promise<JokeWithNeighbors> {
      const catalog = await catalogWith(jokeId);
      const [joke] = catalog.findApproved([jokeId]);
      const { previous, next } = catalog.approvedBeside(jokeId);
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
     * What to show below a joke.
     * @throws ApiError not_found when no approved joke has this id
     */
    async related(jokeId: number, signal: AbortSignal): Promise<RelatedJokes> {
      const { catalog, joke } = await requireApproved(jokeId);
      const similar = await search.findRelated(catalog, joke, signal);
      const rank = catalog.top().findIndex(({ joke_id }) => joke_id === jokeId) + 1;
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

    /** Those of these jokes that the caller may see: for a visitor, the approved ones. */
    find: async (identity: Identity, jokeIds: readonly number[]): Promise<CatalogJoke[]> => {
      if (!isAdmin(identity)) return (await catalogs.current()).findApproved(jokeIds);
      const catalog = await catalogs.fresh();
      return jokeIds.flatMap((id) => catalog.find(id) ?? []);
    },

    /**
     * Does nothing for a joke that exists, whatever its status.
     * @throws ApiError not_found when no joke has this id
     */
    async requireExisting(jokeId: number): Promise<void> {
      if (!(await catalogWith(jokeId)).find(jokeId)) throw noSuchJoke();
    },

    /** Does nothing for an approved joke. @throws ApiError not_found when no approved joke has this id */
    async requireApproved(jokeId: number): Promise<void> {
      await requireApproved(jokeId);
    },

    /** The approved jokes with the highest scores, best first: over all votes, or this week's. */
    async top(limit: number, period: 'all' | 'week' = 'all'): Promise<JokeList> {
      const catalog = await catalogs.current();
      return singlePage(period === 'week' ? catalog.topOfWeek() : catalog.top(), limit);
    },

    /** The most recently approved jokes, newest first. */
    newest: async (limit: number) => singlePage((await catalogs.current()).newest(), limit),
  };
}
