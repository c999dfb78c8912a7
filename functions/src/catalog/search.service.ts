import { setImmediate } from 'node:timers/promises';
import {
  needleOf,
  searchForm,
  wordsOf,
  type JokeSort,
  type JokeStatus,
} from '../contract/index.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { SHELF_SIZE, shelfOf, statusOf } from './catalog-root.ts';
import { foldText, type Shelf, type ShelfService } from './shelves.service.ts';

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches texts in shelves cached in memory. Reads only the shelves that have changed since they were last read. */
export function createSearchService(shelves: ShelfService) {
  /** The words of each shelf's texts, by joke id, from the first search by a visitor on. */
  const wordForms = new WeakMap<Shelf, ReadonlyMap<number, string>>();

  function formsOf(shelf: Shelf): ReadonlyMap<number, string> {
    let forms = wordForms.get(shelf);
    if (!forms) {
      forms = new Map(Array.from(shelf.texts, ([id, text]) => [id, searchForm(text)]));
      wordForms.set(shelf, forms);
    }
    return forms;
  }

  return {
    /**
     * The ids of all jokes with one of these statuses whose text contains the query, case- and
     * accent-insensitive, in the given order.
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

    /**
     * The ids of all approved jokes in which each word of the query matches, in any order (see `needleOf`).
     * Those with the words one after another come first; within both, the newest. Their ratings would
     * be a better order, but are in the jokes, which cost a read each.
     */
    async findWords({ root }: CatalogIndex, query: string): Promise<number[]> {
      const words = wordsOf(query);
      const phrase = needleOf(words.join(' '));
      // Long words are rare, so that most texts are ruled out by the first one.
      const needles = [...new Set(words)].sort((a, b) => b.length - a.length).map(needleOf);
      const phrases: number[] = [];
      const others: number[] = [];
      if (needles.length === 0) return [];
      for (const shelf of await shelves.all(root)) {
        if (!shelf) continue;
        for (const [id, form] of formsOf(shelf)) {
          if (!needles.every((needle) => form.includes(needle))) continue;
          if (statusOf(root, id) !== 'approved') continue;
          (form.includes(phrase) ? phrases : others).push(id);
        }
        // Other requests go on in between.
        await setImmediate();
      }
      const newestFirst = (a: number, b: number) => b - a;
      return [...phrases.sort(newestFirst), ...others.sort(newestFirst)];
    },
  };
}
