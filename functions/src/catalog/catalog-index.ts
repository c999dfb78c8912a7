import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { statusOf, type CatalogRoot } from './catalog-root.ts';
import type { Selection } from './tag-index.ts';

/** Ids per block. Jokes are counted per block, so that a late page is found without visiting every id. */
const BLOCK = 1_024;
/** Combinations of statuses and selections whose counts are kept, 10 KB each for a large catalog. */
const MAXIMUM_COUNTED = 100;

export type CatalogIndex = ReturnType<typeof createCatalogIndex>;

/**
 * Lists and counts joke ids from the catalog's root alone, without a read. Blocks are counted when a
 * combination of statuses and a selection is first listed.
 */
export function createCatalogIndex(root: CatalogRoot) {
  const counted = new Map<string, Uint32Array>();

  function isListed(id: number, statuses: readonly JokeStatus[], only?: Selection): boolean {
    const status = statusOf(root, id);
    return status !== undefined && statuses.includes(status) && (!only || only.has(id));
  }

  function blockCounts(statuses: readonly JokeStatus[], only?: Selection): Uint32Array {
    const key = `${statuses.join()} ${only?.key}`;
    let counts = counted.get(key);
    if (!counts) {
      counts = new Uint32Array(Math.ceil(root.next_joke_id / BLOCK));
      for (let id = 1; id < root.next_joke_id; id += 1) {
        const block = Math.floor(id / BLOCK);
        if (isListed(id, statuses, only)) counts[block] = (counts[block] ?? 0) + 1;
      }
      if (counted.size === MAXIMUM_COUNTED) counted.clear();
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
    /** The number of jokes with one of these statuses, of a selection or of all. */
    count: (statuses: readonly JokeStatus[], only?: Selection) =>
      only
        ? blockCounts(statuses, only).reduce((sum, count) => sum + count, 0)
        : statuses.reduce((sum, status) => sum + root.totals[status], 0),
    /** Up to `limit` joke ids, skipping the first `offset`, in order of creation (= id). */
    ids(
      statuses: readonly JokeStatus[],
      sort: JokeSort,
      offset: number,
      limit: number,
      only?: Selection,
    ): number[] {
      const counts = blockCounts(statuses, only);
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
          if (!isListed(id, statuses, only)) continue;
          if (skip > 0) skip -= 1;
          else found.push(id);
        }
      }
      return found;
    },
  };
}
