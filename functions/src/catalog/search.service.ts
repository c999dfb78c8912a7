import { inSlices } from '../platform/slices.ts';
import type { JokeStatus } from '../contract/index.ts';
import { foldText, limits, needleOf, wordsOf } from '../domain/index.ts';
import type { Catalog, JokeOrder, JokeTest } from './catalog.ts';
import type { Joke } from './joke.ts';
import { findNear } from './near-search.ts';
import { createSearchTexts, isTelling, rarity } from './search-texts.ts';

/** Words that more texts have say nothing about what a text is about. */
const COMMON_SHARE = 0.1;
/** A tag counts like a word that this share of all texts has. */
const TAG_SHARE = 0.01;
/** On a small site, a word in up to three texts is not common. */
const COMMON_TEXTS = 3;
/** Of jokes that share as much, the best rated come first. */
const WEIGHT_OF_SCORE = 1e-6;

interface FindOptions {
  statuses: readonly JokeStatus[];
  sort: JokeOrder;
  filter?: JokeTest | undefined;
}

/** The jokes that have a rank, the highest first; those of the same rank in their order. */
async function ranked(
  jokes: readonly Joke[],
  rankOf: (joke: Joke) => number | undefined,
): Promise<Joke[]> {
  const found: { joke: Joke; rank: number }[] = [];
  for await (const slice of inSlices(jokes)) {
    for (const joke of slice) {
      const rank = rankOf(joke);
      if (rank !== undefined) found.push({ joke, rank });
    }
  }
  return found.sort((a, b) => b.rank - a.rank).map(({ joke }) => joke);
}

/** What a text has that has a word: "sharks" also finds the whole word "shark". */
function needlesOf(word: string): { start: string; singular: string } {
  const start = needleOf(word);
  return { start, singular: start.replace(/(?<=...[^s])s$/, ' ') };
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Searches by reading all texts in memory. */
export function createSearchService() {
  const texts = createSearchTexts();
  return {
    /**
     * The jokes with one of these statuses that match a filter and whose text contains the query, case- and
     * accent-insensitive, in the given order.
     */
    find(
      catalog: Catalog,
      query: string,
      { statuses, sort, filter }: FindOptions,
    ): Promise<Joke[]> {
      const folded = foldText(query);
      const { jokes } = catalog.list(statuses, sort, { filter });
      return ranked(jokes, (joke) => (texts.foldedOf(joke).includes(folded) ? 0 : undefined));
    },

    /**
     * All approved jokes in which each word of the query or its singular matches, in any order (see `needleOf`). Those
     * with the whole words come first, then those with beginnings of words or singulars, of both those with the words
     * one after another first; the newest of each kind first. Their votes may be older.
     */
    async findWords(catalog: Catalog, query: string): Promise<Joke[]> {
      const words = wordsOf(query);
      const phrase = needleOf(words.join(' '));
      // Long words are rare, so that most texts are ruled out by the first one.
      const needles = [...new Set(words)].sort((a, b) => b.length - a.length).map(needlesOf);
      if (needles.length === 0) return [];
      const isIn = (form: string) =>
        needles.every(({ start, singular }) => form.includes(start) || form.includes(singular));
      return ranked(catalog.approvedByDate().toReversed(), (joke) => {
        const form = texts.formOf(joke);
        if (!isIn(form)) return undefined;
        if (form.includes(`${phrase} `)) return 3;
        if (needles.every(({ start }) => form.includes(`${start} `))) return 2;
        return form.includes(phrase) ? 1 : 0;
      });
    },

    findNear: (catalog: Catalog, query: string) => findNear(texts, catalog, query),

    /**
     * At most `limits.relatedMax` approved jokes that are about the same as a joke, best first: those that share words
     * with it that mean something, or tags. Each word counts by the square of its rarity, as in the similarity of texts
     * by their tf-idf vectors (C. D. Manning et al., "Introduction to Information Retrieval", 6.3), and a tag like a
     * word that one text in a hundred has. Of those that share as much, the best rated come first.
     */
    async findRelated(catalog: Catalog, joke: Joke): Promise<Joke[]> {
      const vocabulary = await texts.vocabulary(catalog);
      const jokes = catalog.approvedByDate();
      const weightOf = (count: number) => rarity(count, jokes.length) ** 2;
      const most = Math.max(COMMON_TEXTS, COMMON_SHARE * jokes.length);
      const words = [...new Set(wordsOf(joke.joke_text))].filter(isTelling).flatMap((text) => {
        const count = vocabulary.get(text) ?? 0;
        return count > 1 && count <= most ? { whole: ` ${text} `, weight: weightOf(count) } : [];
      });
      const tagWeight = weightOf(TAG_SHARE * jokes.length);
      const found = await ranked(jokes, (other) => {
        if (other.joke_id === joke.joke_id) return undefined;
        const form = texts.formOf(other);
        let shared = tagWeight * other.tags.filter((tag) => joke.tags.includes(tag)).length;
        for (const { whole, weight } of words) if (form.includes(whole)) shared += weight;
        return shared > 0 ? shared + WEIGHT_OF_SCORE * catalog.scoreOf(other) : undefined;
      });
      return found.slice(0, limits.relatedMax);
    },
  };
}
