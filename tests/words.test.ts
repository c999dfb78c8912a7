import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

/** Phrases that read as if translated, and what they may stand in: facts, test data, decisions of the time. */
const BANNED =
  /\b(?:[Aa]ny more|decided about|became of|blanks|The same for|as people count|afresh)\b/g;
const NOT_CHECKED = /^(?:local\/seed\/facts\.json|tests\/data\/.*|tests\/words\.test\.ts)$/;

const files = projectFiles('**/*.{ts,tsx,mts,mjs,css,html,md,json,rules}').filter(
  (file) => !NOT_CHECKED.test(file) && !file.endsWith('package-lock.json'),
);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The banned phrases of a text, also those that continue in the next line of a comment. */
function bannedIn(text: string): string[] {
  return text.replaceAll(/\s*\n\s*(?:\*|\/\/|>)?\s*/g, ' ').match(BANNED) ?? [];
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*.*?\*\/|<!--.*?-->/gs, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '');

/** Words with the apostrophe of a typewriter. */
const straightIn = (text: string) => withoutComments(text).match(/\p{L}+'\p{L}+/gu) ?? [];

describe('words', () => {
  test('are plain English in code, pages and styles', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) => bannedIn(textOf(file)).map((words) => [file, words]));
    expect(found).toEqual([]);
  });

  test('on the screen have the typographic apostrophe', () => {
    const shown = files.filter(
      (file) =>
        /^(?:web|functions\/src)\/.*\.(?:tsx?|html)$/.test(file) && !/\.test\.ts/.test(file),
    );
    const found = shown.flatMap((file) => straightIn(textOf(file)).map((words) => [file, words]));
    expect(found).toEqual([]);
  });
});
