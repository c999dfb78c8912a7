import { createSlices } from '../platform/slices.ts';
import { jokeStatus, type JokeStatus, type SimilarJoke } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import { byText } from './search-texts.ts';
import {
  countText,
  createComparison,
  signatureOf,
  SIMILARITY_THRESHOLD,
  trigramsOf,
  upperLimit,
} from './similarity.ts';

/** So many texts tell how rare a trigram is; counting more would take longer and change little. */
const COUNTED_TEXTS = 3_200;
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
export function createSimilarService() {
  const signature = byText((text) => signatureOf(trigramsOf(text)));
  const counts = new Map<number, number>();
  /** the texts that are counted */
  const counted = new Map<number, string>();

  /** Compares texts by how rare their trigrams are, in the oldest jokes of any status. */
  async function comparison(catalog: Catalog, pause: () => Promise<void>) {
    const { jokes } = catalog.list(jokeStatus.options, 'date_asc', { limit: COUNTED_TEXTS });
    for (const [at, { joke_id, joke_text }] of jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      const before = counted.get(joke_id);
      if (before === joke_text) continue;
      if (before !== undefined) countText(counts, before, -1);
      countText(counts, joke_text);
      counted.set(joke_id, joke_text);
    }
    const present = new Set(jokes.map(({ joke_id }) => joke_id));
    for (const [id, text] of counted) {
      if (present.has(id)) continue;
      countText(counts, text, -1);
      counted.delete(id);
    }
    return createComparison(counts, jokes.length);
  }

  /** The jokes whose texts are similar to this one, best first, at most `limits.similarMax`. */
  async function find(
    catalog: Catalog,
    text: string,
    { statuses, except }: Options,
  ): Promise<SimilarJoke[]> {
    const pause = createSlices();
    const compare = await comparison(catalog, pause);
    const trigrams = trigramsOf(text);
    const own = signatureOf(trigrams);
    const found: SimilarJoke[] = [];
    for (const [at, joke] of catalog.list(statuses, 'date_asc').jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      const { joke_id, joke_text, status } = joke;
      const isCandidate = upperLimit(own, signature(joke)) >= SIMILARITY_THRESHOLD;
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
