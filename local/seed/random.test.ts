import { expect, test } from 'vitest';
import { createRandom, drawNormal, shuffle } from './random.ts';

test('the generator follows the published algorithm', () => {
  const random = createRandom(1);
  const words = [random(), random(), random()].map((draw) => draw * 2 ** 32);
  expect(words).toEqual([2_693_262_067, 11_749_833, 2_265_367_787]);
});

test('the same seed draws the same numbers, another seed different ones', () => {
  const draws = (seed: number) => Array.from({ length: 20 }, createRandom(seed));
  expect(draws(3)).toEqual(draws(3));
  expect(draws(3)).not.toEqual(draws(4));
});

test('normal deviates have mean 0 and standard deviation 1', () => {
  const random = createRandom(9);
  const draws = Array.from({ length: 20_000 }, () => drawNormal(random));
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
  expect(mean).toBeCloseTo(0, 1);
  expect(variance).toBeCloseTo(1, 1);
});

test('shuffling keeps every item and does not change the original', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const shuffled = shuffle(items, createRandom(2));
  expect(shuffled).not.toEqual(items);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
  expect(items[0]).toBe(0);
});
