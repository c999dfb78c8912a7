import { limits } from './limits.ts';

/** Created on first use, because it loads Unicode's data. */
let segmenter: Intl.Segmenter | undefined;
const utf8 = new TextEncoder();

const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/gu;
const WHITESPACE = /(?:[^\S\n]|\u2800)+/gu;
const SPACE_AT_BREAK = / ?\n ?/gu;
/** One picture, with its variation or skin tone. */
const EMOJI = String.raw`(?!\p{Unassigned})\p{Extended_Pictographic}[\uFE0E\uFE0F\p{Emoji_Modifier}]?`;
/** Scripts whose letters look different beside a joiner: Arabic, and those of India and its neighbors. */
const JOINING = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
/** In which invisible characters are part of what is seen (UTS 51, UAX 31): flags, keycaps, joined emoji and letters. */
const VISIBLE = [
  String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{5}\u{E007F}`,
  String.raw`[\d#*]\uFE0F\u20E3`,
  String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
  String.raw`[\u200C\u200D](?<=(?=\p{Letter})[${JOINING}]\p{Mark}*.)`,
].join('|');
const INVISIBLE = String.raw`(?!\n)[\p{Control}\p{Format}\p{Surrogate}\p{Private_Use}\p{Unassigned}\p{Default_Ignorable_Code_Point}]`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${VISIBLE})|${INVISIBLE}`, 'gu');

/** Puts everything from the last line that is allowed on that line. */
function limitLines(text: string): string {
  const lines = text.split('\n');
  const kept = lines.slice(0, limits.jokeMaxLines - 1);
  const rest = lines.slice(limits.jokeMaxLines - 1).filter((line) => line !== '');
  return [...kept, ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n');
}

/**
 * Normalizes a text for storage: trims it and its lines, collapses runs of whitespace to one space and
 * blank lines to one, removes control, zero-width, format and other invisible characters, except those that
 * emoji and joined letters need, and applies Unicode NFC. Line breaks become `\n`; those beyond the limit of lines become spaces. Markup stays
 * plain text.
 */
export function normalizeJokeText(text: string): string {
  const clean = text
    .replace(LINE_BREAK, '\n')
    .replace(WHITESPACE, ' ')
    .replace(EMOJI_OR_INVISIBLE, '$1')
    .normalize('NFC')
    .replace(WHITESPACE, ' ')
    .replace(SPACE_AT_BREAK, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return limitLines(clean);
}

/** The user-perceived characters of a text, one after the other: segmenting what nobody reads would take long. */
function* segmentsOf(text: string): Generator<string, void> {
  if (!('Segmenter' in Intl)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * The user-perceived characters of a text (Unicode grapheme clusters). In a browser without `Intl.Segmenter`
 * these are code points, which are never fewer; the server always has it.
 */
export function charactersOf(text: string): string[] {
  return [...segmentsOf(text)];
}

/** Counts user-perceived characters. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** Whether a text has at least so many characters. */
function hasAtLeast(text: string, characters: number): boolean {
  let found = 0;
  for (const _ of segmentsOf(text)) {
    found += 1;
    if (found === characters) return true;
  }
  return false;
}

/** Whether a normalized text has at least 10 characters. */
export function isLongEnough(text: string): boolean {
  return hasAtLeast(text, limits.jokeMinCharacters);
}

/** Whether a text has at most 500 characters and 2,000 bytes of UTF-8. */
export function isShortEnough(text: string): boolean {
  return (
    // First what costs less: a text may have as many bytes as a body.
    utf8.encode(text).length <= limits.jokeMaxBytes &&
    !hasAtLeast(text, limits.jokeMaxCharacters + 1)
  );
}

/** Describes what is wrong with the length of a normalized text; undefined if nothing. */
export function jokeLengthProblem(text: string): string | undefined {
  if (!isLongEnough(text))
    return `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`;
  return isShortEnough(text)
    ? undefined
    : `A joke has at most ${limits.jokeMaxCharacters} characters.`;
}
