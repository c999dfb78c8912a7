import { wordsOf } from '../domain/index.ts';
import { rarity } from './search-texts.ts';
import { NAME } from './telling-words.ts';

/** From this similarity on, two texts count as nearly the same (`tests/similar-facts.test.ts`). */
export const SIMILARITY_THRESHOLD = 0.55;

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
function eachTrigram(word: string, use: (trigram: number) => void): void {
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

/** Bits of a signature: a text of 500 characters sets a third of them. */
const SIGNATURE_BITS = 1_024;

/** What rules out nearly all texts at once: how many trigrams a text has, and for each of them a bit. */
export interface Signature {
  size: number;
  bits: Uint32Array;
  /** how many trigrams share their bit with another one of the text */
  hidden: number;
}

const bitOf = (trigram: number) =>
  Math.imul(trigram, 0x9e37_79b1) >>> (32 - Math.log2(SIGNATURE_BITS));

/** How many bits of a 32-bit number are set (Henry S. Warren, "Hacker's Delight", 5-1). */
function countBits(number: number): number {
  const pairs = number - ((number >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The signature of a text. @param trigrams its own */
export function signatureOf(trigrams: ReadonlySet<number>): Signature {
  const bits = new Uint32Array(SIGNATURE_BITS / 32);
  for (const trigram of trigrams) {
    const bit = bitOf(trigram);
    bits[bit >> 5] = (bits[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  const set = bits.reduce((sum, number) => sum + countBits(number), 0);
  return { size: trigrams.size, bits, hidden: trigrams.size - set };
}

/** The most that the similarity of two texts can be. */
export function upperLimit(one: Signature, other: Signature): number {
  let shared = one.hidden;
  for (let at = 0; at < one.bits.length; at += 1) {
    shared += countBits((one.bits[at] ?? 0) & (other.bits[at] ?? 0));
  }
  return dice(Math.min(shared, one.size, other.size), one.size, other.size);
}

/** Adds a text to how many texts have each trigram, or takes it away with -1. */
export function countText(counts: Map<number, number>, text: string, by: 1 | -1 = 1): void {
  for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + by);
}

/**
 * Computes how similar two texts are by their trigrams, from 0 to 1: the lower one of two Dice coefficients.
 * The first counts each trigram once, the second by its `rarity`. So two texts that share little more than "can … with
 * his eyes" are not similar, nor are two that share little more than one rare word.
 * @param counts how many of `all` texts have each trigram
 */
export function createComparison(counts: ReadonlyMap<number, number>, all: number) {
  const sum = (trigrams: readonly number[]) =>
    trigrams.reduce((total, trigram) => total + rarity(counts.get(trigram) ?? 0, all), 0);

  return (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
    const both = [...one].filter((trigram) => other.has(trigram));
    return Math.min(
      dice(both.length, one.size, other.size),
      dice(sum(both), sum([...one]), sum([...other])),
    );
  };
}
