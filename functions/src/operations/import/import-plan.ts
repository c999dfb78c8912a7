import { createHash } from 'node:crypto';
import type { ImportedJoke } from './joke-line.ts';

/** A joke and its line in the file. */
export interface JokeOnLine {
  line: number;
  imported: ImportedJoke;
}

/** The result of checking the whole file against the site. */
export interface ImportPlan {
  /** valid jokes in the file */
  jokes: number;
  problems: number;
  /** jokes that already exist: as the file states them, or, without a number, with the same text */
  unchanged: number;
  /** Whether this joke counts as unchanged. */
  isUnchanged(joke: ImportedJoke): boolean;
  /** Jokes without a number get numbers from here on; no line uses them. */
  firstFreeId: number;
}

/** A hash of a text, to compare many texts in little memory. */
export function textKey(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 24);
}
