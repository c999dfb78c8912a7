import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { visitAll } from './texts.ts';

test('every number is visited once before any is repeated', () => {
  for (let size = 1; size <= 200; size += 1) {
    const walk = visitAll(size, createRandom(size));
    const first = Array.from({ length: size }, () => walk.next().value);
    expect(first.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, n) => n));
    expect(walk.next().value).toBe(first[0]);
  }
});

test('consecutive numbers are far apart', () => {
  const walk = visitAll(10_000, createRandom(1));
  expect(Math.abs(walk.next().value - walk.next().value)).toBeGreaterThan(2_000);
});
