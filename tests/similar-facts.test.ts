import { expect, test } from 'vitest';
import {
  createComparison,
  SIMILARITY_THRESHOLD,
  trigramsOf,
} from '../functions/src/catalog/similar.service.ts';
import measured from './data/measured-facts.json' with { type: 'json' };
import labeled from './data/similar-facts.json' with { type: 'json' };

/** The facts that the threshold was measured with, and the labeled ones of which no two say the same. */
const corpus = [...new Set([...measured, ...labeled.unique, ...labeled.short])];

/** Finds the texts of the corpus that are similar to a text, as an instance does. */
function createLookup(texts: readonly string[]) {
  const known = texts.map((text) => ({ text, trigrams: trigramsOf(text) }));
  const compare = createComparison(known.map(({ trigrams }) => trigrams));
  return (text: string): string[] => {
    const similarityOf = compare(trigramsOf(text));
    return known
      .filter((other) => similarityOf(other.trigrams) >= SIMILARITY_THRESHOLD)
      .map((other) => other.text);
  };
}

/**
 * Looks up labeled facts among the measured ones: `pairs` of a fact and the same fact written differently,
 * fifty of each kind, and facts of which no two say the same: `unique` ones, and `short` ones, which begin and
 * end with the same words as others, as those that visitors submit do.
 * @returns by kind, the pairs that were not found; the different facts for which another was found
 */
function lookUpLabeled() {
  const find = createLookup(corpus);
  const missed = Object.entries(labeled.pairs).map(([kind, pairs]) => ({
    kind,
    pairs: pairs.length,
    missed: pairs.filter(([fact = '', variant = '']) => !find(variant).includes(fact)),
  }));
  const flaggedOf = (facts: readonly string[]) =>
    facts.filter((fact) => find(fact).some((found) => found !== fact));
  return { missed, unique: flaggedOf(labeled.unique), short: flaggedOf(labeled.short) };
}

const { missed, unique, short } = lookUpLabeled();

test.each(missed)('all pairs are found: $kind', ({ pairs, missed }) => {
  expect(pairs).toBe(50);
  expect(missed).toEqual([]);
});

test('at most 2 of 100 unique facts are taken for another', () => {
  expect(labeled.unique).toHaveLength(100);
  expect(unique.length, JSON.stringify(unique)).toBeLessThanOrEqual(2);
});

test('at most 3 of 100 short facts are, although most share their words with others', () => {
  expect(labeled.short).toHaveLength(100);
  expect(short.length, JSON.stringify(short)).toBeLessThanOrEqual(3);
});
