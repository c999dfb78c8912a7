import { expect, test } from 'vitest';
import { meanRating, rankingScore } from './score.ts';

test('the rating is the plain mean of the stars, 0 without votes', () => {
  expect(meanRating([0, 0, 0, 0, 0])).toBe(0);
  expect(meanRating([1, 0, 0, 0, 1])).toBe(3);
  expect(meanRating([0, 0, 0, 1, 3])).toBe(4.75);
});

test('the score is the mean after adding ten votes of the site’s average', () => {
  expect(rankingScore([0, 0, 0, 0, 0], 3.7)).toBe(3.7);
  expect(rankingScore([0, 0, 0, 0, 1], 3.5)).toBeCloseTo(3.64, 2);
  expect(rankingScore([0, 0, 0, 0, 10], 3)).toBe(4);
  expect(rankingScore([1, 1, 0, 0, 8], 4)).toBeCloseTo(83 / 20, 12);
});
