import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noticedIn, withFault } from './mutation.ts';
import { mutations } from './mutations.ts';
import { requirements } from './requirements.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test.each(mutations)('$id can be broken: $what', (mutation) => {
  expect(withFault(read(mutation.file), mutation)).not.toBe(read(mutation.file));
  expect(read(noticedIn(mutation))).toMatch(new RegExp(`\\b${mutation.id}\\b`));
});

test.each(requirements)('the home of $id has tests of it', ({ id, home }) => {
  expect(read(home)).toMatch(new RegExp(`\\b${id}\\b`));
});

test('each fault is planted once', () => {
  const faults = mutations.map(({ what }) => what);
  expect(new Set(faults).size).toBe(faults.length);
});
