import { foldLetters, wordPatterns } from 'functions/domain';

/** A part of a text. */
interface Piece {
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
 * @param words of the query, by `wordsOf`
 * @returns the pieces, which make up the text
 */
export function markMatches(text: string, words: readonly string[]): Piece[] {
  let folded = '';
  /** for each index of the folded text, where its character starts and ends in the text */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of text.matchAll(/./gsu)) {
    const part = foldLetters(character);
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
