import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import { dateOf } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Shelf, ShelfService } from '../../catalog/shelves.service.ts';

/** The approved jokes as lines of JSON, by number; a part for each shelf. */
function* linesOf({ root }: CatalogIndex, shelves: readonly (Shelf | undefined)[]) {
  for (const shelf of shelves) {
    let lines = '';
    for (const [id, text] of shelf?.texts ?? []) {
      if (statusOf(root, id) !== 'approved') continue;
      const day = shelf?.days.get(id);
      lines += `${JSON.stringify({ id, text, date: day === undefined ? null : dateOf(day) })}\n`;
    }
    if (lines !== '') yield lines;
  }
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  shelves: Pick<ShelfService, 'all'>;
}

export type FactsFile = ReturnType<typeof createFactsFile>;

/**
 * All approved jokes as JSON Lines: number, text, and the day (UTC) on which the text was written or last
 * edited, if it is known. Nothing is stored: it is written from the catalog and the texts in memory while it
 * is sent. Reads only the shelves that have changed since they were last read.
 */
export function createFactsFile({ catalog, shelves }: Dependencies) {
  return async () => {
    const index = await catalog.current();
    const all = await shelves.all(index.root);
    return { version: String(index.root.revision), parts: () => linesOf(index, all) };
  };
}
