import type { CatalogIndex } from '../catalog/catalog-index.ts';
import { statusOf } from '../catalog/catalog-root.ts';
import { createExpiringValue } from '../concurrency/expiring-value.ts';
import type { JokeDocument } from './joke-document.ts';
import type { KeptJokes } from './kept-jokes.ts';

/** A ranking is loaded at most this often. */
const LIFETIME_MS = 60_000;

/** The order of two jokes of a ranking, as for `sort`; two different ones are never equal. */
export type Order = (a: JokeDocument, b: JokeDocument) => number;

/** The highest ranking score first; of equal ones the newer joke. */
export const byScore: Order = (a, b) => b.score - a.score || b.joke_id - a.joke_id;

/** The joke approved last first. */
export const byApproval: Order = (a, b) =>
  (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id;

/** The first jokes of an order, at most `size`. */
export type Ranking = (index: CatalogIndex) => Promise<JokeDocument[]>;

interface Parts {
  size: number;
  order: Order;
  /** Reads the first approved jokes of the order. */
  query: (limit: number) => Promise<JokeDocument[]>;
  kept: KeptJokes;
  clock: () => number;
}

/**
 * Keeps the first jokes of an order without asking for them again. The last joke of a full load is
 * the floor: whatever stood below it then and stands above it now has changed since, and the feed has
 * told of it. So the ranking is exact as long as enough known jokes stand above the floor; else it is
 * loaded anew, with some more jokes than needed, so that a few may sink.
 */
export function createRanking({ size, order, query, kept, clock }: Parts): Ranking {
  let known = new Set<number>();
  let floor: JokeDocument | undefined;
  let complete = false;
  let limit = size;

  const load = createExpiringValue(
    async () => {
      const jokes = await kept.keepAll(() => query(limit));
      known = new Set(jokes.map((joke) => joke.joke_id));
      floor = jokes.length < limit ? undefined : jokes.at(-1);
      complete = true;
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

  async function ranked({ root }: CatalogIndex): Promise<JokeDocument[]> {
    const ids = [...known].filter((id) => statusOf(root, id) === 'approved');
    return (await kept.find(ids)).toSorted(order);
  }

  function isExact(jokes: readonly JokeDocument[], index: CatalogIndex): boolean {
    const places = Math.min(size, index.count(['approved']));
    const last = jokes[places - 1];
    return complete && (places === 0 || (last !== undefined && aboveFloor(last)));
  }

  return async (index) => {
    let jokes = await ranked(index);
    if (!isExact(jokes, index)) {
      await load.get();
      jokes = await ranked(index);
    }
    return jokes.slice(0, size);
  };
}
