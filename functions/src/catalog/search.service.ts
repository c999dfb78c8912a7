import { createSlices } from '../platform/slices.ts';
import type { JokeSort, JokeStatus } from '../contract/index.ts';
import { foldText, limits, needleOf, wordsOf } from '../domain/index.ts';
import type { Catalog, JokeTest } from './catalog.ts';
import type { CatalogJoke } from './joke-document.ts';
import { createNearSearch } from './near-search.ts';
import { rarity, type SearchTexts } from './search-texts.ts';
import { isTelling } from './telling-words.ts';

/** Jokes between two turns of other requests. */
const JOKES_PER_STEP = 200;

/** Words that more texts have say nothing about what a text is about. */
const COMMON_SHARE = 0.1;
/** A tag counts like a word that this share of all texts has. */
const TAG_SHARE = 0.01;
/** On a small site, a word in up to three texts is not common. */
const COMMON_TEXTS = 3;

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches by reading all texts in memory. */
export function createSearchService(texts: SearchTexts) {
  /** The jokes that pass a test, in their order. */
  async function filter(
    jokes: readonly CatalogJoke[],
    isFound: (joke: CatalogJoke) => boolean,
    signal: AbortSignal,
  ): Promise<CatalogJoke[]> {
    const pause = createSlices(signal);
    const found: CatalogJoke[] = [];
    for (const [at, joke] of jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      if (isFound(joke)) found.push(joke);
    }
    return found;
  }

  return {
    /**
     * The jokes with one of these statuses that match a filter and whose text contains the query, case- and
     * accent-insensitive, in the given order.
     * @param signal aborts when nobody waits for the result anymore
     */
    find(
      catalog: Catalog,
      query: string,
      {
        statuses,
        sort,
        filter: only,
        signal,
      }: {
        statuses: readonly JokeStatus[];
        sort: JokeSort;
        filter?: JokeTest | undefined;
        signal: AbortSignal;
      },
    ): Promise<CatalogJoke[]> {
      const folded = foldText(query);
      const { jokes } = catalog.list(statuses, sort, { filter: only });
      return filter(jokes, (joke) => texts.foldedOf(joke).includes(folded), signal);
    },

    /**
     * All approved jokes in which each word of the query matches, in any order (see `needleOf`). Those with the whole
     * words come first, then those with beginnings of words, of both those with the words one after another first; the
     * newest of each kind first.
     */
    async findWords(catalog: Catalog, query: string, signal: AbortSignal): Promise<CatalogJoke[]> {
      const words = wordsOf(query);
      const phrase = needleOf(words.join(' '));
      // Long words are rare, so that most texts are ruled out by the first one.
      const needles = [...new Set(words)].sort((a, b) => b.length - a.length).map(needleOf);
      if (needles.length === 0) return [];
      const { jokes } = catalog.list(['approved'], 'date_desc');
      const has = (joke: CatalogJoke) => {
        const form = texts.formOf(joke);
        return needles.every((needle) => form.includes(needle));
      };
      const kindOf = (joke: CatalogJoke) => {
        const form = `${texts.formOf(joke)} `;
        if (form.includes(`${phrase} `)) return 0;
        if (needles.every((needle) => form.includes(`${needle} `))) return 1;
        return form.includes(phrase) ? 2 : 3;
      };
      const kinds = Map.groupBy(await filter(jokes, has, signal), kindOf);
      return ([0, 1, 2, 3] as const).flatMap((kind) => kinds.get(kind) ?? []);
    },

    findNear: createNearSearch(texts),

    /**
     * At most `limits.relatedMax` approved jokes that are about the same as a joke, best first: those that share words
     * with it that mean something, or tags. Each word counts by the square of its rarity, as in the similarity of texts
     * by their tf-idf vectors (C. D. Manning et al., "Introduction to Information Retrieval", 6.3), and a tag like a
     * word that one text in a hundred has. Of those that share as much, the best rated come first.
     * @param signal aborts when nobody waits for the result anymore
     */
    async findRelated(
      catalog: Catalog,
      joke: CatalogJoke,
      signal: AbortSignal,
    ): Promise<CatalogJoke[]> {
      const vocabulary = await texts.vocabulary(catalog);
      const { jokes, total } = catalog.list(['approved'], 'date_asc');
      const weightOf = (count: number) => rarity(count, total) ** 2;
      const most = Math.max(COMMON_TEXTS, COMMON_SHARE * total);
      const words = [...new Set(wordsOf(joke.joke_text))].filter(isTelling).flatMap((text) => {
        const count = vocabulary.get(text)?.texts ?? 0;
        return count > 1 && count <= most ? { whole: ` ${text} `, weight: weightOf(count) } : [];
      });
      const tagWeight = weightOf(TAG_SHARE * total);
      const shares = new Map<CatalogJoke, number>();
      const isShared = (other: CatalogJoke) => {
        const form = `${texts.formOf(other)} `;
        let share = tagWeight * other.tags.filter((tag) => joke.tags.includes(tag)).length;
        for (const { whole, weight } of words) if (form.includes(whole)) share += weight;
        shares.set(other, share);
        return share > 0 && other !== joke;
      };
      const found = await filter(jokes, isShared, signal);
      const ranked = found.map((other) => ({
        other,
        share: shares.get(other) ?? 0,
        score: catalog.scoreOf(other).score,
      }));
      ranked.sort((a, b) => b.share - a.share || b.score - a.score);
      return ranked.slice(0, limits.relatedMax).map(({ other }) => other);
    },
  };
}
