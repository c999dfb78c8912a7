import type { Requirement } from './requirements.ts';

/** What stands in a file, exactly once, and what a fault puts in its place. */
export type Edit = readonly [file: string, part: string, by: string];

/** A deliberate fault, and the test file whose tests of this requirement must fail for it. */
export interface Mutation {
  id: Requirement['id'];
  what: string;
  edits: readonly Edit[];
  test: string;
}

/**
 * A file's text with a fault in it.
 * @throws when the text to be replaced does not stand there exactly once
 */
export function withFault(text: string, [file, part, by]: Edit): string {
  const [before, after, ...more] = text.split(part);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`To plant a fault, this must stand exactly once in ${file}: ${part}`);
  }
  return before + by + after;
}
