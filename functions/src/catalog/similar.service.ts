import { createSlices } from '../platform/concurrency/slices.ts';
import type { JokeStatus, SimilarJoke } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import { byText, type SearchTexts } from './search-texts.ts';
import {
  countTrigrams,
  createComparison,
  signatureOf,
  SIMILARITY_THRESHOLD,
  trigramsOf,
  upperLimit,
} from './similarity.ts';

/** Jokes between two turns of other requests. */
const JOKES_PER_STEP = 5;

interface Options {
  /** only jokes with one of these */
  statuses: readonly JokeStatus[];
  /** the id of a joke to leave out */
  except?: number;
}

export type SimilarService = ReturnType<typeof createSimilarService>;

/** Finds jokes that say nearly the same. */
export function createSimilarService(texts: SearchTexts) {
  const signature = byText((text) => signatureOf(trigramsOf(text)));
  let compared: { version: number; compare: ReturnType<typeof createComparison> } | undefined;

  /** Compares texts by the words of the approved ones. */
  async function comparison(catalog: Catalog) {
    const vocabulary = await texts.vocabulary(catalog);
    const version = catalog.contentVersion();
    if (compared?.version !== version) {
      const counts = countTrigrams(vocabulary.values());
      compared = { version, compare: createComparison(counts, catalog.totals().approved) };
    }
    return compared.compare;
  }

  /** The jokes whose texts are similar to this one, best first, at most `limits.similarMax`. */
  async function find(
    catalog: Catalog,
    text: string,
    { statuses, except }: Options,
  ): Promise<SimilarJoke[]> {
    const compare = await comparison(catalog);
    const trigrams = trigramsOf(text);
    const pause = createSlices();
    const found: SimilarJoke[] = [];
    for (const [at, joke] of catalog.list(statuses, 'date_asc').jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      const { joke_id, joke_text, status } = joke;
      const isCandidate = upperLimit(trigrams, signature(joke)) >= SIMILARITY_THRESHOLD;
      if (!isCandidate || joke_id === except) continue;
      const similarity = compare(trigrams, trigramsOf(joke_text));
      if (similarity >= SIMILARITY_THRESHOLD)
        found.push({ joke_id, joke_text, status, similarity });
    }
    return found
      .sort((a, b) => b.similarity - a.similarity || a.joke_id - b.joke_id)
      .slice(0, limits.similarMax);
  }

  return {
    find,

    /** What is similar to a joke, without itself; undefined if there is no such joke. */
    async toJoke(
      catalog: Catalog,
      jokeId: number,
      statuses: readonly JokeStatus[],
    ): Promise<SimilarJoke[] | undefined> {
      const joke = catalog.find(jokeId);
      return joke && find(catalog, joke.joke_text, { statuses, except: jokeId });
    },
  };
}
