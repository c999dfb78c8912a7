import { inSlices } from '../platform/slices.ts';
import { limits, needleOf, wordsOf } from '../domain/index.ts';
import type { Catalog } from './catalog.ts';
import type { Joke } from './joke.ts';
import { rarity, type SearchTexts, type Vocabulary } from './search-texts.ts';
import { correctionsOf, LIKELY, STEM_LENGTH, type Correction } from './spelling.ts';

/** How many words of a query count if no text has all of them; a pasted text has more. */
const MAXIMUM_WORDS = 8;
/** How many corrections of a word are looked for in texts. */
const MAXIMUM_CORRECTIONS = 3;
/** From this share of a query's weight on, a text comes close to it (`tests/data/near-searches.json`). */
const NEAR_THRESHOLD = 0.5;
/** Puts texts with the words one after another before those of the same weight. */
const PHRASE_BONUS = 0.001;

/** In how many texts a word of a query matches, about: one with two matching words counts twice. */
function countTexts(vocabulary: Vocabulary, word: string): number {
  const anywhere = needleOf(word) === word;
  let count = 0;
  for (const [text, texts] of vocabulary) {
    if (anywhere ? text.includes(word) : text.startsWith(word)) count += texts;
  }
  return count;
}

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

/** The plural or singular of a word, unless one begins with the other. */
function otherNumber(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : [];
}

/** What texts may have for a word that some of them have. @param weight its rarity */
function wantedOfKnown(word: string, weight: number): Wanted {
  const candidates = [word, ...otherNumber(word)].map((text) => {
    return { text, needle: needleOf(text), weight };
  });
  return { likely: word, candidates, weight };
}

/** What texts may have for a word that none of them has. @param all how many texts there are */
function wantedOfUnknown(word: string, corrections: readonly Correction[], all: number): Wanted {
  const candidates = corrections
    .map(({ text, texts, likelihood }) => ({
      text,
      // "No" is not the start of "Norris".
      needle: text.length < STEM_LENGTH ? ` ${text} ` : needleOf(text),
      weight: likelihood * rarity(texts, all),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAXIMUM_CORRECTIONS);
  const [likeliest] = corrections
    .filter(({ likelihood }) => likelihood >= LIKELY)
    .toSorted((a, b) => b.texts - a.texts);
  const weight = candidates[0]?.weight ?? rarity(0, all);
  return { likely: likeliest?.text ?? word, candidates, weight };
}

/**
 * Approved jokes that have rare words of a query in which no approved joke has all words, or what may have been meant
 * by words that no approved joke has; best first, at most `limits.nearMatchesMax`.
 * @returns also the words that were looked for: those of the best joke, else the most likely ones
 */
export async function findNear(
  texts: SearchTexts,
  catalog: Catalog,
  query: string,
): Promise<{ jokes: Joke[]; words: string[] }> {
  const typed = wordsOf(query);
  const different = [...new Set(typed)].slice(0, MAXIMUM_WORDS);
  const vocabulary = await texts.vocabulary(catalog);
  const counts = new Map(different.map((word) => [word, countTexts(vocabulary, word)]));
  const unknown = different.filter((word) => counts.get(word) === 0);
  const corrections = await correctionsOf(unknown, vocabulary);
  const jokes = catalog.approvedByDate().toReversed();
  const wanted = different.map((word) => {
    const count = counts.get(word) ?? 0;
    return count > 0
      ? wantedOfKnown(word, rarity(count, jokes.length))
      : wantedOfUnknown(word, corrections.get(word) ?? [], jokes.length);
  });
  const heaviestFirst = wanted.toSorted((a, b) => b.weight - a.weight);
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0);
  /** the weight that a text needs: half of all, or as much as the best so far */
  let least = NEAR_THRESHOLD * whole;
  let found: { joke: Joke; rank: number; words: string[] }[] = [];
  for await (const slice of inSlices(jokes)) {
    for (const joke of slice) {
      const form = texts.formOf(joke);
      const used = new Map<Wanted, string>();
      /** the most that the text can still have */
      let weight = whole;
      for (const each of heaviestFirst) {
        const candidate = each.candidates.find(({ needle }) => form.includes(needle));
        if (candidate) used.set(each, candidate.text);
        weight -= each.weight - (candidate?.weight ?? 0);
        if (weight < least) break;
      }
      if (weight < least || used.size === 0) continue;
      const words = wanted.map((each) => used.get(each) ?? each.likely);
      const bonus = form.includes(needleOf(words.join(' '))) ? PHRASE_BONUS : 0;
      found.push({ joke, rank: weight + bonus, words });
    }
    found = found.toSorted((a, b) => b.rank - a.rank).slice(0, limits.nearMatchesMax);
    const last = found[limits.nearMatchesMax - 1];
    if (last) least = Math.max(least, last.rank - PHRASE_BONUS);
  }
  const likely = found[0]?.words ?? wanted.map((each) => each.likely);
  const meant = new Map(different.map((word, at) => [word, likely[at]]));
  return {
    jokes: found.map(({ joke }) => joke),
    words: typed.map((word) => meant.get(word) ?? word),
  };
}
