import { isShortEnough, normalizeJokeText } from './joke-length.ts';

/**
 * Letters and digits of scripts without spaces between words, or that write articles and prepositions
 * together with the next word (Arabic, Hebrew), and pictures such as emoji.
 */
const JOINED =
  '(?:(?=[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Arab}\\p{scx=Hebr}])[\\p{L}\\p{N}]|\\p{Extended_Pictographic})';

/** Created on first use, because they load Unicode's data. */
let patterns: { startsJoined: RegExp; word: RegExp } | undefined;
function wordPatterns() {
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

/** A query as the site compares, shows and counts it: normalized like a joke, on one line. */
export function normalizeQuery(query: string): string {
  return normalizeJokeText(query).replaceAll(/\n+/g, ' ');
}

/** Whether a normalized query is no longer than a joke can be and has a word to search for. */
export function isSearchable(query: string): boolean {
  return isShortEnough(query) && wordsOf(query).length > 0;
}

/**
 * The words of a text or query as search compares them: its runs of letters and digits, without case,
 * accents, quotation marks and apostrophes; "Don’t" is `dont`. Compatible characters are the same (NFKD),
 * such as wide and narrow letters.
 */
export function wordsOf(text: string): string[] {
  return text.replace(NOT_PLAIN, foldCharacter).toLowerCase().match(wordPatterns().word) ?? [];
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

/** A part of a text. */
export interface Piece {
  text: string;
  /** whether it matches a word of the query */
  marked: boolean;
}

/** The parts of a run of letters that match, each the longest possible: from the index, to the index. */
function matchesIn(run: string, words: readonly string[]): [from: number, to: number][] {
  const end = wordPatterns().startsJoined.test(run) ? run.length : 1;
  const found: [number, number][] = [];
  for (let at = 0; at < end; at += 1) {
    const longest = Math.max(
      0,
      ...words.map((word) => (run.startsWith(word, at) ? word.length : 0)),
    );
    if (longest === 0) continue;
    found.push([at, at + longest]);
    at += longest - 1;
  }
  return found;
}

/**
 * Divides a text into what matches and what does not.
 * @param words of the query, by {@link wordsOf}
 * @returns the pieces, which make up the text
 */
export function markMatches(text: string, words: readonly string[]): Piece[] {
  let folded = '';
  /** for each index of the folded text, where its character starts and ends in the text */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of text.matchAll(/./gsu)) {
    const part = character.replace(NOT_PLAIN, foldCharacter).toLowerCase();
    folded += part;
    for (let i = 0; i < part.length; i += 1) {
      starts.push(index);
      ends.push(index + character.length);
    }
    // A mark belongs to the letter before it.
    if (part === '' && /\p{Mark}/u.test(character) && ends.length > 0) {
      ends[ends.length - 1] = index + character.length;
    }
  }
  const pieces: Piece[] = [];
  let done = 0;
  const add = (to: number, marked: boolean) => {
    if (to > done) pieces.push({ text: text.slice(done, to), marked });
    done = Math.max(done, to);
  };
  for (const { 0: run, index } of folded.matchAll(wordPatterns().word)) {
    for (const [from, to] of matchesIn(run, words)) {
      add(starts[index + from] ?? done, false);
      add(ends[index + to - 1] ?? done, true);
    }
  }
  add(text.length, false);
  return pieces;
}
