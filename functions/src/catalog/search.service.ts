import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { createQueue } from '../concurrency/queue.ts';
import { writeTimeout } from '../database/transact.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { SHELF_SIZE, shelfOf } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';

/**
 * A text as search compares it, without case, accents (Unicode NFD without marks) and outer blanks: one
 * text contains another, "case- and accent-insensitive", if its folded text contains the other's.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();
}

interface Shelf {
  version: number;
  /** folded texts by joke id */
  texts: Map<number, string>;
}

export interface SearchService {
  /**
   * The ids of all jokes with one of these statuses whose text contains the query, in the given order.
   * Reads only the shelves that have changed since they were last read.
   */
  find(
    index: CatalogIndex,
    query: string,
    statuses: readonly JokeStatus[],
    sort: JokeSort,
  ): Promise<number[]>;
}

/** Exact substring search, case- and accent-insensitive, over shelves cached in memory. */
export function createSearchService(data: CatalogData, clock: () => number): SearchService {
  const shelves = new Map<number, Shelf>();
  const oneAtATime = createQueue(writeTimeout(clock));

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
