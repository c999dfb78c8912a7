import { createSlices } from '../platform/concurrency/slices.ts';
import { limits } from '../domain/index.ts';
import { SHELF_SIZE, type Catalog } from './catalog.ts';
import { rangesOf, rarity, type SearchIndex } from './search-index.ts';

/** How many words of a joke count, the rarest first. */
const MAXIMUM_WORDS = 12;
/** Words that more texts have say nothing about what a text is about. */
const COMMON_SHARE = 0.1;
/** On a small site, so many texts are not yet many. */
const COMMON_TEXTS = 3;

/** What each text of a shelf shares. One for all, because each use fills and reads it at once. */
const shared = new Float64Array(SHELF_SIZE);

/** @returns what finds the jokes that share words with another one */
export function createRelatedSearch(index: SearchIndex) {
  /**
   * The ids of at most `limits.relatedMax` approved jokes that share words with a joke, best first. Each word
   * counts by the square of its rarity, as in the similarity of texts by their tf-idf vectors
   * (C. D. Manning et al., "Introduction to Information Retrieval", 6.3).
   * @param signal aborts when nobody waits for the result anymore
   */
  return async (catalog: Catalog, jokeId: number, signal: AbortSignal): Promise<number[]> => {
    const shelves = await index.of(catalog);
    const own = shelves.find(({ ids }) => ids.includes(jokeId));
    const form = own?.forms[own.ids.indexOf(jokeId)] ?? '';
    const all = shelves.reduce((sum, { ids }) => sum + ids.length, 0);
    const most = Math.max(COMMON_TEXTS, COMMON_SHARE * all);
    const words = [...new Set(form.trimStart().split(' '))]
      .map((text) => ({
        needle: { text, anywhere: false, whole: true },
        texts: index.textsWith(text),
      }))
      .filter(({ texts }) => texts > 1 && texts <= most)
      .sort((a, b) => a.texts - b.texts)
      .slice(0, MAXIMUM_WORDS);
    const pause = createSlices(signal);
    let best: [id: number, weight: number][] = [];
    for (const shelf of shelves) {
      shared.fill(0);
      for (const { needle, texts } of words) {
        for (const [from, to] of rangesOf(shelf, needle)) {
          for (const place of shelf.places.subarray(from, to)) {
            shared[place] = (shared[place] ?? 0) + rarity(texts, all) ** 2;
          }
        }
      }
      for (const [place, id] of shelf.ids.entries()) {
        const weight = shared[place] ?? 0;
        if (weight > 0 && id !== jokeId) best.push([id, weight]);
      }
      best = best.sort(([, a], [, b]) => b - a).slice(0, limits.relatedMax);
      await pause();
    }
    return best.map(([id]) => id);
  };
}
