import { expect, test } from 'vitest';
import { averageText, laterTally, votesText, withVote } from './tally.ts';

test.each([
  [{ rating: 0, num_votes: 0 }, 4, { rating: 4, num_votes: 1 }],
  [{ rating: 4, num_votes: 1 }, 5, { rating: 4.5, num_votes: 2 }],
  [{ rating: 5, num_votes: 3 }, 1, { rating: 4, num_votes: 4 }],
])('%o with a vote of %i is %o', (tally, stars, expected) => {
  expect(withVote(tally, stars)).toEqual(expected);
});

test('the tally with more votes is later; if equal, the known one stays', () => {
  const known = { rating: 3, num_votes: 2 };
  expect(laterTally(known, { rating: 4, num_votes: 3 })).toEqual({ rating: 4, num_votes: 3 });
  expect(laterTally(known, { rating: 4, num_votes: 2 })).toBe(known);
  expect(laterTally(known, { rating: 4, num_votes: 1 })).toBe(known);
});

test('the average has one decimal', () => {
  expect(averageText({ rating: 0, num_votes: 0 })).toBe('0.0/5');
  expect(averageText({ rating: 4.25, num_votes: 4 })).toBe('4.3/5');
  expect(averageText({ rating: 5, num_votes: 1 })).toBe('5.0/5');
});

test("the count says 'vote' for one and 'votes' otherwise", () => {
  expect(votesText({ rating: 0, num_votes: 0 })).toBe('0 votes');
  expect(votesText({ rating: 4, num_votes: 1 })).toBe('1 vote');
  expect(votesText({ rating: 4, num_votes: 1204 })).toBe(`${(1204).toLocaleString()} votes`);
});
