import { distance } from 'fastest-levenshtein';
import { inSlices } from '../platform/slices.ts';
import type { Vocabulary } from './search-texts.ts';

/** Shorter words are a letter away from too many others. */
const SHORTEST = 3;
/** Longer strings are not words. */
const LONGEST = 24;
const isCorrectable = ({ length }: string) => length >= SHORTEST && length <= LONGEST;
/** A wrong or additional letter makes a shorter word another one: kick, pick; beer, bee. */
const TYPING_ERROR_LENGTH = 5;

/** The start of a word says something about it from this length on. */
export const STEM_LENGTH = 4;

export const LIKELY = 0.8;
const UNLIKELY = 0.6;

/** Whether a word has all letters of another one in their order. */
function hasLettersOf(word: string, other: string): boolean {
  let at = 0;
  for (let i = 0; i < word.length && at < other.length; i += 1) {
    if (word[i] === other[at]) at += 1;
  }
  return at === other.length;
}

/** How a word differs from the start of another one, if by no more than two letters next to one another. */
function differenceOf(word: string, start: string): 'swapped' | 'replaced' | undefined {
  let at = 0;
  while (at < word.length && word[at] === start[at]) at += 1;
  if (start.startsWith(word.slice(at + 1), at + 1)) return 'replaced';
  const isSwapped = word[at] === start[at + 1] && word[at + 1] === start[at];
  return isSwapped && start.startsWith(word.slice(at + 2), at + 2) ? 'swapped' : undefined;
}

/** Whether the letter that a word lacks is a vowel or a double one: "god" has all letters of a word, "fsh" and "dor" do not. */
function isEasilyMissed(word: string, whole: string): boolean {
  const at = Array.from(whole).findIndex((letter, index) => letter !== word[index]);
  const letter = whole[at] ?? '';
  return letter === whole[at - 1] || /[aeiouy]/.test(letter);
}

/** From this length on, two wrong letters leave enough of a word. */
const LONG = 6;

/**
 * How likely it is that somebody who typed one word meant another: more than 0 for a missing, additional, wrong or
 * swapped letter (F. J. Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", 1964), for
 * another number ("copy", "copies"), for two missing letters, as in "nok" for "knock", two wrong ones in a long word,
 * or an incomplete word; otherwise 0.
 */
export function likelihoodOf(typed: string, meant: string): number {
  const missing = meant.length - typed.length;
  if (missing < -2 || missing > 2) return 0;
  const isLong = typed.length >= TYPING_ERROR_LENGTH;
  if (missing === -1 && isLong && hasLettersOf(typed, meant)) return LIKELY;
  if (missing === 1 && hasLettersOf(meant, typed))
    return typed.length > SHORTEST || isEasilyMissed(typed, meant) ? LIKELY : 0;
  if (missing === 2 && hasLettersOf(meant, typed)) return UNLIKELY;
  if (
    missing === 2 &&
    meant.endsWith('ies') &&
    meant.startsWith(typed.slice(0, -1)) &&
    typed.endsWith('y')
  )
    return LIKELY;
  if (missing >= 0) {
    const difference = differenceOf(typed, meant);
    if (missing === 0 && difference && (difference === 'swapped' || isLong)) return LIKELY;
    if (difference === 'swapped' && typed.length >= STEM_LENGTH) return UNLIKELY;
  }
  const isSimilar = typed.length >= LONG && typed[0] === meant[0] && distance(typed, meant) <= 2;
  return isSimilar ? UNLIKELY : 0;
}

/** A word that may have been meant. */
export interface Correction {
  text: string;
  /** how many texts have it */
  texts: number;
  likelihood: number;
}

/** Two words that were meant by a word that is written together, such as "butterknife". */
function dividedWord(typed: string, vocabulary: Vocabulary): Correction[] {
  for (let at = SHORTEST; at <= typed.length - SHORTEST; at += 1) {
    const [first, second] = [typed.slice(0, at), typed.slice(at)];
    const texts = Math.min(vocabulary.get(first) ?? 0, vocabulary.get(second) ?? 0);
    if (texts > 0) return [{ text: `${first} ${second}`, texts, likelihood: LIKELY }];
  }
  return [];
}

/**
 * Finds words that may have been meant by others. Looks at each word of the vocabulary once.
 * @param typed words that no text has
 * @returns by typed word, its corrections, if it may be misspelled
 */
export async function correctionsOf(
  typed: readonly string[],
  vocabulary: Vocabulary,
): Promise<Map<string, Correction[]>> {
  const misspelled = typed.filter(isCorrectable);
  const found = new Map(misspelled.map((each) => [each, dividedWord(each, vocabulary)]));
  if (found.size === 0) return found;
  for await (const words of inSlices([...vocabulary])) {
    for (const [each, corrections] of found) {
      for (const [text, texts] of words) {
        const likelihood = likelihoodOf(each, text);
        if (likelihood > 0) corrections.push({ text, texts, likelihood });
      }
    }
  }
  return found;
}
