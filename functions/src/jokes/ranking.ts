import type { CatalogIndex } from '../catalog/catalog-index.ts';
import { statusOf } from '../catalog/catalog-root.ts';
import { createExpiringValue } from '../concurrency/expiring-value.ts';
import type { JokeDocument } from './joke-document.ts';
import type { KeptJokes } from './kept-jokes.ts';

/** A ranking is loaded at most this often, and trusted for as long. */
const LIFETIME_MS = 60_000;

/** The order of two jokes of a ranking, as for `sort`; two different ones are never equal. */
export type Order = (a: JokeDocument, b: JokeDocument) => number;

/** The highest ranking score first; of equal ones the newer joke. */
export const byScore: Order = (a, b) => b.score - a.score || b.joke_id - a.joke_id;

/** The joke approved last first. */
export const byApproval: Order = (a, b) =>
  (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id;

/** The first jokes of an order, at most `size`. */
export type Ranking = () => Promise<JokeDocument[]>;

interface Parts {
  size: number;
  order: Order;
  /** Reads the first approved jokes of the order. */
  query: (limit: number) => Promise<JokeDocument[]>;
  /** The catalog's index; it and the kept jokes are at most a minute old then. */
  current: () => Promise<CatalogIndex>;
  kept: KeptJokes;
  clock: () => number;
}

/**
 * Keeps the first jokes of an order without asking for them again. The last joke of a full load is
 * the floor: whatever stood below it then and stands above it now has changed since, and the feed has
 * told of it. So the ranking is exact as long as enough known jokes stand above the floor; else it is
 * loaded anew, with some more jokes than needed, so that a few may sink.
 */
export function createRanking(parts: Parts): Ranking {
  const { size, order, query, current, kept, clock } = parts;
  let known = new Set<number>();
  let floor: JokeDocument | undefined;
  let complete = false;
  let trustedUntil = 0;
  let limit = size;

  const load = createExpiringValue(
    async () => {
      const jokes = await kept.keepAll(() => query(limit));
      known = new Set(jokes.map((joke) => joke.joke_id));
      floor = jokes.length < limit ? undefined : jokes.at(-1);
      complete = true;
      trustedUntil = clock() + LIFETIME_MS;
      limit = Math.ceil(size * 1.25);
    },
    LIFETIME_MS,
    clock,
  );
  const aboveFloor = (joke: JokeDocument) => !floor || order(joke, floor) <= 0;

  kept.onChange((changed) => {
    for (const joke of changed ?? []) {
      if (joke.status === 'approved' && aboveFloor(joke)) known.add(joke.joke_id);
    }
    if (!changed || known.size > 4 * size) complete = false;
  });

  async function ranked(index?: CatalogIndex): Promise<JokeDocument[]> {
    // A load meanwhile puts another set in its place, which is not to lose any.
    const candidates = known;
    const ids = [...candidates].filter((id) => !index || statusOf(index.root, id) === 'approved');
    const jokes = await kept.find(ids);
    const found = new Set(jokes.map((joke) => joke.joke_id));
    for (const id of ids) if (!found.has(id)) candidates.delete(id);
    return jokes.toSorted(order);
  }

  function isExact(jokes: readonly JokeDocument[], index: CatalogIndex): boolean {
    const places = Math.min(size, index.count(['approved']));
    const last = jokes[places - 1];
    return places === 0 || (last !== undefined && aboveFloor(last));
  }

  /** The known jokes in their order; loaded anew where they do not suffice. */
  async function sufficient(): Promise<JokeDocument[]> {
    if (!complete) await load.get();
    if (clock() < trustedUntil) return ranked();
    const index = await current();
    const jokes = await ranked(index);
    if (isExact(jokes, index)) return jokes;
    await load.get();
    return ranked(index);
  }

  return async () => (await sufficient()).slice(0, size);
}
