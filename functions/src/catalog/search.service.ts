import { setImmediate } from 'node:timers/promises';
import {
  needleOf,
  searchForm,
  wordsOf,
  type JokeSort,
  type JokeStatus,
} from '../contract/index.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { SHELF_SIZE, shelfOf, statusOf, type CatalogRoot } from './catalog-root.ts';
import { foldText, type Shelf, type ShelfService } from './shelves.service.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
/** Shorter words are a letter away from too many others, and longer ones have too many neighbors. */
const isCorrectable = (word: string) => word.length >= 3 && word.length <= 24;
/** A pasted text in another language has only unknown words. */
const MAXIMUM_CORRECTED = 8;

/**
 * All words that differ from a word by two letters swapped, or by one missing, wrong or added. P. Norvig,
 * "How to Write a Spelling Corrector" (2007).
 */
function neighborsOf(word: string): string[] {
  const splits = Array.from({ length: word.length + 1 }, (_, at) => [
    word.slice(0, at),
    word.slice(at),
  ]);
  return splits.flatMap(([before = '', after = '']) => [
    before + after.charAt(1) + after.charAt(0) + after.slice(2),
    before + after.slice(1),
    ...LETTERS.flatMap((letter) => [before + letter + after.slice(1), before + letter + after]),
  ]);
}

/** The words of a shelf's texts. */
interface ShelfWords {
  /** each text in its `searchForm`, by joke id */
  forms: ReadonlyMap<number, string>;
  /** each word once */
  words: ReadonlySet<string>;
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches texts in shelves cached in memory. Reads only the shelves that have changed since they were last read. */
export function createSearchService(shelves: ShelfService) {
  const indexes = new WeakMap<Shelf, ShelfWords>();

  /** The words of a shelf, from the first search by a visitor on. */
  function wordsIn(shelf: Shelf): ShelfWords {
    let index = indexes.get(shelf);
    if (!index) {
      const forms = new Map(Array.from(shelf.texts, ([id, text]) => [id, searchForm(text)]));
      const words = new Set<string>();
      for (const form of forms.values()) for (const word of form.split(' ')) words.add(word);
      index = { forms, words };
      indexes.set(shelf, index);
    }
    return index;
  }

  /** How many approved jokes have a word; counts no further than to `limit`. */
  function countApproved(root: CatalogRoot, all: ShelfWords[], word: string, limit: number) {
    const needle = needleOf(word);
    let count = 0;
    for (const { forms } of all) {
      for (const [id, form] of forms) {
        if (form.includes(needle) && statusOf(root, id) === 'approved') count += 1;
        if (count === limit) return count;
      }
    }
    return count;
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
        for (const [id, form] of wordsIn(shelf).forms) {
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

    /**
     * The words of a query, by `wordsOf`. One that no approved joke has is replaced by the most frequent
     * word of approved jokes that differs from it by one letter or two swapped ones, if there is one.
     */
    async correct({ root }: CatalogIndex, query: string): Promise<string[]> {
      const all = (await shelves.all(root)).flatMap((shelf) => (shelf ? wordsIn(shelf) : []));
      const corrected = new Map<string, string>();
      let unknown = 0;
      for (const word of new Set(wordsOf(query))) {
        // Other requests go on in between.
        await setImmediate();
        if (unknown === MAXIMUM_CORRECTED) break;
        if (!isCorrectable(word) || countApproved(root, all, word, 1) > 0) continue;
        unknown += 1;
        let most = 0;
        for (const neighbor of neighborsOf(word)) {
          if (!all.some(({ words }) => words.has(neighbor))) continue;
          const count = countApproved(root, all, neighbor, Infinity);
          if (count > most) corrected.set(word, neighbor);
          most = Math.max(most, count);
        }
      }
      return wordsOf(query).map((word) => corrected.get(word) ?? word);
    },
  };
}
