import {
  ApiError,
  limits,
  type Joke,
  type JokeList,
  type JokeSort,
  type JokeStatus,
  type JokeWithNeighbors,
  type StatusFilter,
} from '../contract/index.ts';
import { statusOf } from '../catalog/catalog-root.ts';
import type { CatalogIndex } from '../catalog/catalog-index.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { SearchService } from '../catalog/search.service.ts';
import { createExpiringMap } from '../concurrency/expiring-map.ts';
import { createExpiringValue } from '../concurrency/expiring-value.ts';
import { withReadDeadline } from '../database/read-deadline.ts';
import { isAdmin, type Identity } from '../sessions/identity.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeData } from './jokes.data.ts';
import { presentJoke } from './present-joke.ts';

/** How long visitors may see old texts and ratings. */
const LIFETIME_MS = 60_000;
/** Jokes kept in memory, about 1 KB each. */
const KEPT_JOKES = 10_000;

export interface ListRequest {
  page: number;
  per_page: number;
  status: StatusFilter;
  sortBy: JokeSort;
  search: string;
}

export interface JokeService {
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
  /** Must be told of every joke with a new vote, so that this instance shows it. */
  voted(jokeId: number): void;
  /** Must be told of every joke that was moderated, so that this instance never shows the old one. */
  changed(jokeId: number): void;
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

function isApproved(joke: JokeDocument): boolean {
  return joke.status === 'approved';
}

/** Reading jokes: pages, rankings and the random one. */
export function createJokeService({ data, catalog, search, clock, random }: Parts): JokeService {
  const byId = (jokes: readonly JokeDocument[]) =>
    new Map(jokes.map((joke) => [joke.joke_id, joke]));
  const kept = createExpiringMap<number, JokeDocument>(
    async (ids) => byId(await withReadDeadline(data.readMany(ids))),
    LIFETIME_MS,
    KEPT_JOKES,
    clock,
  );

  /** A query whose order is kept for a while, and whose jokes are kept one by one. */
  function createRanking(load: () => Promise<JokeDocument[]>) {
    const order = createExpiringValue(
      async () => {
        const since = kept.mark();
        const jokes = await withReadDeadline(load());
        kept.keep(byId(jokes), since);
        return jokes.map((joke) => joke.joke_id);
      },
      LIFETIME_MS,
      clock,
    );
    return async (limit: number) => wholeList(await approved(await order.get()), limit);
  }

  async function approved(ids: readonly number[]): Promise<JokeDocument[]> {
    const jokes = await kept.getMany(ids);
    return ids.flatMap((id) => jokes.get(id) ?? []).filter(isApproved);
  }

  async function draw(index: CatalogIndex): Promise<JokeDocument | undefined> {
    const rank = Math.floor(random() * index.count(['approved']));
    const [joke] = await approved(index.ids(['approved'], 'date_asc', rank, 1));
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
    async list(identity, request) {
      const statuses = listedStatuses(identity, request.status);
      const index = isAdmin(identity) ? await catalog.fresh() : await catalog.current();
      const { ids, total } = await pageOfIds(index, statuses, request);
      const jokes = isAdmin(identity) ? await data.readMany(ids) : await approved(ids);
      return {
        jokes: jokes.map(presentJoke),
        total,
        pages: Math.ceil(total / request.per_page),
        page: request.page,
        per_page: request.per_page,
      };
    },

    async single(jokeId) {
      const index = await catalog.current();
      const [joke] = statusOf(index.root, jokeId) === 'approved' ? await approved([jokeId]) : [];
      if (!joke) throw new ApiError('not_found', 'There is no such joke.');
      const { previous, next } = index.approvedBeside(jokeId);
      return { ...presentJoke(joke), previous_id: previous, next_id: next };
    },

    async random() {
      // The kept index may name a joke that is no longer approved; the second draw asks anew.
      const joke = (await draw(await catalog.current())) ?? (await draw(await catalog.fresh()));
      if (!joke) throw new ApiError('not_found', 'There are no approved jokes yet.');
      return presentJoke(joke);
    },

    async find(identity, jokeIds) {
      if (isAdmin(identity)) return data.readMany(jokeIds);
      const { root } = await catalog.current();
      return approved(jokeIds.filter((id) => statusOf(root, id) === 'approved'));
    },

    top: createRanking(() => data.listTop(limits.topSize)),
    newest: createRanking(() => data.listNewest(limits.newestSize)),
    voted: (jokeId) => kept.expire(jokeId),
    changed: (jokeId) => kept.forget(jokeId),
  };
}
