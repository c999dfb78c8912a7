import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A requirement of security and reliability (S), of the experience (U), or an attack or fault that the first version
 * did not withstand (X), or a bound on what anybody's requests cost (P). Tests that prove part of it have its number
 * as a tag.
 */
export interface Requirement {
  id: `${'P' | 'S' | 'U' | 'X'}${number}`;
  what: string;
  /** The test file that proves it. Tests elsewhere that have its number prove what this one can't. */
  home: string;
  /** A proof of part of it that `npm run safety` does not run. */
  elsewhere: string | undefined;
}

const FORM = /^(\S+) (.+)\nproved by +(\S+)(?:\nelsewhere +(.+))?$/;

const isId = (text: string): text is Requirement['id'] => /^[PSUX]\d+$/.test(text);

/** @throws {Error} with what is not as the others */
function parse(text: string): Requirement {
  const [, id = '', what = '', home = '', elsewhere] = FORM.exec(text) ?? [];
  if (!isId(id))
    throw new Error(`tests/safety/requirements.txt has what is no requirement: ${text}`);
  return { id, what, home, elsewhere };
}

const stored = readFileSync(join(import.meta.dirname, 'requirements.txt'), 'utf8');

export const requirements: readonly Requirement[] = stored
  .trimEnd()
  .split('\n\n')
  .filter((text) => !text.startsWith('#'))
  .map(parse);
