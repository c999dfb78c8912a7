import { createSlices } from '../platform/slices.ts';
import { limits, needleOf, wordsOf } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogJoke } from './joke-document.ts';
import { countTexts, rarity, type SearchTexts } from './search-texts.ts';
import { correctionsOf, LIKELY, STEM_LENGTH, type Correction, type Word } from './spelling.ts';

/** How many words of a query count if no text has all of them; a pasted text has more. */
const MAXIMUM_WORDS = 8;
/** How many corrections of a word are looked for in texts. */
const MAXIMUM_CORRECTIONS = 3;
/** From this share of a query's weight on, a text comes close to it (`tests/data/near-searches.json`). */
const NEAR_THRESHOLD = 0.5;
/** Puts texts with the words one after another before those of the same weight. */
const PHRASE_BONUS = 0.001;
/** Jokes between two turns of other requests. */
const JOKES_PER_STEP = 50;

/** A word that a text may have instead of a word of the query. */
interface Candidate {
  text: string;
  needle: string;
  weight: number;
}

/** What texts may have for a word of a query. */
interface Wanted {
  /** the most frequent likely one */
  likely: string;
  /** the heaviest first */
  candidates: Candidate[];
  /** of a text that has the best candidate */
  weight: number;
}

/** The most frequent one of the likely corrections. */
function likeliest(corrections: readonly Correction[]): Word | undefined {
  const likely = corrections.filter(({ likelihood }) => likelihood >= LIKELY);
  return likely.toSorted((a, b) => b.word.texts - a.word.texts)[0]?.word;
}

function candidatesOf(corrections: readonly Correction[], all: number): Candidate[] {
  return corrections
    .map(({ word: { text, texts }, likelihood }) => ({
      text,
      // "No" is not the start of "Norris".
      needle: text.length < STEM_LENGTH ? ` ${text} ` : needleOf(text),
      weight: likelihood * rarity(texts, all),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAXIMUM_CORRECTIONS);
}

/** The plural or singular of a word, unless one begins with the other. */
function otherNumber(word: string): string | undefined {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : undefined;
}

/** Finds what comes close to a query in which no approved joke has all words. */
export function createNearSearch(texts: SearchTexts) {
  /**
   * Approved jokes that have rare words of the query, or what may have been meant by words that no approved joke has;
   * best first, at most `limits.nearMatchesMax`.
   * @param signal aborts when nobody waits for the result anymore
   * @returns also the words that were looked for: those of the best joke, else the most likely ones
   */
  return async function findNear(
    catalog: Catalog,
    query: string,
    signal: AbortSignal,
  ): Promise<{ jokes: CatalogJoke[]; words: string[] }> {
    const typed = wordsOf(query);
    const different = [...new Set(typed)].slice(0, MAXIMUM_WORDS);
    const vocabulary = await texts.vocabulary(catalog);
    const pause = createSlices(signal);
    const counts = new Map(different.map((word) => [word, countTexts(vocabulary, word)]));
    const unknown = different.filter((word) => counts.get(word) === 0);
    const corrections = await correctionsOf(unknown, vocabulary, pause);
    const { jokes, total } = catalog.list(['approved'], 'date_desc');
    const wanted = different.map((word): Wanted => {
      const count = counts.get(word) ?? 0;
      const known = { text: word, needle: needleOf(word), weight: rarity(count, total) };
      if (count > 0) {
        const other = otherNumber(word);
        const same = other === undefined ? [] : { ...known, text: other, needle: needleOf(other) };
        return { likely: word, candidates: [known].concat(same), weight: known.weight };
      }
      const likely = corrections.get(word) ?? [];
      const candidates = candidatesOf(likely, total);
      const weight = candidates[0]?.weight ?? known.weight;
      return { likely: likeliest(likely)?.text ?? word, candidates, weight };
    });
    const least = NEAR_THRESHOLD * wanted.reduce((sum, { weight }) => sum + weight, 0);
    const heaviestFirst = wanted.toSorted((a, b) => b.weight - a.weight);
    /** the best so far, best first */
    const best: { joke: CatalogJoke; rank: number; words: string[] }[] = [];
    for (const [at, joke] of jokes.entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      const form = `${texts.formOf(joke)} `;
      const lowest = best.length < limits.nearMatchesMax ? 0 : (best.at(-1)?.rank ?? 0);
      const needed = Math.max(least, lowest - PHRASE_BONUS);
      let weight = 0;
      let left = heaviestFirst.reduce((sum, each) => sum + each.weight, 0);
      const used = new Map<Wanted, string>();
      for (const each of heaviestFirst) {
        if (weight + left < needed) break;
        left -= each.weight;
        const candidate = each.candidates.find(({ needle }) => form.includes(needle));
        if (!candidate) continue;
        weight += candidate.weight;
        used.set(each, candidate.text);
      }
      if (weight === 0 || weight < needed) continue;
      const words = wanted.map((each) => used.get(each) ?? each.likely);
      const rank = weight + (form.includes(needleOf(words.join(' '))) ? PHRASE_BONUS : 0);
      if (rank <= lowest) continue;
      const behind = best.findLastIndex((other) => other.rank >= rank);
      best.splice(behind + 1, 0, { joke, rank, words });
      best.splice(limits.nearMatchesMax);
    }
    const meant = new Map(
      different.map((word, at) => [word, best[0]?.words[at] ?? wanted[at]?.likely]),
    );
    return {
      jokes: best.map(({ joke }) => joke),
      words: typed.map((word) => meant.get(word) ?? word),
    };
  };
}
