// @module-tag S3
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = ['firestore.rules', 'storage.rules'];

/** The file without its comments. */
function rulesOf(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replace(/\/\/.*$/gm, '');
}

/** Conditions of every `allow` statement; `true` where it has none. */
function conditions(rules: string): string[] {
  return [...rules.matchAll(/\ballow\b([^;]*);/g)].map(
    ([, statement = '']) => /:\s*if\s+(.*)$/s.exec(statement)?.[1]?.trim() ?? 'true',
  );
}

test.each(files)('%s grants no client anything', (file) => {
  const granted = conditions(rulesOf(file));
  expect(granted.length).toBeGreaterThan(0);
  expect(granted.every((condition) => condition === 'false')).toBe(true);
});

test('the check sees what would be granted', () => {
  expect(conditions('allow read; allow write: if request.auth != null;')).toEqual([
    'true',
    'request.auth != null',
  ]);
});
