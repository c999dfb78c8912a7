import { createCache, createCachedValue } from '../../platform/cache/cache.ts';
import { changedJokes, statusOf } from '../../catalog/catalog-root.ts';
import { weekOf } from '../../catalog/tally.ts';
import { CATALOG_LIFETIME_MS, type CatalogService } from '../../catalog/catalog.service.ts';
import { createAllowance } from '../../platform/concurrency/allowance.ts';
import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeData } from './jokes.data.ts';

/** How late visitors may see votes that other instances counted (docs/decisions, 6). */
const VOTES_LATE_MS = 10 * 60_000;
/** How late this week's ranking may be. */
const WEEK_LATE_MS = 30 * 60_000;
/** Jokes in memory, about 1 KB each. */
const MAXIMUM_CACHED = 20_000;

/**
 * The most jokes that an instance reads in a minute for lists because it has not cached them: a full page of
 * 100 a second, which is what programs may request.
 */
export const COLD_READS_PER_MINUTE = 6_000;

function tooManyColdReads(): ApiError {
  return new ApiError('unavailable', 'The site is busy. Please try again in a few seconds.', {
    retryAfter: 5,
    shed: true,
  });
}

/** Compares two jokes, as for `sort`. It is 0 only for a joke and itself. */
export type Order = (a: JokeDocument, b: JokeDocument) => number;

/** The highest score first; the newer of two equal jokes first. */
export const byScore: Order = (a, b) => b.score - a.score || b.joke_id - a.joke_id;

/** The most recently approved joke first. */
export const byApproval: Order = (a, b) =>
  (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id;

/** Only a vote needs the tally, which is up to 3 KB. */
const withoutTally = (joke: JokeDocument): JokeDocument => ({ ...joke, tally: null });

interface Dependencies {
  data: Pick<JokeData, 'readMany' | 'listTop' | 'listTopOfWeek' | 'listNewest' | 'onWrite'>;
  catalog: Pick<CatalogService, 'current' | 'onChange'>;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type JokeCache = ReturnType<typeof createJokeCache>;

/**
 * The approved jokes that this instance has read, and both rankings. Follows what this instance writes,
 * and the catalog, which names each joke whose status, text or image changed elsewhere. Votes that other
 * instances counted show when a joke is read again.
 */
export function createJokeCache({ data, catalog, withReadDeadline, clock }: Dependencies) {
  let version = 0;
  const takeColdReads = createAllowance(COLD_READS_PER_MINUTE, clock);
  const jokes = createCache<number, JokeDocument | undefined>(
    async (ids) => {
      const found = await withReadDeadline(data.readMany(ids));
      const byId = new Map(found.map((joke) => [joke.joke_id, withoutTally(joke)]));
      return ids.map((id) => byId.get(id));
    },
    { maximum: MAXIMUM_CACHED, lifetimeMs: VOTES_LATE_MS, clock },
  );

  function keep(found: readonly JokeDocument[]): void {
    for (const joke of found) jokes.set(joke.joke_id, withoutTally(joke));
  }

  /** Those of these jokes that are approved, in the given order. */
  async function find(jokeIds: readonly number[]): Promise<JokeDocument[]> {
    const found = await Promise.all(jokeIds.map((id) => jokes.get(id)));
    return found.flatMap((joke) => (joke?.status === 'approved' ? joke : []));
  }

  /**
   * The first `size` jokes of an order. The last joke of a load is the floor: every joke that was below it
   * then and is above it now has changed since. So the ranking is exact as long as `size` of its jokes are
   * above the floor. When fewer are left it is loaded again, with a quarter more jokes than shown.
   * @param query reads the first approved jokes; fewer than `limit` only when there are no more
   */
  function createRanking(
    size: number,
    order: Order,
    query: (limit: number) => Promise<JokeDocument[]>,
  ) {
    /** ids of approved jokes that changed since the last load began */
    let changed = new Set<number>();
    let limit = size;
    const loaded = createCachedValue(
      async () => {
        const before = { changed, version, time: clock() };
        changed = new Set();
        try {
          const found = await withReadDeadline(query(limit));
          if (version === before.version) keep(found);
          const floor = found.length < limit ? undefined : found.at(-1);
          limit = Math.ceil(size * 1.25);
          return { ids: found.map((joke) => joke.joke_id), floor, since: before.time };
        } catch (error) {
          for (const id of before.changed) changed.add(id);
          throw error;
        }
      },
      { lifetimeMs: VOTES_LATE_MS, clock },
    );

    async function rank(): Promise<{ ranked: JokeDocument[]; exact: boolean }> {
      let ranking = await loaded.get();
      if (clock() - ranking.since > CATALOG_LIFETIME_MS) {
        // This reports what has changed. While the database fails, the ranking stays as it is.
        await catalog.current().catch(() => undefined);
        ranking = await loaded.get();
      }
      const { ids, floor } = ranking;
      const members = [...new Set([...ids, ...changed])];
      const found = await find(members).catch(() => find(ids));
      const ranked = found.toSorted(order).slice(0, size);
      const last = ranked[size - 1];
      return { ranked, exact: !floor || (last !== undefined && order(last, floor) <= 0) };
    }

    return {
      add(jokeId: number) {
        changed.add(jokeId);
        // Comparing more jokes than this costs more than loading again.
        if (changed.size > size) loaded.expire();
      },
      expire: () => loaded.expire(),
      async list() {
        const { ranked, exact } = await rank();
        if (exact) return ranked;
        loaded.expire();
        return (await rank()).ranked;
      },
    };
  }

  const top = createRanking(limits.topSize, byScore, (limit) => data.listTop(limit));
  const newest = createRanking(limits.newestSize, byApproval, (limit) => data.listNewest(limit));

  const week = createCachedValue(
    async () => {
      const before = version;
      const monday = weekOf(new Date(clock()));
      const found = await withReadDeadline(data.listTopOfWeek(monday, limits.topSize));
      if (version === before) keep(found);
      return { monday, ids: found.map((joke) => joke.joke_id) };
    },
    { lifetimeMs: WEEK_LATE_MS, clock },
  );

  data.onWrite((jokeId) => {
    version += 1;
    jokes.expire(jokeId);
    top.add(jokeId);
  });
  catalog.onChange((before, after) => {
    version += 1;
    if (!before || before.revision > after.revision) {
      jokes.expireAll();
      top.expire();
      newest.expire();
      return;
    }
    const { texts, statuses } = changedJokes(before, after);
    for (const id of [...texts, ...statuses]) jokes.expire(id);
    for (const id of statuses) {
      if (statusOf(after, id) !== 'approved') continue;
      top.add(id);
      newest.add(id);
    }
  });

  return {
    /**
     * Those of these jokes that are approved, in the given order.
     * @param always whether they are read even if the instance has read too many jokes in this minute: a
     *   flood of requests for far pages must cost little, and leave single facts and first pages alone
     * @throws ApiError unavailable if they are not
     */
    async find(jokeIds: readonly number[], always = jokeIds.length <= 1): Promise<JokeDocument[]> {
      const missing = always ? 0 : jokeIds.filter((id) => !jokes.has(id)).length;
      if (!takeColdReads(missing)) throw tooManyColdReads();
      return find(jokeIds);
    },
    /** The approved jokes with the highest scores, best first. */
    top: () => top.list(),
    /** The approved jokes with the highest scores of this week (UTC), best first; at most half an hour late. */
    async topOfWeek() {
      const { monday } = await week.get();
      if (monday !== weekOf(new Date(clock()))) week.expire();
      return find((await week.get()).ids);
    },
    /** The most recently approved jokes, newest first. */
    newest: () => newest.list(),
    /** A number that grows whenever an answer to a visitor may differ from the last one. */
    version: () => version,
  };
}
