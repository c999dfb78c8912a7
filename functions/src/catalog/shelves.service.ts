import { setImmediate } from 'node:timers/promises';
import { createCache } from '../platform/cache/cache.ts';
import { HIGHEST_JOKE_ID, SHELF_SIZE, type CatalogRoot } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';

/**
 * A text as search compares it, without case, accents (Unicode NFD without marks), leading and trailing whitespace and
 * line breaks, which count as a space like any run of whitespace: one text contains another, "case- and
 * accent-insensitive", if its folded text contains the other's.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The texts of one shelf by joke id; never changed. */
export interface Shelf {
  texts: ReadonlyMap<number, string>;
  folded: ReadonlyMap<number, string>;
  /** when they were written or last edited, see `ShelfContent` */
  days: ReadonlyMap<number, number>;
}

/** Shelves in memory; more than a catalog can have. */
const MAXIMUM_CACHED = Math.ceil(HIGHEST_JOKE_ID / SHELF_SIZE);
/** A shelf is cached under its version, so it never changes. */
const LIFETIME_MS = 24 * 60 * 60_000;

export type ShelfService = ReturnType<typeof createShelfService>;

/**
 * The texts of all jokes, cached in memory.
 * @param clock milliseconds since the epoch
 */
export function createShelfService(data: CatalogData, clock: () => number) {
  /** under `number:version` */
  const shelves = createCache<string, Shelf>(
    async (keys) => {
      const found: Shelf[] = [];
      const numbers = keys.map((key) => Number.parseInt(key, 10));
      for (const { texts, days } of await data.readShelves(numbers)) {
        const folded = new Map(Array.from(texts, ([id, text]) => [id, foldText(text)]));
        found.push({ texts, folded, days });
        // Other requests go on in between.
        await setImmediate();
      }
      return found;
    },
    { maximum: MAXIMUM_CACHED, lifetimeMs: LIFETIME_MS, clock },
  );

  return {
    /**
     * The shelves of a catalog by their numbers; undefined for one without jokes. Reads only those that
     * have changed since they were last read.
     */
    all: ({ shelf_versions }: CatalogRoot): Promise<(Shelf | undefined)[]> =>
      Promise.all(
        shelf_versions.map(async (version, number) =>
          version > 0 ? shelves.get(`${number}:${version}`) : undefined,
        ),
      ),
  };
}
