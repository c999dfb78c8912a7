import {
  countText,
  createComparison,
  SIMILARITY_THRESHOLD,
  trigramsOf,
} from '../../functions/src/catalog/similarity.ts';
import measured from '../data/measured-facts.json' with { type: 'json' };
import labeled from '../data/similar-facts.json' with { type: 'json' };

/** The facts that the threshold was measured with, and the labeled ones of which no two say the same. */
const corpus = [...new Set([...measured, ...labeled.unique, ...labeled.short])];

/** Finds the texts of the corpus that are similar to a text, as an instance does. */
function createLookup(texts: readonly string[]) {
  const known = texts.map((text) => ({ text, trigrams: trigramsOf(text) }));
  const counts = new Map<number, number>();
  for (const text of texts) countText(counts, text);
  const compare = createComparison(counts, texts.length);
  return (text: string): string[] => {
    const trigrams = trigramsOf(text);
    return known
      .filter((other) => compare(trigrams, other.trigrams) >= SIMILARITY_THRESHOLD)
      .map((other) => other.text);
  };
}

/** Texts to look up: the variants of all pairs and the unique facts. */
export function labeledTexts(): string[] {
  const variants = Object.values(labeled.pairs).flatMap((pairs) =>
    pairs.map(([, variant = '']) => variant),
  );
  return [...variants, ...labeled.unique];
}

/**
 * Looks up labeled facts among the measured ones: `pairs` of a fact and the same fact written differently,
 * fifty of each kind, and facts of which no two say the same: `unique` ones, and `short` ones, which begin and
 * end with the same words as others, as those that visitors submit do.
 * @returns by kind, the pairs that were not found; the different facts for which another was found
 */
export function lookUpLabeled() {
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
