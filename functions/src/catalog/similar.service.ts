import { setImmediate } from 'node:timers/promises';
import { type JokeStatus, type SimilarJoke } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import type { Shelf, Shelves } from './shelves.ts';
import {
  createComparison,
  createSimilarityIndex,
  SIMILARITY_THRESHOLD,
  trigramsOf,
  type SimilarityIndex,
} from './similarity.ts';

/** How many of the texts that may be similar are compared by rarity, which takes longer. */
const MAXIMUM_COMPARED = 50;

interface Options {
  /** only jokes with one of these */
  statuses: readonly JokeStatus[];
  /** the id of a joke to leave out */
  except?: number;
}

export type SimilarService = ReturnType<typeof createSimilarService>;

/** Finds jokes that say nearly the same. */
export function createSimilarService(shelves: Shelves) {
  const indexes = new WeakMap<Shelf, SimilarityIndex>();

  /** The index of a shelf, built when it is first needed; then other requests go on before the next one. */
  async function indexOf(shelf: Shelf): Promise<SimilarityIndex> {
    let index = indexes.get(shelf);
    if (!index) {
      const texts = Array.from(shelf.jokes, ([id, { joke_text }]) => [id, joke_text] as const);
      index = createSimilarityIndex(new Map(texts));
      indexes.set(shelf, index);
      await setImmediate();
    }
    return index;
  }

  async function find(
    catalog: Catalog,
    text: string,
    { statuses, except }: Options,
  ): Promise<SimilarJoke[]> {
    const trigrams = trigramsOf(text);
    const searched: SimilarityIndex[] = [];
    const found: SimilarJoke[] = [];
    for (const shelf of shelves(catalog).values()) {
      const index = await indexOf(shelf);
      searched.push(index);
      for (const [joke_id, similarity] of index.find(trigrams, SIMILARITY_THRESHOLD)) {
        const joke = shelf.jokes.get(joke_id);
        if (!joke || !statuses.includes(joke.status) || joke_id === except) continue;
        const { joke_text, status } = joke;
        found.push({ joke_id, joke_text, status, similarity });
      }
    }
    const compare = createComparison(searched);
    return found
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, MAXIMUM_COMPARED)
      .map((joke) => ({ ...joke, similarity: compare(trigrams, trigramsOf(joke.joke_text)) }))
      .filter(({ similarity }) => similarity >= SIMILARITY_THRESHOLD)
      .sort((a, b) => b.similarity - a.similarity || a.joke_id - b.joke_id)
      .slice(0, limits.similarMax);
  }

  return {
    /**
     * The jokes whose texts are similar to this one, best first, at most `limits.similarMax`.
     */
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
