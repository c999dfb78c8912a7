import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import { createExpiringValue } from '../../cache/expiring-value.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeCache } from './joke-cache.ts';

/** How long after a load the ranking ignores changes made by other instances. */
const LIFETIME_MS = 30_000;

/** Compares two jokes, as for `sort`. It is 0 only for a joke and itself. */
export type Order = (a: JokeDocument, b: JokeDocument) => number;

/** The highest score first; the newer of two equal jokes first. */
export const byScore: Order = (a, b) => b.score - a.score || b.joke_id - a.joke_id;

/** The most recently approved joke first. */
export const byApproval: Order = (a, b) =>
  (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id;

export interface Ranking {
  /** The first `size` jokes of the order, or fewer when there are no more. */
  list(): Promise<JokeDocument[]>;
  /** Call this after every change by this instance, so that the next list shows it. */
  changed(jokeId: number): void;
}

interface Dependencies {
  size: number;
  order: Order;
  /** Reads the first approved jokes of the order; fewer than `limit` only when there are no more. */
  query: (limit: number) => Promise<JokeDocument[]>;
  /** The catalog's index. When this returns, both it and the cached jokes are at most 30 s old. */
  current: () => Promise<CatalogIndex>;
  cache: JokeCache;
  /** milliseconds since the epoch */
  clock: () => number;
}

/**
 * Caches the first jokes of an order. The last joke of a full load is the floor. A joke that was below
 * the floor then and is above it now has changed in between, and every change gets here: this
 * instance's own immediately, those of others through the feed. So the ranking is exact as long as `size`
 * cached jokes are above the floor. When fewer are left, it is loaded again, with a quarter more jokes
 * than needed, so that a few can drop out before the next load.
 */
export function createRanking(dependencies: Dependencies): Ranking {
  const { size, order, query, current, cache, clock } = dependencies;
  /** ids of the jokes above the floor */
  let members = new Set<number>();
  let floor: JokeDocument | undefined;
  /** jokes to compare with the floor, each with the number of its last change */
  const changed = new Map<number, number>();
  let changes = 0;
  let outdated = true;
  let trustedUntil = 0;
  let limit = size;

  // It has no lifetime: each call loads, or waits for the load in progress. For a few seconds after a
  // failed load, calls don't load again.
  const load = createExpiringValue(
    async () => {
      // Before the query: it may miss changes made while it runs.
      changed.clear();
      const started = clock();
      const jokes = await cache.load(() => query(limit));
      members = new Set(jokes.map((joke) => joke.joke_id));
      floor = jokes.length < limit ? undefined : jokes.at(-1);
      outdated = false;
      trustedUntil = started + LIFETIME_MS;
      limit = Math.ceil(size * 1.25);
    },
    0,
    clock,
  );

  function recordChange(jokeId: number): void {
    changes += 1;
    changed.set(jokeId, changes);
    // Comparing more jokes than this costs more than loading again.
    if (changed.size > size || members.size > 4 * size) outdated = true;
  }

  cache.onChange((jokes) => {
    if (!jokes) outdated = true;
    for (const joke of jokes ?? []) if (joke.status === 'approved') recordChange(joke.joke_id);
  });

  const aboveFloor = (joke: JokeDocument) => !floor || order(joke, floor) <= 0;

  async function compareChanged(): Promise<void> {
    const before = members;
    const compared = [...changed];
    const jokes = await cache.find(compared.map(([id]) => id));
    for (const [id, change] of compared) {
      before.delete(id);
      if (changed.get(id) === change) changed.delete(id);
    }
    for (const joke of jokes) if (aboveFloor(joke)) before.add(joke.joke_id);
  }

  async function rank(): Promise<{ jokes: JokeDocument[]; exact: boolean }> {
    const index = clock() < trustedUntil ? undefined : await current();
    // While the database fails, the ranking answers without the latest changes.
    await compareChanged().catch(() => undefined);
    // A load that ends during `find` replaces `members` and `floor`.
    const ranked = members;
    const lowest = floor;
    const ids = [...ranked].filter((id) => !index || statusOf(index.root, id) === 'approved');
    const jokes = (await cache.find(ids)).toSorted(order);
    const found = new Set(jokes.map((joke) => joke.joke_id));
    for (const id of ids) if (!found.has(id)) ranked.delete(id);
    const last = jokes[size - 1];
    return { jokes, exact: !lowest || (last !== undefined && order(last, lowest) <= 0) };
  }

  return {
    changed: recordChange,
    async list() {
      if (outdated) await load.get();
      let { jokes, exact } = await rank();
      if (!exact) {
        outdated = true;
        await load.get();
        ({ jokes } = await rank());
      }
      return jokes.slice(0, size);
    },
  };
}
