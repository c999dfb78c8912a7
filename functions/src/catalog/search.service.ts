import type { JokeSort, JokeStatus } from '../contract/index.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { SHELF_SIZE, shelfOf } from './catalog-root.ts';
import { foldText, type ShelfService } from './shelves.service.ts';

export type SearchService = ReturnType<typeof createSearchService>;

/** Exact substring search, case- and accent-insensitive, over shelves cached in memory. */
export function createSearchService(shelves: ShelfService) {
  return {
    /**
     * The ids of all jokes with one of these statuses whose text contains the query, in the given order.
     * Reads only the shelves that have changed since they were last read.
     */
    async find(
      index: CatalogIndex,
      query: string,
      statuses: readonly JokeStatus[],
      sort: JokeSort,
    ): Promise<number[]> {
      const { root } = index;
      const all = await shelves.all(root);
      const folded = foldText(query);
      const ids = index.ids(statuses, sort, 0, root.shelf_versions.length * SHELF_SIZE);
      return ids.filter((id) => all[shelfOf(id)]?.folded.get(id)?.includes(folded));
    },
  };
}
