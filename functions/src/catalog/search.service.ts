import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { createCache } from '../cache/cache.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { HIGHEST_JOKE_ID, SHELF_SIZE, shelfOf } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';

/**
 * A text as search compares it, without case, accents (Unicode NFD without marks), outer blanks and
 * line breaks, which count as a space like any run of blanks: one text contains another, "case- and
 * accent-insensitive", if its folded text contains the other's.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Shelves in memory; more than a catalog can have. */
const MAXIMUM_CACHED = Math.ceil(HIGHEST_JOKE_ID / SHELF_SIZE);
/** A shelf is cached under its version, so it never changes. */
const LIFETIME_MS = 24 * 60 * 60_000;

export type SearchService = ReturnType<typeof createSearchService>;

/** Exact substring search, case- and accent-insensitive, over shelves cached in memory. */
export function createSearchService(data: CatalogData, clock: () => number) {
  /** folded texts by joke id, under `number:version` */
  const shelves = createCache<string, Map<number, string>>(
    async (keys) => {
      const found = await data.readShelves(keys.map((key) => Number.parseInt(key, 10)));
      const folded = (texts: Map<number, string>) =>
        new Map(Array.from(texts, ([id, text]) => [id, foldForSearch(text)]));
      return found.map(folded);
    },
    { maximum: MAXIMUM_CACHED, lifetimeMs: LIFETIME_MS, clock },
  );

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
      const texts = await Promise.all(
        root.shelf_versions.map(async (version, number) =>
          version > 0 ? shelves.get(`${number}:${version}`) : undefined,
        ),
      );
      const folded = foldForSearch(query);
      const all = index.ids(statuses, sort, 0, root.shelf_versions.length * SHELF_SIZE);
      return all.filter((id) => texts[shelfOf(id)]?.get(id)?.includes(folded));
    },
  };
}
