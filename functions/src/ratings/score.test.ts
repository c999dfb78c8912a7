import { expect, test } from 'vitest';
import { countVotes, meanRating, rankingScore, withVote, type Histogram } from './score.ts';

test('the mean is the plain average of the stars, 0 without votes', () => {
  expect(meanRating([0, 0, 0, 0, 0])).toBe(0);
  expect(meanRating([1, 0, 0, 0, 1])).toBe(3);
  expect(meanRating([0, 0, 0, 1, 3])).toBe(4.75);
});

test('a vote adds one to its star alone', () => {
  expect(withVote([1, 2, 3, 4, 5], 1)).toEqual([2, 2, 3, 4, 5]);
  expect(withVote([1, 2, 3, 4, 5], 5)).toEqual([1, 2, 3, 4, 6]);
  expect(countVotes([1, 2, 3, 4, 5])).toBe(15);
});

test('the score without votes is that of five votes spread evenly', () => {
  // Uniform shares: mean 3, variance 2 / 6.
  expect(rankingScore([0, 0, 0, 0, 0])).toBeCloseTo(3 - 1.65 * Math.sqrt(2 / 6), 12);
});

test('one lucky vote ranks below many good ones, and many votes near their mean', () => {
  const lucky: Histogram = [0, 0, 0, 0, 1];
  const loved: Histogram = [10, 10, 30, 200, 750];
  expect(rankingScore(loved)).toBeGreaterThan(rankingScore(lucky));
  expect(meanRating(loved) - rankingScore(loved)).toBeLessThan(0.06);
});

test('another five stars always raise the score, another one star lowers that of a good joke', () => {
  const good: Histogram = [1, 0, 2, 20, 40];
  expect(rankingScore(withVote(good, 5))).toBeGreaterThan(rankingScore(good));
  expect(rankingScore(withVote(good, 1))).toBeLessThan(rankingScore(good));
});
