/** A word of the site's texts. */
export interface Word {
  readonly text: string;
  /** how many texts have it */
  texts: number;
}

/** Shorter words are a letter away from too many others, and longer ones are no words. */
const isCorrectable = ({ length }: string) => length >= 3 && length <= 24;
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

/**
 * How likely it is that somebody who typed one word meant another: 1 if it is the same; less for a missing,
 * additional, wrong or swapped letter (F. J. Damerau, "A Technique for Computer Detection and Correction of
 * Spelling Errors", 1964), and for two missing ones, as in "nok" for "knock", or an incomplete word; otherwise 0.
 */
export function likelihoodOf(typed: string, meant: string): number {
  if (typed === meant) return 1;
  const isLong = typed.length >= TYPING_ERROR_LENGTH;
  const missing = meant.length - typed.length;
  if (missing < 0) return missing === -1 && isLong && hasLettersOf(typed, meant) ? LIKELY : 0;
  if (missing === 1 && hasLettersOf(meant, typed)) return LIKELY;
  if (missing === 2 && hasLettersOf(meant, typed)) return UNLIKELY;
  const difference = differenceOf(typed, meant);
  if (missing === 0 && (difference === 'swapped' || isLong)) return difference ? LIKELY : 0;
  return difference === 'swapped' && typed.length >= STEM_LENGTH ? UNLIKELY : 0;
}

/** A word that may have been meant. */
export interface Correction {
  word: Word;
  likelihood: number;
}

/** Those of the words of a query for which corrections are looked for; a pasted text has more. */
const MAXIMUM_CORRECTED = 8;

/**
 * Finds words that may have been meant by others. Looks at each word of the vocabulary once.
 * @param typed words that no text has
 * @param pause awaited after every few hundred words
 * @returns by typed word, the corrections of the first eight that may be misspelled
 */
export async function correctionsOf(
  typed: readonly string[],
  vocabulary: Iterable<Word>,
  pause: () => Promise<void>,
): Promise<Map<string, Correction[]>> {
  const misspelled = typed.filter(isCorrectable).slice(0, MAXIMUM_CORRECTED);
  const found = new Map(misspelled.map((each): [string, Correction[]] => [each, []]));
  if (found.size === 0) return found;
  let seen = 0;
  for (const word of vocabulary) {
    seen += 1;
    if (seen % 200 === 0) await pause();
    for (const [each, corrections] of found) {
      const likelihood = likelihoodOf(each, word.text);
      if (likelihood > 0) corrections.push({ word, likelihood });
    }
  }
  return found;
}
