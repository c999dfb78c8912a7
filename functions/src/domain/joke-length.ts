import { limits } from './limits.ts';

/** Created on first use, because it loads Unicode's data. */
let segmenter: Intl.Segmenter | undefined;
const utf8 = new TextEncoder();

const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/gu;
const BLANKS = /(?:[^\S\n]|\u2800)+/gu;
const BLANKS_AT_BREAK = / ?\n ?/gu;
/**
 * An emoji of several characters, whose joiners and variation selectors are part of the picture (UTS 51),
 * in a group; or an invisible character.
 */
const EMOJI_OR_INVISIBLE =
  /((?:(?!\p{Unassigned})\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D(?=\p{Extended_Pictographic}))?)+|[\d#*]\uFE0F\u20E3|\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F})|(?!\n)[\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Default_Ignorable_Code_Point}]/gu;

/** Puts everything from the last line that is allowed on that line. */
function limitLines(text: string): string {
  const lines = text.split('\n');
  const kept = lines.slice(0, limits.jokeMaxLines - 1);
  const rest = lines.slice(limits.jokeMaxLines - 1).filter((line) => line !== '');
  return [...kept, ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n');
}

/**
 * Normalizes a text for storage: trims it and its lines, collapses runs of whitespace to one space and
 * blank lines to one, removes control, zero-width, format and other invisible characters, except within
 * emoji, and applies Unicode NFC. Line breaks become `\n`; those beyond the limit of lines become spaces. Markup stays
 * plain text.
 */
export function normalizeJokeText(text: string): string {
  const clean = text
    .replace(LINE_BREAK, '\n')
    .replace(BLANKS, ' ')
    .replace(EMOJI_OR_INVISIBLE, '$1')
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .replace(BLANKS_AT_BREAK, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return limitLines(clean);
}

/**
 * Counts characters as people do: user-perceived characters (Unicode grapheme clusters). A browser
 * without `Intl.Segmenter` counts code points, which are never fewer; the server always has it.
 */
export function countCharacters(text: string): number {
  if (!('Segmenter' in Intl)) return Array.from(text).length;
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
