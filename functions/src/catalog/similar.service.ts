import { inSlices } from '../platform/slices.ts';
import { jokeStatus, type JokeStatus, type SimilarJoke } from '../contract/index.ts';
import { limits, wordsOf } from '../domain/index.ts';
import { byContent, type Catalog } from './catalog.ts';
import { byText, NAME, rarity } from './search-texts.ts';

/** From this similarity on, two texts count as nearly the same (`tests/similar-facts.test.ts`). */
export const SIMILARITY_THRESHOLD = 0.55;
/** So many texts tell how rare a trigram is; counting more would take longer and change little. */
const COUNTED_TEXTS = 3_200;

/** The words of a text without the hero's name; if it has no others, all of them or the whole text. */
function tellingWordsOf(text: string): string[] {
  const words = wordsOf(text);
  const others = words.filter((word) => !NAME.test(word));
  return [others, words].find(({ length }) => length > 0) ?? [text];
}

/**
 * The trigrams of a text's words, each once: "sea" has " se", "sea" and "ea ". They do not depend on the order of the
 * words. A trigram is a number of 21 bits, seven for each character: in English no two have the same number, in other
 * scripts hardly any.
 */
export function trigramsOf(text: string): Uint32Array {
  const trigrams = new Set<number>();
  for (const word of tellingWordsOf(text)) {
    const padded = ` ${word} `;
    let last = 0;
    for (let at = 0; at < padded.length; at += 1) {
      last = ((last << 7) | (padded.charCodeAt(at) & 0x7f)) & 0x1f_ffff;
      if (at >= 2) trigrams.add(last);
    }
  }
  return Uint32Array.from(trigrams);
}

/**
 * The Sørensen–Dice coefficient of two sets, twice what they share by what they have: from 0 for nothing in
 * common to 1 for the same trigrams. L. R. Dice, "Measures of the Amount of Ecologic Association Between
 * Species", Ecology 26 (1945).
 */
const dice = (shared: number, size: number, otherSize: number) => (2 * shared) / (size + otherSize);

/**
 * Computes how similar a text is to others by their trigrams, from 0 to 1: the lower one of two Dice coefficients.
 * The first counts each trigram once, the second by its `rarity`. So two texts that share little more than "can … with
 * his eyes" are not similar, nor are two that share little more than one rare word. Below the threshold, the first
 * alone is the result.
 * @param texts the trigrams of texts that tell how rare each trigram is
 */
export function createComparison(texts: readonly Uint32Array[]) {
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (const trigram of text) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  const weigh = (trigrams: Uint32Array) =>
    trigrams.reduce((sum, each) => sum + rarity(counts.get(each) ?? 0, texts.length), 0);

  return (one: Uint32Array) => {
    const own = new Set(one);
    const weight = weigh(one);
    return (other: Uint32Array): number => {
      const both = other.filter((trigram) => own.has(trigram));
      const plain = dice(both.length, one.length, other.length);
      if (plain < SIMILARITY_THRESHOLD) return plain;
      return Math.min(plain, dice(weigh(both), weight, weigh(other)));
    };
  };
}

interface Options {
  /** only jokes with one of these */
  statuses: readonly JokeStatus[];
  /** the id of a joke to leave out */
  except?: number;
}

export type SimilarService = ReturnType<typeof createSimilarService>;

/** Finds jokes that say nearly the same. */
export function createSimilarService() {
  const trigramsOfJoke = byText(trigramsOf);

  /** Compares texts by how rare their trigrams are in the oldest jokes of any status. */
  const comparison = byContent(async (catalog) => {
    const { jokes } = catalog.list(jokeStatus.options, 'date_asc', { limit: COUNTED_TEXTS });
    const texts: Uint32Array[] = [];
    for await (const slice of inSlices(jokes)) texts.push(...slice.map(trigramsOfJoke));
    return createComparison(texts);
  });

  return {
    /** The jokes whose texts are similar to this one, best first, at most `limits.similarMax`. */
    async find(
      catalog: Catalog,
      text: string,
      { statuses, except }: Options,
    ): Promise<SimilarJoke[]> {
      const compare = await comparison(catalog);
      const similarityOf = compare(trigramsOf(text));
      const found: SimilarJoke[] = [];
      for await (const jokes of inSlices(catalog.list(statuses, 'date_asc').jokes)) {
        for (const joke of jokes) {
          const { joke_id, joke_text, status } = joke;
          const similarity = similarityOf(trigramsOfJoke(joke));
          if (similarity >= SIMILARITY_THRESHOLD && joke_id !== except) {
            found.push({ joke_id, joke_text, status, similarity });
          }
        }
      }
      return found
        .sort((a, b) => b.similarity - a.similarity || a.joke_id - b.joke_id)
        .slice(0, limits.similarMax);
    },
  };
}
