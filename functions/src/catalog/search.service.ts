import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { createQueue } from '../concurrency/queue.ts';
import { writePatience } from '../database/transact.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { SHELF_SIZE, shelfOf } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';
import { foldForSearch } from './search-text.ts';

interface Shelf {
  version: number;
  /** folded texts by joke id */
  texts: Map<number, string>;
}

export interface SearchService {
  /**
   * The ids of all jokes with one of these statuses whose text holds the query, in the given order.
   * Reads only the shelves that changed since they were read last.
   */
  find(
    index: CatalogIndex,
    query: string,
    statuses: readonly JokeStatus[],
    sort: JokeSort,
  ): Promise<number[]>;
}

/** Exact substring search, case- and accent-insensitive, over shelves kept in memory. */
export function createSearchService(data: CatalogData, clock: () => number): SearchService {
  const shelves = new Map<number, Shelf>();
  const oneAtATime = createQueue(writePatience(clock));

  async function refresh(versions: readonly number[]): Promise<void> {
    const changed = versions.flatMap((version, number) =>
      version > 0 && shelves.get(number)?.version !== version ? [{ number, version }] : [],
    );
    const loaded = await data.readShelves(changed.map(({ number }) => number));
    for (const [index, { number, version }] of changed.entries()) {
      const texts = new Map<number, string>();
      for (const [id, text] of loaded[index] ?? []) texts.set(id, foldForSearch(text));
      shelves.set(number, { version, texts });
    }
  }

  return {
    async find(index, query, statuses, sort) {
      await oneAtATime(() => refresh(index.root.shelf_versions));
      const folded = foldForSearch(query);
      const ids = index.ids(statuses, sort, 0, index.root.shelf_versions.length * SHELF_SIZE);
      return ids.filter((id) => shelves.get(shelfOf(id))?.texts.get(id)?.includes(folded) ?? false);
    },
  };
}
