import { wordsOf } from '../domain/index.ts';
import { SHELF_SIZE } from './catalog-root.ts';

/**
 * From this similarity on, two texts count as nearly the same. Of 300 labeled pairs the least similar has
 * 0.65; of 579 different facts the most similar two have 0.51 (`tests/data/similar-facts.json`).
 */
export const SIMILARITY_THRESHOLD = 0.55;

/**
 * A word that is the hero's name, or part of it: Chuck, Chuk, Norris, Noris, ChuckNorris. Nearly every
 * fact has it, so it says nothing about a fact.
 */
export const NAME = /^(?:ch?u+[ck]+y?)?(?:n+or+i[sz]+(?:es)?)?$/;

/** The words of a text without the hero's name; if it has no others, all of them or the whole text. */
function tellingWordsOf(text: string): string[] {
  const words = wordsOf(text);
  const others = words.filter((word) => !NAME.test(word));
  return [others, words].find(({ length }) => length > 0) ?? [text];
}

/**
 * Calls a function with each trigram of a word: "sea" has " se", "sea" and "ea ". A trigram is a number of
 * 24 bits, eight for each character: in English no two have the same number, in other scripts hardly any.
 */
export function eachTrigram(word: string, use: (trigram: number) => void): void {
  const padded = ` ${word} `;
  let last = 0;
  for (let at = 0; at < padded.length; at += 1) {
    last = ((last << 8) | (padded.charCodeAt(at) & 0xff)) & 0xffffff;
    if (at >= 2) use(last);
  }
}

/** The trigrams of a text's words, each once. They do not depend on the order of the words. */
export function trigramsOf(text: string): Set<number> {
  const trigrams = new Set<number>();
  for (const word of tellingWordsOf(text)) eachTrigram(word, (trigram) => trigrams.add(trigram));
  return trigrams;
}

/**
 * The Sørensen–Dice coefficient of two sets, twice what they share by what they have: from 0 for nothing in
 * common to 1 for the same trigrams. L. R. Dice, "Measures of the Amount of Ecologic Association Between
 * Species", Ecology 26 (1945).
 */
const dice = (shared: number, size: number, otherSize: number) => (2 * shared) / (size + otherSize);

/** The place of a number in ascending ones, by binary search; -1 if it is not there. */
function placeOf(wanted: number, ascending: Uint32Array): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** How many trigrams each text of a shelf shares; one for all lookups, because each fills and reads it at once. */
const shared = new Uint16Array(SHELF_SIZE);

export type SimilarityIndex = ReturnType<typeof createSimilarityIndex>;

/**
 * An inverted index over the texts of one shelf: for each trigram, the texts that have it. A text's slot is
 * its id modulo the size of a shelf.
 * @param texts by joke id
 */
export function createSimilarityIndex(texts: ReadonlyMap<number, string>) {
  const ids = [...texts.keys()];
  const sizes = new Uint16Array(SHELF_SIZE);
  const pairs: number[] = [];
  for (const [id, text] of texts) {
    const slot = id % SHELF_SIZE;
    const trigrams = trigramsOf(text);
    sizes[slot] = trigrams.size;
    for (const trigram of trigrams) pairs.push(trigram * 256 + slot);
  }
  const sorted = Uint32Array.from(pairs).sort();
  const slots = new Uint8Array(sorted.length);
  const distinct: number[] = [];
  const starts: number[] = [];
  for (const [at, pair] of sorted.entries()) {
    slots[at] = pair & 0xff;
    if (distinct.at(-1) === pair >>> 8) continue;
    distinct.push(pair >>> 8);
    starts.push(at);
  }
  /** The trigrams, ascending, and where the slots of each start in `slots`. */
  const index = { trigrams: Uint32Array.from(distinct), starts: Uint32Array.from(starts), slots };

  return {
    /** The ids of the texts that are at least as similar as the threshold, each with its similarity. */
    find(trigrams: ReadonlySet<number>, threshold: number): [id: number, similarity: number][] {
      shared.fill(0);
      for (const trigram of trigrams) {
        const place = placeOf(trigram, index.trigrams);
        if (place < 0) continue;
        const end = index.starts[place + 1] ?? slots.length;
        for (let at = index.starts[place] ?? 0; at < end; at += 1) {
          const slot = slots[at] ?? 0;
          shared[slot] = (shared[slot] ?? 0) + 1;
        }
      }
      const found: [number, number][] = [];
      for (const id of ids) {
        const slot = id % SHELF_SIZE;
        const similarity = dice(shared[slot] ?? 0, trigrams.size, sizes[slot] ?? 0);
        if (similarity >= threshold) found.push([id, similarity]);
      }
      return found;
    },
  };
}
