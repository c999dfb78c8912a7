import { createSlices } from '../platform/concurrency/slices.ts';
import { needleOf, searchForm } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import type { Shelf, Shelves } from './shelves.ts';
import type { Word } from './spelling.ts';

/** An inverted index of the approved texts of one shelf; never changed. */
export interface ShelfWords {
  /** what it was made from */
  shelf: Shelf;
  /** ascending; a text's place in this list stands for it in `places` */
  ids: readonly number[];
  /** each text in its `searchForm` */
  forms: readonly string[];
  /** each word once, in ascending order */
  words: readonly Word[];
  /** the numbers of the words in which other words match anywhere, see `needleOf` */
  joined: readonly number[];
  /** the places of the texts that have a word, from `starts` of this word to that of the next */
  places: Uint8Array;
  starts: Uint32Array;
}

/** The number of the first word that is not before the text. */
function firstFrom(words: readonly Word[], text: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.text ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word of a query. */
export interface Needle {
  text: string;
  /** whether it matches anywhere in a word, see `needleOf`; otherwise it matches the start */
  anywhere: boolean;
  /** whether it matches whole words only */
  whole: boolean;
}

export function needle(text: string): Needle {
  return { text, anywhere: needleOf(text) === text, whole: false };
}

/** Which of a shelf's `places` have a word that matches: from the index, to the index. */
export function rangesOf(
  { words, joined, starts }: ShelfWords,
  { text, anywhere, whole }: Needle,
): [from: number, to: number][] {
  const range = (from: number, to: number): [number, number] => [
    starts[from] ?? 0,
    starts[to] ?? 0,
  ];
  if (anywhere) {
    const matching = joined.filter((at) => words[at]?.text.includes(text));
    return matching.map((at) => range(at, at + 1));
  }
  const from = firstFrom(words, text);
  let to = from;
  if (whole) to += words[from]?.text === text ? 1 : 0;
  // Behind each word that starts with the text.
  else to = firstFrom(words, `${text}\uFFFF`);
  return from < to ? [range(from, to)] : [];
}

/**
 * The weight of a word: rare words say more about a text than frequent ones.
 * @param texts how many of `all` texts have it
 */
export function rarity(texts: number, all: number): number {
  return Math.log(1 + all / Math.max(texts, 1));
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/**
 * The words of all approved texts, in memory from the first search of a visitor on. When the catalog has
 * changed, only the shelves that changed are indexed again.
 */
export function createSearchIndex(shelves: Shelves) {
  /** by the number of the shelf, ascending */
  let indexes = new Map<number, ShelfWords>();
  /** the words of all indexes, so that each is in memory once */
  const vocabulary = new Map<string, Word>();
  /** the catalog's version that the indexes reflect */
  let current: number | undefined;
  let updating: Promise<void> | undefined;

  function wordOf(text: string): Word {
    let word = vocabulary.get(text);
    if (!word) {
      // Not a slice of a text, which would keep the text in memory.
      word = { text: Buffer.from(text).toString(), texts: 0 };
      vocabulary.set(word.text, word);
    }
    return word;
  }

  function indexOf(shelf: Shelf): ShelfWords {
    const ids: number[] = [];
    const forms: string[] = [];
    const placesOf = new Map<string, number[]>();
    for (const [id, { status, joke_text }] of shelf.jokes) {
      if (status !== 'approved') continue;
      const form = searchForm(joke_text);
      for (const word of new Set(form.trimStart().split(' '))) {
        const places = placesOf.get(word);
        if (places) places.push(ids.length);
        else placesOf.set(word, [ids.length]);
      }
      ids.push(id);
      forms.push(form);
    }
    const words = [...placesOf.keys()].sort().map(wordOf);
    const joined = [...words.keys()].filter((at) => needle(words[at]?.text ?? '').anywhere);
    const starts = new Uint32Array(words.length + 1);
    const places: number[] = [];
    for (const [at, word] of words.entries()) {
      const own = placesOf.get(word.text) ?? [];
      places.push(...own);
      starts[at + 1] = places.length;
      word.texts += own.length;
    }
    return { shelf, ids, forms, words, joined, places: Uint8Array.from(places), starts };
  }

  function forget({ words, starts }: ShelfWords): void {
    for (const [at, word] of words.entries()) {
      word.texts -= (starts[at + 1] ?? 0) - (starts[at] ?? 0);
      if (word.texts === 0) vocabulary.delete(word.text);
    }
  }

  async function update(catalog: Catalog): Promise<void> {
    const version = catalog.contentVersion();
    const all = shelves(catalog);
    const pause = createSlices();
    const next = new Map<number, ShelfWords>();
    for (const [number, shelf] of all) {
      const before = indexes.get(number);
      const isSame = before?.shelf === shelf;
      next.set(number, isSame ? before : indexOf(shelf));
      if (before && !isSame) forget(before);
      if (!isSame) await pause();
    }
    for (const [number, before] of indexes) if (!next.has(number)) forget(before);
    indexes = next;
    current = version;
  }

  return {
    /** The index of each shelf, in order. */
    async of(catalog: Catalog): Promise<readonly ShelfWords[]> {
      while (current !== catalog.contentVersion()) {
        updating ??= update(catalog).finally(() => (updating = undefined));
        await updating;
      }
      return [...indexes.values()];
    },

    /** All words of approved texts, as of the last call of `of`. */
    vocabulary: (): Iterable<Word> => vocabulary.values(),

    /** How many approved texts have a word, as of the last call of `of`. */
    textsWith: (word: string): number => vocabulary.get(word)?.texts ?? 0,
  };
}
