// @module-tag S3
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = ['firestore.rules', 'storage.rules'];

/** A rules file without its comments. */
function rulesOf(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replace(/\/\/.*$/gm, '');
}

/** The conditions of all `allow` statements; `true` for a statement without one. */
function conditions(rules: string): string[] {
  return [...rules.matchAll(/\ballow\b([^;]*);/g)].map(
    ([, statement = '']) => /:\s*if\s+(.*)$/s.exec(statement)?.[1]?.trim() ?? 'true',
  );
}

test.each(files)('%s denies every client everything', (file) => {
  const granted = conditions(rulesOf(file));
  expect(granted.length).toBeGreaterThan(0);
  expect(granted.every((condition) => condition === 'false')).toBe(true);
});
