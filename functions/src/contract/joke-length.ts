import { limits } from './limits.ts';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const utf8 = new TextEncoder();

const BLANKS = /[\s\u2800]+/gu;
const INVISIBLE =
  /[\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The text as it is stored: runs of blanks become one space, control, zero-width, format and other
 * invisible characters go, the rest is Unicode NFC, trimmed. Markup is left as the text that it is.
 */
export function normalizeJokeText(text: string): string {
  return text
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .trim();
}

/** Length as people count it: user-perceived characters (Unicode grapheme clusters). */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of characters.segment(text)) count += 1;
  return count;
}

/** Whether a normalised text has the 10 characters that a joke needs (specification §9). */
export function isLongEnough(text: string): boolean {
  return countCharacters(text) >= limits.jokeMinCharacters;
}

/** Whether a text keeps within 500 characters (specification §9) and 2,000 bytes of UTF-8. */
export function isShortEnough(text: string): boolean {
  return (
    countCharacters(text) <= limits.jokeMaxCharacters &&
    utf8.encode(text).length <= limits.jokeMaxBytes
  );
}

/** What is wrong with the length of a normalised text (specification §5), in words; else nothing. */
export function jokeLengthProblem(text: string): string | undefined {
  if (!isLongEnough(text))
    return `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
  return isShortEnough(text)
    ? undefined
    : `A joke has at most ${limits.jokeMaxCharacters} characters.`;
}
