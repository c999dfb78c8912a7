import type { Requirement } from './requirements.ts';

/** A text that occurs exactly once in a file, and the text that replaces it. */
export type Edit = readonly [file: string, text: string, replacement: string];

/** A deliberate fault, and the test file whose tests of the requirement must fail because of it. */
export interface Mutation {
  id: Requirement['id'];
  what: string;
  edits: readonly Edit[];
  test: string;
}

/**
 * Plants a fault in a file's content.
 * @returns the changed content
 * @throws {Error} if the text to replace does not occur exactly once
 */
export function withFault(content: string, [file, text, replacement]: Edit): string {
  const [before, after, ...more] = content.split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`To plant a fault, this must occur exactly once in ${file}: ${text}`);
  }
  return before + replacement + after;
}
