import { normalizeJokeText } from './joke-length.ts';

/**
 * Letters and digits of scripts without spaces between words, or that write articles and prepositions
 * together with the next word (Arabic, Hebrew), and pictures such as emoji.
 */
const JOINED =
  '(?:(?=[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Arab}\\p{scx=Hebr}])[\\p{L}\\p{N}]|\\p{Extended_Pictographic})';

/** Created on first use, because they load Unicode's data. */
let patterns: { startsJoined: RegExp; word: RegExp } | undefined;
/** What is a word of a folded text, and whether a word is found anywhere in others. */
export function wordPatterns() {
  return (patterns ??= {
    startsJoined: new RegExp(`^${JOINED}`, 'u'),
    // A word of a folded text. Where the kind of script changes, another word begins.
    word: new RegExp(`${JOINED}+|(?:(?!${JOINED})[\\p{L}\\p{N}])+`, 'gu'),
  });
}

/** What a word is compared without: quotation marks, apostrophes, accents and invisible characters. */
const IGNORED = /[\p{Quotation_Mark}`´ʻʼ′\p{Mark}\p{Format}\p{Default_Ignorable_Code_Point}]/gu;
const NOT_PLAIN = /[^\0-\x7f]|['"`]/gu;

/** One character as it is compared: none, one or several characters. Plain ones only lose their case. */
function foldCharacter(character: string): string {
  const plain = character.replace(IGNORED, '').normalize('NFKD').replace(IGNORED, '');
  // In this order, so that ß is ss and both kinds of σ are the same.
  return plain.toUpperCase().toLowerCase();
}

/** A text as {@link foldText} compares it, with its white space. */
export function foldLetters(text: string): string {
  return text.replace(NOT_PLAIN, foldCharacter).toLowerCase();
}

/** A query as the site compares, shows and counts it: normalized like a joke, on one line. */
export function normalizeQuery(query: string): string {
  return normalizeJokeText(query).replaceAll(/\n+/g, ' ');
}

/**
 * A text in the one form in which texts are compared: without case, accents, quotation marks and apostrophes,
 * and with single spaces; "Don’t  stop" is `dont stop`. Compatible characters are the same (NFKD), such as
 * wide and narrow letters.
 */
export function foldText(text: string): string {
  return foldLetters(text).replace(/\s+/g, ' ').trim();
}

/** The words of a text or query: the runs of letters and digits of its {@link foldText}. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(wordPatterns().word) ?? [];
}

/** The words of a text as one string, in which {@link needleOf} a word is found. */
export function searchForm(text: string): string {
  return ` ${wordsOf(text).join(' ')}`;
}

/**
 * What the {@link searchForm} of a text contains if a word matches. A word matches where a word of the
 * text starts with it: "kick" finds "roundhouse-kicked", while "ant" does not find "restaurant". Where a
 * word's start can't be recognized, in Japanese or Arabic, for example, it matches anywhere.
 */
export function needleOf(word: string): string {
  return wordPatterns().startsJoined.test(word) ? word : ` ${word}`;
}
