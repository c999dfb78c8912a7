import { createSlices } from '../platform/concurrency/slices.ts';
import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { foldText, needleOf, wordsOf } from '../domain/index.ts';
import { SHELF_SIZE, shelfOf, type Catalog, type TagFilter } from './catalog.ts';
import type { CatalogJoke } from './joke-document.ts';
import {
  needle,
  rangesOf,
  type Needle,
  type SearchIndex,
  type ShelfWords,
} from './search-index.ts';
import { createNearSearch } from './near-search.ts';
import { createRelatedSearch } from './related-search.ts';
import type { Shelves } from './shelves.ts';

/** How many ids are compared between two pauses. */
const IDS_PER_STEP = 200;

/** How many words of a query each text of a shelf has; one for all, because each use fills and reads it at once. */
const matched = new Uint16Array(SHELF_SIZE);

/** The places of the texts of a shelf that have all words of a query. */
function placesWith(shelf: ShelfWords, needles: readonly Needle[]): number[] {
  matched.fill(0);
  for (const [step, each] of needles.entries()) {
    let left = 0;
    for (const [from, to] of rangesOf(shelf, each)) {
      for (const place of shelf.places.subarray(from, to)) {
        if (matched[place] !== step) continue;
        matched[place] = step + 1;
        left += 1;
      }
    }
    if (left === 0) return [];
  }
  const places: number[] = [];
  for (let place = 0; place < shelf.ids.length; place += 1) {
    if (matched[place] === needles.length) places.push(place);
  }
  return places;
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches texts in memory. */
export function createSearchService({ shelves, index }: { shelves: Shelves; index: SearchIndex }) {
  return {
    /**
     * The jokes with one of these statuses that match a filter and whose text contains the query, case- and
     * accent-insensitive, in the given order.
     * @param signal aborts when nobody waits for the result anymore
     */
    async find(
      catalog: Catalog,
      query: string,
      {
        statuses,
        sort,
        filter,
        signal,
      }: {
        statuses: readonly JokeStatus[];
        sort: JokeSort;
        filter?: TagFilter | undefined;
        signal: AbortSignal;
      },
    ): Promise<CatalogJoke[]> {
      const all = shelves(catalog);
      const pause = createSlices(signal);
      const folded = foldText(query);
      const found: CatalogJoke[] = [];
      for (const [at, joke] of catalog.list(statuses, sort, { filter }).jokes.entries()) {
        if (at % IDS_PER_STEP === 0) await pause();
        const { joke_id } = joke;
        if (all.get(shelfOf(joke_id))?.folded.get(joke_id)?.includes(folded)) found.push(joke);
      }
      return found;
    },

    /**
     * The ids of all approved jokes in which each word of the query matches, in any order (see `needleOf`).
     * Those with the words one after another come first; within both, the newest.
     */
    async findWords(catalog: Catalog, query: string, signal: AbortSignal): Promise<number[]> {
      const words = wordsOf(query);
      const phrase = needleOf(words.join(' '));
      // Long words are rare, so that most texts are ruled out by the first one.
      const needles = [...new Set(words)].sort((a, b) => b.length - a.length).map(needle);
      const phrases: number[] = [];
      const others: number[] = [];
      if (needles.length === 0) return [];
      const all = await index.of(catalog);
      const pause = createSlices(signal);
      for (const shelf of all.toReversed()) {
        for (const place of placesWith(shelf, needles).reverse()) {
          const isPhrase = words.length === 1 || shelf.forms[place]?.includes(phrase);
          (isPhrase ? phrases : others).push(shelf.ids[place] ?? 0);
        }
        await pause();
      }
      return phrases.concat(others);
    },

    findRelated: createRelatedSearch(index),
    findNear: createNearSearch(index),
  };
}
