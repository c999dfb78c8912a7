import {
  ApiError,
  limits,
  type Joke,
  type JokeList,
  type JokeSort,
  type JokeStatus,
  type JokeWithNeighbors,
  type StatusFilter,
} from '../../contract/index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { SearchService } from '../../catalog/search.service.ts';
import { isAdmin, type Identity } from '../../identity.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeData } from './jokes.data.ts';
import { createKeptJokes, type KeptJokes } from './kept-jokes.ts';
import { presentJoke } from './present-joke.ts';
import { byApproval, byScore, createRanking } from './ranking.ts';

/** Enough to find a joke if one in two is malformed, save once in a million. */
const MOST_DRAWS = 20;

export interface ListRequest {
  page: number;
  per_page: number;
  status: StatusFilter;
  sortBy: JokeSort;
  search: string;
}

export interface JokeService extends Pick<KeptJokes, 'voted' | 'changed'> {
  /** Learns what has changed, at most every 30 s. */
  refresh(): Promise<unknown>;
  /** A number that grows as soon as visitors may be shown something else. */
  edition(): number;
  /** A numbered page. @throws ApiError forbidden when a visitor asks for what is not approved */
  list(identity: Identity, request: ListRequest): Promise<JokeList>;
  /** An approved joke. @throws ApiError not_found when there is none with this id */
  single(jokeId: number): Promise<JokeWithNeighbors>;
  /** One approved joke, all equally likely. @throws ApiError not_found while there is none */
  random(): Promise<Joke>;
  /** The best rated approved jokes, best first. */
  top(limit: number): Promise<JokeList>;
  /** The jokes approved last. */
  newest(limit: number): Promise<JokeList>;
  /** Those of these jokes that the caller may see: a visitor the approved ones, as they are kept. */
  find(identity: Identity, jokeIds: readonly number[]): Promise<JokeDocument[]>;
}

interface Parts {
  data: JokeData;
  catalog: CatalogService;
  search: SearchService;
  clock: () => number;
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

function wholeList(jokes: readonly JokeDocument[], limit: number): JokeList {
  return {
    jokes: jokes.slice(0, limit).map(presentJoke),
    total: Math.min(jokes.length, limit),
    pages: jokes.length > 0 ? 1 : 0,
    page: 1,
    per_page: limit,
  };
}

/** Reading jokes: pages, rankings, single ones and the random one. */
export function createJokeService({ data, catalog, search, clock, random }: Parts): JokeService {
  const kept = createKeptJokes(data, clock);

  let edition = 0;
  let revision = -1;
  kept.onChange(() => {
    edition += 1;
  });

  /** The catalog's index; it and the kept jokes are at most 30 s old then. */
  async function current(): Promise<CatalogIndex> {
    const [index] = await Promise.all([catalog.current(), kept.refresh()]);
    if (index.root.revision !== revision) edition += 1;
    ({ revision } = index.root);
    return index;
  }

  const top = createRanking({
    size: limits.topSize,
    order: byScore,
    query: (limit) => data.listTop(limit),
    current,
    kept,
    clock,
  });
  const newest = createRanking({
    size: limits.newestSize,
    order: byApproval,
    query: (limit) => data.listNewest(limit),
    current,
    kept,
    clock,
  });

  async function draw(index: CatalogIndex): Promise<JokeDocument | undefined> {
    const rank = Math.floor(random() * index.count(['approved']));
    const [joke] = await kept.find(index.ids(['approved'], 'date_asc', rank, 1));
    return joke;
  }

  async function pageOfIds(
    index: CatalogIndex,
    statuses: readonly JokeStatus[],
    { page, per_page, sortBy, search: query }: ListRequest,
  ): Promise<{ ids: number[]; total: number }> {
    const offset = (page - 1) * per_page;
    if (query.trim() === '') {
      return { ids: index.ids(statuses, sortBy, offset, per_page), total: index.count(statuses) };
    }
    const found = await search.find(index, query, statuses, sortBy);
    return { ids: found.slice(offset, offset + per_page), total: found.length };
  }

  return {
    // An instance that has not read the catalog has answered nothing that follows from it.
    refresh: () => (revision < 0 ? kept.refresh() : current()),
    edition: () => edition,

    async list(identity, request) {
      const statuses = listedStatuses(identity, request.status);
      const index = isAdmin(identity) ? await catalog.fresh() : await current();
      const { ids, total } = await pageOfIds(index, statuses, request);
      const jokes = isAdmin(identity) ? await data.readMany(ids) : await kept.find(ids);
      return {
        jokes: jokes.map(presentJoke),
        total,
        pages: Math.ceil(total / request.per_page),
        page: request.page,
        per_page: request.per_page,
      };
    },

    async single(jokeId) {
      const index = await current();
      const [joke] = statusOf(index.root, jokeId) === 'approved' ? await kept.find([jokeId]) : [];
      if (!joke) throw new ApiError('not_found', 'There is no such joke.');
      const { previous, next } = index.approvedBeside(jokeId);
      return {
        ...presentJoke(joke),
        created_at: joke.created_at.toISOString(),
        previous_id: previous,
        next_id: next,
      };
    },

    async random() {
      // The kept index may name a joke that is no longer approved; the second draw asks anew. After
      // that only malformed documents can be in the way.
      let joke = await draw(await current());
      if (!joke) {
        const index = await catalog.fresh();
        for (let left = MOST_DRAWS; !joke && left > 0; left -= 1) joke = await draw(index);
      }
      if (!joke) throw new ApiError('not_found', 'There are no approved jokes yet.');
      return presentJoke(joke);
    },

    async find(identity, jokeIds) {
      if (isAdmin(identity)) return data.readMany(jokeIds);
      const { root } = await current();
      return kept.find(jokeIds.filter((id) => statusOf(root, id) === 'approved'));
    },

    top: async (limit) => wholeList(await top.list(), limit),
    newest: async (limit) => wholeList(await newest.list(), limit),
    voted(jokeId) {
      kept.voted(jokeId);
      top.changed(jokeId);
      edition += 1;
    },
    changed(jokeId) {
      kept.changed(jokeId);
      top.changed(jokeId);
      newest.changed(jokeId);
      edition += 1;
    },
  };
}
