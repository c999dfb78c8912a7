import { createSlices } from '../platform/concurrency/slices.ts';
import { needleOf, searchForm } from '../domain/index.ts';
import { SHELF_SIZE, statusOf, type CatalogRoot } from './catalog-root.ts';
import type { Shelf, ShelfService } from './shelves.service.ts';
import type { Word } from './spelling.ts';

/** Bytes of the root's statuses for each shelf. */
const STATUS_BYTES = SHELF_SIZE / 4;

/** An inverted index of the approved texts of one shelf; never changed. */
export interface ShelfWords {
  /** what it was made from: a shelf, undefined if it has no jokes, and its part of the root's statuses */
  shelf: Shelf | undefined;
  statuses: Uint8Array;
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

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
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
export function createSearchIndex(shelves: ShelfService) {
  /** by the number of the shelf */
  const indexes: ShelfWords[] = [];
  /** the words of all indexes, so that each is in memory once */
  const vocabulary = new Map<string, Word>();
  let current: CatalogRoot | undefined;
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

  function indexOf(shelf: Shelf | undefined, statuses: Uint8Array, root: CatalogRoot): ShelfWords {
    const ids: number[] = [];
    const forms: string[] = [];
    const placesOf = new Map<string, number[]>();
    for (const [id, text] of shelf?.texts ?? []) {
      if (statusOf(root, id) !== 'approved') continue;
      const form = searchForm(text);
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
    return { shelf, statuses, ids, forms, words, joined, places: Uint8Array.from(places), starts };
  }

  function forget({ words, starts }: ShelfWords): void {
    for (const [at, word] of words.entries()) {
      word.texts -= (starts[at + 1] ?? 0) - (starts[at] ?? 0);
      if (word.texts === 0) vocabulary.delete(word.text);
    }
  }

  async function update(root: CatalogRoot): Promise<void> {
    const all = await shelves.all(root);
    const pause = createSlices();
    for (const number of Array.from({ length: Math.max(all.length, indexes.length) }).keys()) {
      const shelf = all[number];
      const statuses = root.statuses.slice(number * STATUS_BYTES, (number + 1) * STATUS_BYTES);
      const before = indexes[number];
      if (before?.shelf === shelf && before && sameBytes(before.statuses, statuses)) continue;
      indexes[number] = indexOf(shelf, statuses, root);
      if (before) forget(before);
      await pause();
    }
    indexes.length = all.length;
    current = root;
  }

  return {
    /** The index of each shelf, in order. Later calls may change the list. */
    async of(root: CatalogRoot): Promise<readonly ShelfWords[]> {
      while (current !== root) {
        updating ??= update(root).finally(() => (updating = undefined));
        await updating;
      }
      return indexes;
    },

    /** All words of approved texts, as of the last call of `of`. */
    vocabulary: (): Iterable<Word> => vocabulary.values(),

    /** How many approved texts have a word, as of the last call of `of`. */
    textsWith: (word: string): number => vocabulary.get(word)?.texts ?? 0,
  };
}
