import { expect, test } from 'vitest';
import { lookUpLabeled } from './support/similar-facts.ts';
import labeled from './data/similar-facts.json' with { type: 'json' };

const { missed, unique, short } = lookUpLabeled();

test.each(missed)('all pairs are found: $kind', ({ pairs, missed }) => {
  expect(pairs).toBe(50);
  expect(missed).toEqual([]);
});

test('at most 2 of 100 unique facts are taken for another', () => {
  expect(labeled.unique).toHaveLength(100);
  expect(unique.length, JSON.stringify(unique)).toBeLessThanOrEqual(2);
});

test('at most 3 of 100 short facts are, although most share their words with others', () => {
  expect(labeled.short).toHaveLength(100);
  expect(short.length, JSON.stringify(short)).toBeLessThanOrEqual(3);
});
