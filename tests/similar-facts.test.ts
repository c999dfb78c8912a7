import { expect, test } from 'vitest';
import { lookUpLabeled } from './support/similar-facts.ts';

const { missed, flagged, unique } = lookUpLabeled();

test.each(missed)('at least 95 % of the pairs are found: $kind', ({ pairs, missed }) => {
  expect(pairs).toBe(50);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05 * pairs);
});

test('at most 2 of 100 unique facts are taken for another', () => {
  expect(unique).toBe(100);
  expect(flagged.length, JSON.stringify(flagged)).toBeLessThanOrEqual(2);
});

test('every kind of pair and the unique facts have room: a stricter or looser threshold still holds', () => {
  for (const threshold of [0.5, 0.6]) {
    const { missed, flagged } = lookUpLabeled(threshold);
    expect(missed.flatMap((kind) => kind.missed).length).toBeLessThanOrEqual(15);
    expect(flagged.length).toBeLessThanOrEqual(2);
  }
});
