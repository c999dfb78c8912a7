import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekOf } from '../domain/index.ts';
import {
  countVote,
  countVotes,
  meanRating,
  NO_VOTES,
  scoreOf,
  ungroupedFields,
  votesOf,
  weighVotes,
  type Counted,
  type Histogram,
  type Vote,
} from './score.ts';

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

describe('votes of networks', { tags: 'P20' }, () => {
  /** A group's votes, all of them with the same stars. */
  const votes = (count: number, stars = 5) => ({ votes: count, stars: count * stars });

  test.each([
    ['a single vote counts in full', [1], 0, 1],
    ['of a joke that only one network has rated, a vote and a third count', [280], 0, 4 / 3],
    ['each network counts for more where more have rated', [9, 9, 2, 1, 1, 1, 1, 1, 1], 0, 12],
    ['votes without a network count in full, and for the others', [280], 224, 224 + 6],
    ['each of many networks counts in full', Array.from({ length: 200 }, () => 1), 0, 200],
  ])('%s', (_, counts, ungrouped, counted) => {
    const groups = Object.fromEntries(counts.map((count, group) => [group, votes(count)]));
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
      const moved = score(stuffed, { 7: votes(280) }) - score(honest, {});
      expect(moved).toBeGreaterThan(0);
      expect(moved).toBeLessThanOrEqual(most);
    },
  );
});

const WEDNESDAY = new Date('2026-11-25T12:00:00Z');
const unrated: Counted = ungroupedFields(NO_VOTES);

/** A joke after these votes, at least one. */
function withVotes(joke: Counted, [first, ...others]: readonly Vote[], at: Date) {
  if (!first) throw new Error('Expected a vote');
  return others.reduce((counted, vote) => countVote(counted, vote, at), countVote(joke, first, at));
}

const many = (count: number, vote: Vote) => Array.from({ length: count }, () => vote);
const eachFromElsewhere = (count: number, starsOf: (at: number) => number): Vote[] =>
  Array.from({ length: count }, (_, at) => ({ stars: starsOf(at), group: at % 256 }));

describe('a joke with new votes', () => {
  test('has the same fields in whatever order they came', () => {
    const vote = fc.record({
      stars: fc.integer({ min: 1, max: 5 }),
      group: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(vote, { minLength: 1 }), fc.func(fc.nat()), (votes, keyOf) => {
        const first = withVotes(unrated, votes, WEDNESDAY);
        const other = votes.toSorted((a, b) => keyOf(a) - keyOf(b));
        expect(withVotes(unrated, other, WEDNESDAY)).toEqual(first);
        expect(countVotes(first.histogram)).toBe(votes.length);
      }),
    );
  });

  test('keeps the votes that it had without groups', () => {
    const imported = { ...unrated, ...ungroupedFields([0, 0, 0, 10, 0]) };
    const { weighted } = withVotes(imported, many(280, { stars: 5, group: 1 }), WEDNESDAY);
    const counted = 1 + Math.sqrt(1 + 10) / 3;
    expect(weighted).toEqual({ votes: 10 + counted, stars: 40 + 5 * counted });
  });

  test('counts every vote of a malformed tally in full', () => {
    const malformed = { ...unrated, histogram: [0, 0, 0, 0, 20] satisfies Histogram, tally: null };
    const { weighted } = withVotes(malformed, [{ stars: 5, group: 1 }], WEDNESDAY);
    expect(weighted).toEqual({ votes: 21, stars: 105 });
  });

  test('counts each week, from Monday at midnight UTC, from zero', () => {
    expect(weekOf(new Date('2026-11-22T23:59:59Z'))).toBe('2026-11-16');
    expect(weekOf(new Date('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
    const first = withVotes(
      unrated,
      eachFromElsewhere(5, () => 5),
      new Date('2026-11-22T23:00:00Z'),
    );
    expect(first.week_weighted).toEqual({ votes: 5, stars: 25 });
    const second = withVotes(
      first,
      eachFromElsewhere(4, () => 5),
      new Date('2026-11-23T00:00:00Z'),
    );
    expect(second).toMatchObject({
      week: '2026-11-23',
      week_weighted: { votes: 4, stars: 20 },
      histogram: [0, 0, 0, 0, 9],
    });
  });
});
