import { limits } from './limits.ts';

/** Created on first use, because it loads Unicode's data. */
let segmenter: Intl.Segmenter | undefined;
const utf8 = new TextEncoder();

const BLANKS = /[\s\u2800]+/gu;
const INVISIBLE =
  /[\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Normalizes a text for storage: trims it, collapses runs of blanks to one space, removes control,
 * zero-width, format and other invisible characters, and applies Unicode NFC. Markup stays plain text.
 */
export function normalizeJokeText(text: string): string {
  return text
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .trim();
}

/** Counts characters as people do: user-perceived characters (Unicode grapheme clusters). */
export function countCharacters(text: string): number {
  let count = 0;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const _character of segmenter.segment(text)) count += 1;
  return count;
}

/** Whether a normalized text has at least 10 characters (specification §9). */
export function isLongEnough(text: string): boolean {
  return countCharacters(text) >= limits.jokeMinCharacters;
}

/** Whether a text has at most 500 characters (specification §9) and 2,000 bytes of UTF-8. */
export function isShortEnough(text: string): boolean {
  return (
    countCharacters(text) <= limits.jokeMaxCharacters &&
    utf8.encode(text).length <= limits.jokeMaxBytes
  );
}

/** Describes what is wrong with the length of a normalized text (specification §5); undefined if nothing. */
export function jokeLengthProblem(text: string): string | undefined {
  if (!isLongEnough(text))
    return `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
  return isShortEnough(text)
    ? undefined
    : `A joke has at most ${limits.jokeMaxCharacters} characters.`;
}
