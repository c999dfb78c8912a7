import { createHash } from 'node:crypto';
import type { StatedFact } from './fact-line.ts';

/** A fact and the line that states it. */
export interface FactOnLine {
  line: number;
  fact: StatedFact;
}

/** What a first look at the whole file and at the site has told. */
export interface ImportPlan {
  /** lines that state a fact */
  facts: number;
  /** lines with something wrong */
  problems: number;
  /** facts that the site has already, as the file states them */
  settled: number;
  /** Whether the site has this fact already. */
  isSettled(fact: StatedFact): boolean;
  /** Facts without a number get numbers from here on: no line states one of them. */
  firstFreeId: number;
}

/** A short stand-in for a text, to compare many of them in little memory. */
export function textKey(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 24);
}
