import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import { createExpiringValue } from '../../cache/expiring-value.ts';
import type { JokeDocument } from './joke-document.ts';
import type { KeptJokes } from './kept-jokes.ts';

/** So long after a load, no other instance's change is looked for. */
const LIFETIME_MS = 30_000;

/** The order of two jokes of a ranking, as for `sort`; two different ones are never equal. */
export type Order = (a: JokeDocument, b: JokeDocument) => number;

/** The highest ranking score first; of equal ones the newer joke. */
export const byScore: Order = (a, b) => b.score - a.score || b.joke_id - a.joke_id;

/** The joke approved last first. */
export const byApproval: Order = (a, b) =>
  (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id;

export interface Ranking {
  /** The first jokes of the order, at most `size`. */
  list(): Promise<JokeDocument[]>;
  /** Must be called with every joke that this instance changed: the next list shows it. */
  changed(jokeId: number): void;
}

interface Parts {
  size: number;
  order: Order;
  /** Reads the first approved jokes of the order; fewer than `limit` only when there are no more. */
  query: (limit: number) => Promise<JokeDocument[]>;
  /** The catalog's index; it and the kept jokes are at most 30 s old then. */
  current: () => Promise<CatalogIndex>;
  kept: KeptJokes;
  clock: () => number;
}

/**
 * Caches the first jokes of an order. The last joke of a full load is the floor: what was below it
 * then and is above it now has changed since, and every change is reported, this instance's own at
 * once and those of others by the feed. So the ranking is exact as long as enough known jokes are
 * above the floor. When they are not, it is loaded again, with some more jokes than needed, so that a
 * few may sink.
 */
export function createRanking(parts: Parts): Ranking {
  const { size, order, query, current, kept, clock } = parts;
  let known = new Set<number>();
  let floor: JokeDocument | undefined;
  /** Jokes that have not been compared with the floor since they changed, with the change's number. */
  const changed = new Map<number, number>();
  let changes = 0;
  let outdated = true;
  let trustedUntil = 0;
  let limit = size;

  // Without a lifetime: whoever calls loads, or waits for the load under way. After a load that
  // failed, there is none for a few seconds.
  const load = createExpiringValue(
    async () => {
      // What changes from now on may be missing from the answer.
      changed.clear();
      const begun = clock();
      const jokes = await kept.keepAll(() => query(limit));
      known = new Set(jokes.map((joke) => joke.joke_id));
      floor = jokes.length < limit ? undefined : jokes.at(-1);
      outdated = false;
      trustedUntil = begun + LIFETIME_MS;
      limit = Math.ceil(size * 1.25);
    },
    0,
    clock,
  );

  function note(jokeId: number): void {
    changes += 1;
    changed.set(jokeId, changes);
    // Comparing more jokes than these costs more than a load.
    if (changed.size > size || known.size > 4 * size) outdated = true;
  }

  kept.onChange((jokes) => {
    if (!jokes) outdated = true;
    for (const joke of jokes ?? []) if (joke.status === 'approved') note(joke.joke_id);
  });

  const aboveFloor = (joke: JokeDocument) => !floor || order(joke, floor) <= 0;

  async function compareChanged(): Promise<void> {
    const members = known;
    const compared = [...changed];
    const jokes = await kept.find(compared.map(([id]) => id));
    for (const [id, change] of compared) {
      members.delete(id);
      if (changed.get(id) === change) changed.delete(id);
    }
    for (const joke of jokes) if (aboveFloor(joke)) members.add(joke.joke_id);
  }

  async function ranked(): Promise<{ jokes: JokeDocument[]; exact: boolean }> {
    const index = clock() < trustedUntil ? undefined : await current();
    // While the database fails, what was known before answers.
    await compareChanged().catch(() => undefined);
    // A load meanwhile replaces both.
    const members = known;
    const lowest = floor;
    const ids = [...members].filter((id) => !index || statusOf(index.root, id) === 'approved');
    const jokes = (await kept.find(ids)).toSorted(order);
    const found = new Set(jokes.map((joke) => joke.joke_id));
    for (const id of ids) if (!found.has(id)) members.delete(id);
    const last = jokes[size - 1];
    return { jokes, exact: !lowest || (last !== undefined && order(last, lowest) <= 0) };
  }

  return {
    changed: note,
    async list() {
      if (outdated) await load.get();
      let { jokes, exact } = await ranked();
      if (!exact) {
        outdated = true;
        await load.get();
        ({ jokes } = await ranked());
      }
      return jokes.slice(0, size);
    },
  };
}
