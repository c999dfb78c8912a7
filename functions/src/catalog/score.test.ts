import { describe, expect, test } from 'vitest';
import { meanRating, scoreOf, votesOf, weighVotes, type Histogram } from './score.ts';

test('the rating is the plain mean of the stars, 0 without votes', () => {
  expect(meanRating([0, 0, 0, 0, 0])).toBe(0);
  expect(meanRating([1, 0, 0, 0, 1])).toBe(3);
  expect(meanRating([0, 0, 0, 1, 3])).toBe(4.75);
});

test('the score is the mean after adding ten votes of the site’s average', () => {
  const score = (histogram: Histogram, prior: number) => scoreOf(votesOf(histogram), prior);
  expect(score([0, 0, 0, 0, 0], 3.7)).toBe(3.7);
  expect(score([0, 0, 0, 0, 1], 3.5)).toBeCloseTo(3.64, 2);
  expect(score([0, 0, 0, 0, 10], 3)).toBe(4);
  expect(score([1, 1, 0, 0, 8], 4)).toBeCloseTo(83 / 20, 12);
});

describe('votes of networks', () => {
  /** A group's votes, all of them with the same stars. */
  const votes = (count: number, stars = 5) => ({ votes: count, stars: count * stars });

  test.each([
    ['three votes count in full, however few there are', [3], 0, 3],
    ['of more votes from one network, three count', [280], 0, 3],
    ['a network counts as one in twenty where many have voted', [280], 200, 210.15],
    ['each of many networks counts in full', Array.from({ length: 200 }, () => 1), 0, 200],
  ])('%s', (_, counts, ungrouped, counted) => {
    const groups = new Map(counts.map((count, group) => [group, votes(count)]));
    const count = ungrouped + counts.reduce((sum, each) => sum + each, 0);
    const weighed = weighVotes({ votes: count, stars: 5 * count }, groups);
    expect(weighed.votes).toBeCloseTo(counted, 9);
    expect(weighed.stars).toBeCloseTo(5 * counted, 9);
  });

  test.each([
    [0, 3.5, 0.5],
    [10, 3.3, 0.45],
    [100, 3.3, 0.2],
    [700, 3.3, 0.15],
  ])(
    '280 five-star votes from one network barely move a joke with %i others',
    (others, mean, most) => {
      const honest = { votes: others, stars: mean * others };
      const score = (...votes: Parameters<typeof weighVotes>) => scoreOf(weighVotes(...votes), 3.3);
      const stuffed = { votes: others + 280, stars: honest.stars + 1_400 };
      const moved = score(stuffed, new Map([[7, votes(280)]])) - score(honest, new Map());
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThanOrEqual(most);
    },
  );

  test('groups with more votes than the histogram are malformed: every vote counts', () => {
    const all = { votes: 3, stars: 15 };
    expect(weighVotes(all, new Map([[1, votes(4)]]))).toEqual(all);
  });
});
