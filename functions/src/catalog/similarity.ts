import { wordsOf } from '../domain/index.ts';
import { SHELF_SIZE } from './catalog.ts';
import { rarity } from './search-index.ts';

/** From this similarity on, two texts count as nearly the same (`tests/similar-facts.test.ts`). */
export const SIMILARITY_THRESHOLD = 0.55;

/** 3,200 texts tell how rare a trigram is; counting more would take longer and change little. */
const COUNTED_SHELVES = 16;

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
    size: texts.size,

    /** How many of the texts have a trigram. */
    count(trigram: number): number {
      const place = placeOf(trigram, index.trigrams);
      return place < 0 ? 0 : (index.starts[place + 1] ?? slots.length) - (index.starts[place] ?? 0);
    },

    /**
     * The ids of the texts whose similarity can reach the threshold, each with its upper limit: the Dice
     * coefficient of the trigrams without weights.
     */
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

/**
 * Computes how similar two texts are by their trigrams, from 0 to 1: the lower one of two Dice coefficients.
 * The first counts each trigram once, the second by its `rarity`, ln(1 + all texts / texts that have it), in the
 * first 3,200 texts of the catalog. So two texts that share little more than "can … with his eyes" are not
 * similar, nor are two that share little more than one rare word.
 * @param indexes of all shelves, in their order
 */
export function createComparison(indexes: readonly SimilarityIndex[]) {
  const counted = indexes.slice(0, COUNTED_SHELVES);
  const all = counted.reduce((sum, { size }) => sum + size, 0);
  const weights = new Map<number, number>();
  function weightOf(trigram: number): number {
    let weight = weights.get(trigram);
    if (weight === undefined) {
      weight = rarity(
        counted.reduce((sum, index) => sum + index.count(trigram), 0),
        all,
      );
      weights.set(trigram, weight);
    }
    return weight;
  }
  const sum = (trigrams: readonly number[]) =>
    trigrams.reduce((total, trigram) => total + weightOf(trigram), 0);

  return (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
    const both = [...one].filter((trigram) => other.has(trigram));
    return Math.min(
      dice(both.length, one.size, other.size),
      dice(sum(both), sum([...one]), sum([...other])),
    );
  };
}
