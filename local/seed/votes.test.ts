import { expect, test } from 'vitest';
import { BEST_MARK } from './facts.ts';
import { createRandom } from './random.ts';
import { drawHistogram, drawVoteCount, qualityOf } from './votes.ts';

test.each([0, 1, 2, 7, 500, 9_000])('a histogram has exactly the %d votes requested', (votes) => {
  for (let seed = 0; seed < 200; seed += 1) {
    const histogram = drawHistogram(createRandom(seed), 2.4 + (seed % 24) / 10, votes);
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(votes);
    expect(Math.min(...histogram)).toBeGreaterThanOrEqual(0);
  }
});

test.each([2.4, 3.3, 4.75])('the mean of many votes is the quality, %d stars', (quality) => {
  const histogram = drawHistogram(createRandom(1), quality, 9_000);
  const stars = histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
  expect(stars / 9_000).toBeCloseTo(quality, 1);
});

test('older and better jokes have more votes', () => {
  const total = (quality: number, ageDays: number) => {
    const random = createRandom(5);
    let sum = 0;
    for (let joke = 0; joke < 500; joke += 1) {
      sum += drawVoteCount(random, { quality, ageDays, favorite: false });
    }
    return sum;
  };
  expect(total(3.5, 7_000)).toBeGreaterThan(total(3.5, 700));
  expect(total(4.5, 700)).toBeGreaterThan(total(2.5, 700));
});

test('a better mark means a better quality, from about 2.4 to 4.75 stars', () => {
  const random = createRandom(3);
  const qualities = [1, 2, 3, 4, BEST_MARK].map((mark) => qualityOf(mark, random));
  expect(qualities).toEqual(qualities.toSorted((a, b) => a - b));
  expect(qualities.at(0)).toBeGreaterThanOrEqual(2.4);
  expect(qualities.at(-1)).toBeLessThanOrEqual(4.75);
});
