import { expect, test } from 'vitest';
import {
  countVotes,
  meanRating,
  rankingScore,
  voteFields,
  withVote,
  type Histogram,
} from './score.ts';

test('the rating is the plain mean of the stars, 0 without votes', () => {
  expect(meanRating([0, 0, 0, 0, 0])).toBe(0);
  expect(meanRating([1, 0, 0, 0, 1])).toBe(3);
  expect(meanRating([0, 0, 0, 1, 3])).toBe(4.75);
});

test('a vote adds one to its star alone', () => {
  expect(withVote([1, 2, 3, 4, 5], 1)).toEqual([2, 2, 3, 4, 5]);
  expect(withVote([1, 2, 3, 4, 5], 5)).toEqual([1, 2, 3, 4, 6]);
  expect(countVotes([1, 2, 3, 4, 5])).toBe(15);
});

test('the score is the mean after adding ten votes of the site’s average', () => {
  expect(rankingScore([0, 0, 0, 0, 0], 3.7)).toBe(3.7);
  expect(rankingScore([0, 0, 0, 0, 1], 3.5)).toBeCloseTo(3.64, 2);
  expect(rankingScore([0, 0, 0, 0, 10], 3)).toBe(4);
  expect(rankingScore([1, 1, 0, 0, 8], 4)).toBeCloseTo(83 / 20, 12);
});

test('one lucky vote ranks below many good ones, and many votes near their mean', () => {
  const lucky: Histogram = [0, 0, 0, 0, 1];
  const loved: Histogram = [10, 10, 30, 200, 750];
  for (const prior of [2.5, 3.5, 4.5]) {
    expect(rankingScore(loved, prior)).toBeGreaterThan(rankingScore(lucky, prior));
    expect(Math.abs(meanRating(loved) - rankingScore(loved, prior))).toBeLessThan(0.03);
  }
});

test('another vote moves the score toward its star', () => {
  const good: Histogram = [1, 0, 2, 20, 40];
  expect(rankingScore(withVote(good, 5), 3.5)).toBeGreaterThan(rankingScore(good, 3.5));
  expect(rankingScore(withVote(good, 1), 3.5)).toBeLessThan(rankingScore(good, 3.5));
});

test('a joke stores everything that follows from its votes; the default prior is that of a new site', () => {
  expect(voteFields([1, 0, 0, 0, 1])).toEqual({
    histogram: [1, 0, 0, 0, 1],
    num_votes: 2,
    stars: 6,
    rating: 3,
    prior: 3.5,
    score: 41 / 12,
  });
});
