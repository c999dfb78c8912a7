import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { statusOf, type CatalogRoot } from './catalog-root.ts';

/** Ids per block. Jokes are counted per block, so that a late page is found without visiting every id. */
const BLOCK = 1_024;

export type CatalogIndex = ReturnType<typeof createCatalogIndex>;

/**
 * Lists and counts joke ids from the catalog's root alone, without a read. Blocks are counted when a
 * combination of statuses is first listed.
 */
export function createCatalogIndex(root: CatalogRoot) {
  const counted = new Map<string, Uint32Array>();

  function blockCounts(statuses: readonly JokeStatus[]): Uint32Array {
    const key = statuses.join();
    let counts = counted.get(key);
    if (!counts) {
      counts = new Uint32Array(Math.ceil(root.next_joke_id / BLOCK));
      for (let id = 1; id < root.next_joke_id; id += 1) {
        const status = statusOf(root, id);
        const block = Math.floor(id / BLOCK);
        if (status && statuses.includes(status)) counts[block] = (counts[block] ?? 0) + 1;
      }
      counted.set(key, counts);
    }
    return counts;
  }

  const isApproved = (id: number) => statusOf(root, id) === 'approved';

  return {
    root,
    /** The nearest lower and higher ids of approved jokes; null for the first or last joke's missing neighbor. */
    approvedBeside(jokeId: number): { previous: number | null; next: number | null } {
      let previous = Math.min(jokeId, root.next_joke_id) - 1;
      while (previous > 0 && !isApproved(previous)) previous -= 1;
      let next = jokeId + 1;
      while (next < root.next_joke_id && !isApproved(next)) next += 1;
      return {
        previous: previous > 0 ? previous : null,
        next: next < root.next_joke_id ? next : null,
      };
    },
    /** The number of jokes with one of these statuses. */
    count: (statuses: readonly JokeStatus[]) =>
      statuses.reduce((sum, status) => sum + root.totals[status], 0),
    /** Up to `limit` joke ids, skipping the first `offset`, in order of creation (= id). */
    ids(statuses: readonly JokeStatus[], sort: JokeSort, offset: number, limit: number): number[] {
      const counts = blockCounts(statuses);
      const found: number[] = [];
      const ascending = sort === 'date_asc';
      let skip = offset;
      for (let step = 0; step < counts.length && found.length < limit; step += 1) {
        const block = ascending ? step : counts.length - 1 - step;
        const inBlock = counts[block] ?? 0;
        if (skip >= inBlock) {
          skip -= inBlock;
          continue;
        }
        for (let place = 0; place < BLOCK && found.length < limit; place += 1) {
          const id = block * BLOCK + (ascending ? place : BLOCK - 1 - place);
          const status = statusOf(root, id);
          if (!status || !statuses.includes(status)) continue;
          if (skip > 0) skip -= 1;
          else found.push(id);
        }
      }
      return found;
    },
  };
}
