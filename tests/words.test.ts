import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*.*?\*\/|<!--.*?-->/gs, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '');

test('words on the screen have the typographic apostrophe', () => {
  const shown = projectFiles('{web,functions/src}/**/*.{ts,tsx,html}').filter(
    (file) => !/\.test\.ts/.test(file),
  );
  expect(shown.length).toBeGreaterThan(200);
  const found = shown.flatMap((file) => {
    const text = withoutComments(readFileSync(join(root, file), 'utf8'));
    return (text.match(/\p{L}+'\p{L}+/gu) ?? []).map((words) => [file, words]);
  });
  expect(found).toEqual([]);
});
