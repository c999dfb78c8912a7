import { createSlices } from '../platform/concurrency/slices.ts';
import { limits, needleOf, wordsOf } from '../domain/index.ts';
import { SHELF_SIZE, type Catalog } from './catalog.ts';
import {
  needle,
  rangesOf,
  rarity,
  type Needle,
  type SearchIndex,
  type ShelfWords,
} from './search-index.ts';
import { eachTrigram, NAME, trigramsOf } from './similarity.ts';
import { correctionsOf, LIKELY, STEM_LENGTH, type Correction, type Word } from './spelling.ts';

/** How many words of a query count if no text has all of them; a pasted text has more. */
const MAXIMUM_NEAR_WORDS = 16;
/** How many corrections of a word are looked for in texts. */
const MAXIMUM_CORRECTIONS = 5;
/** From this share of a query's weight on, a text comes close to it (`tests/data/near-searches.json`). */
const NEAR_THRESHOLD = 0.6;
/**
 * From this share of a query's trigrams on, a text comes close to it. Of 49 misspelled queries among 529
 * facts all find theirs, 48 of them first; of 25 about something else, 4 find a fact, and 8 would with a
 * threshold of 0.4 (`tests/data/near-searches.json`).
 */
const NEAR_SHARE = 0.5;
/** Half of the trigrams of a shorter query, such as one word of five letters, are in words about anything. */
const FEWEST_TRIGRAMS = 6;
/** A longer query is known by a part of its trigrams: one bit each. */
const MOST_TRIGRAMS = 32;
/** Puts texts with the words one after another before those of the same weight. */
const PHRASE_BONUS = 0.001;

/** A word that a text may have instead of a word of the query. */
interface Candidate {
  text: string;
  needle: Needle;
  weight: number;
}

/** What texts may have for a word of a query. */
interface Wanted {
  /** the most frequent likely one */
  likely: string;
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
      needle: { ...needle(text), whole: text.length < STEM_LENGTH },
      weight: likelihood * rarity(texts, all),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAXIMUM_CORRECTIONS);
}

/**
 * The weight of each text of a shelf, and for each word of a query the candidate that it has: its number from 1,
 * or 0. One for all uses, because each fills and reads them at once.
 */
const weights = new Float64Array(SHELF_SIZE);
const used = Array.from({ length: MAXIMUM_NEAR_WORDS }, () => new Uint8Array(SHELF_SIZE));

function weigh(shelf: ShelfWords, wanted: readonly Wanted[]): void {
  weights.fill(0);
  for (const [word, { candidates }] of wanted.entries()) {
    const best = used[word]?.fill(0) ?? new Uint8Array();
    // The heaviest one last, so that it remains.
    for (let at = candidates.length; at > 0; at -= 1) {
      const candidate = candidates[at - 1];
      for (const [from, to] of candidate ? rangesOf(shelf, candidate.needle) : []) {
        for (const place of shelf.places.subarray(from, to)) best[place] = at;
      }
    }
    for (let place = 0; place < shelf.ids.length; place += 1) {
      const weight = candidates[(best[place] ?? 0) - 1]?.weight ?? 0;
      weights[place] = (weights[place] ?? 0) + weight;
    }
  }
}

/** In how many texts each of these words is, about: one with two matching words counts twice. */
async function countTexts(
  all: readonly ShelfWords[],
  words: readonly string[],
  pause: () => Promise<void>,
): Promise<Map<string, number>> {
  const counts = new Map(words.map((word) => [word, 0]));
  for (const shelf of all) {
    for (const word of words) {
      for (const [from, to] of rangesOf(shelf, needle(word))) {
        counts.set(word, (counts.get(word) ?? 0) + to - from);
      }
    }
    await pause();
  }
  return counts;
}

/** Which trigrams of a query each text of a shelf has, a bit each; one for all uses, see `weights`. */
const shared = new Uint32Array(SHELF_SIZE);

/** How many bits of a number are set (Brian Kernighan's way: each step clears one). */
function countBits(number: number): number {
  let count = 0;
  for (let left = number; left !== 0; left &= left - 1) count += 1;
  return count;
}

/**
 * The ids of the texts that have the largest shares of a query's trigrams, best first, at most
 * `limits.nearMatchesMax`; of those with the same share, the newest first.
 * @param vocabulary the words of all texts
 */
async function findByTrigrams(
  all: readonly ShelfWords[],
  vocabulary: Iterable<Word>,
  query: string,
  pause: () => Promise<void>,
): Promise<number[]> {
  const trigrams = [...trigramsOf(query)];
  if (trigrams.length < FEWEST_TRIGRAMS) return [];
  const every = Math.ceil(trigrams.length / MOST_TRIGRAMS);
  const known = trigrams.filter((_, at) => at % every === 0);
  const bitOf = new Map(known.map((trigram, at) => [trigram, 1 << at]));
  /** which of them a word has */
  const bitsOfWord = new Map<Word, number>();
  let seen = 0;
  for (const word of vocabulary) {
    seen += 1;
    if (seen % 200 === 0) await pause();
    let bits = 0;
    eachTrigram(word.text, (trigram) => (bits |= bitOf.get(trigram) ?? 0));
    if (bits !== 0 && !NAME.test(word.text)) bitsOfWord.set(word, bits);
  }
  const found: [id: number, count: number][] = [];
  for (const { ids, words, starts, places } of all.toReversed()) {
    shared.fill(0);
    for (const [at, word] of words.entries()) {
      const bits = bitsOfWord.get(word) ?? 0;
      if (bits === 0) continue;
      for (const place of places.subarray(starts[at], starts[at + 1])) {
        shared[place] = (shared[place] ?? 0) | bits;
      }
    }
    for (let place = ids.length - 1; place >= 0; place -= 1) {
      const count = countBits(shared[place] ?? 0);
      if (count >= NEAR_SHARE * known.length) found.push([ids[place] ?? 0, count]);
    }
    await pause();
  }
  // A stable sort: the newest stay first.
  return found
    .sort(([, count], [, other]) => other - count)
    .slice(0, limits.nearMatchesMax)
    .map(([id]) => id);
}

/** Finds what comes close to a query in which no approved joke has all words. */
export function createNearSearch(index: SearchIndex) {
  /**
   * The ids of approved jokes that have rare words of the query, or what may have been meant by words that
   * no approved joke has; best first, at most `limits.nearMatchesMax`. If no joke has any, those that share
   * trigrams with the query.
   * @returns also the words that were looked for: those of the best joke, else the most likely ones
   */
  return async function findNear(
    catalog: Catalog,
    query: string,
    signal: AbortSignal,
  ): Promise<{ ids: number[]; words: string[] }> {
    const typed = wordsOf(query);
    const different = [...new Set(typed)].slice(0, MAXIMUM_NEAR_WORDS);
    const all = await index.of(catalog);
    const pause = createSlices(signal);
    const counts = await countTexts(all, different, pause);
    const unknown = different.filter((word) => counts.get(word) === 0);
    const corrections = await correctionsOf(unknown, index.vocabulary(), pause);
    const { approved } = catalog.totals();
    const wanted = different.map((word): Wanted => {
      const count = counts.get(word) ?? 0;
      const known = { text: word, needle: needle(word), weight: rarity(count, approved) };
      if (count > 0) return { likely: word, candidates: [known], weight: known.weight };
      const likely = corrections.get(word) ?? [];
      const candidates = candidatesOf(likely, approved);
      const weight = candidates[0]?.weight ?? known.weight;
      return { likely: likeliest(likely)?.text ?? word, candidates, weight };
    });
    const least = NEAR_THRESHOLD * wanted.reduce((sum, { weight }) => sum + weight, 0);
    /** the best so far, best first */
    const best: { id: number; rank: number; words: string[] }[] = [];
    for (const shelf of all.toReversed()) {
      weigh(shelf, wanted);
      for (let place = shelf.ids.length - 1; place >= 0; place -= 1) {
        const weight = weights[place] ?? 0;
        const lowest = best.length < limits.nearMatchesMax ? 0 : (best.at(-1)?.rank ?? 0);
        if (weight === 0 || weight < least || weight + PHRASE_BONUS <= lowest) continue;
        const words = wanted.map(
          ({ candidates, likely }, at) => candidates[(used[at]?.[place] ?? 0) - 1]?.text ?? likely,
        );
        const isPhrase = shelf.forms[place]?.includes(needleOf(words.join(' ')));
        const rank = weight + (isPhrase ? PHRASE_BONUS : 0);
        const behind = best.findLastIndex((other) => other.rank >= rank);
        best.splice(behind + 1, 0, { id: shelf.ids[place] ?? 0, rank, words });
        best.splice(limits.nearMatchesMax);
      }
      await pause();
    }
    const meant = new Map(
      different.map((word, at) => [word, best[0]?.words[at] ?? wanted[at]?.likely]),
    );
    const words = typed.map((word) => meant.get(word) ?? word);
    const ids = best.map(({ id }) => id);
    if (ids.length > 0) return { ids, words };
    return { ids: await findByTrigrams(all, index.vocabulary(), words.join(' '), pause), words };
  };
}
