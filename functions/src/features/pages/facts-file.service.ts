import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import { dateOf } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Shelf, ShelfService } from '../../catalog/shelves.service.ts';
import { tagsOf, type TagIndex } from '../../catalog/tag-index.ts';
import type { TagService } from '../../catalog/tags.service.ts';

/** The approved jokes as lines of JSON, by number; a part for each shelf. */
function* linesOf(
  { root }: CatalogIndex,
  shelves: readonly (Shelf | undefined)[],
  tagged: TagIndex,
) {
  for (const shelf of shelves) {
    let lines = '';
    for (const [id, text] of shelf?.texts ?? []) {
      if (statusOf(root, id) !== 'approved') continue;
      const day = shelf?.days.get(id);
      const date = day === undefined ? null : dateOf(day);
      lines += `${JSON.stringify({ id, text, date, ...tagsOf(tagged, id) })}\n`;
    }
    if (lines !== '') yield lines;
  }
}

interface Dependencies {
  catalog: Pick<CatalogService, 'current'>;
  shelves: Pick<ShelfService, 'all'>;
  tags: Pick<TagService, 'read'>;
}

export type FactsFile = ReturnType<typeof createFactsFile>;

/**
 * All approved jokes as JSON Lines: number, text, the day (UTC) on which the text was written or last edited,
 * if it is known, tags, and whether it is safe. Nothing is stored: it is written from the catalog and the texts in memory while it
 * is sent. Reads only the shelves that have changed since they were last read.
 */
export function createFactsFile({ catalog, shelves, tags }: Dependencies) {
  return async () => {
    const index = await catalog.current();
    const all = await shelves.all(index.root);
    const tagged = await tags.read(index);
    return { version: String(index.root.revision), parts: () => linesOf(index, all, tagged) };
  };
}
