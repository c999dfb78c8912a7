import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weekOf } from '../domain/index.ts';
import { countVotes, NO_VOTES, type Histogram } from './score.ts';
import {
  countVote,
  decodeGroups,
  encodeGroups,
  ungroupedFields,
  type Counted,
  type Vote,
} from './tally.ts';

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

describe('the votes of groups', () => {
  test('are the same after writing and reading them', () => {
    const group = fc.integer({ min: 0, max: 255 });
    const count = fc.integer({ min: 1, max: 3_000_000 });
    const entry = fc.tuple(group, count, fc.double({ min: 1, max: 5, noNaN: true }));
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const groups = new Map(
          entries
            .toSorted(([a], [b]) => a - b)
            .map(([number, votes, mean]) => [number, { votes, stars: Math.floor(votes * mean) }]),
        );
        expect(decodeGroups(encodeGroups(groups))).toEqual(groups);
      }),
    );
  });

  test('take at most 1.5 KB with four million votes', () => {
    const votes = { votes: 16_383, stars: 81_915 };
    const groups = new Map(Array.from({ length: 256 }, (_, at) => [at, votes] as const));
    expect(encodeGroups(groups).length).toBeLessThanOrEqual(1_536);
  });

  test.each([[[1]], [[1, 0, 0]], [[1, 1, 5]], [[2, 1, 0, 1, 1, 0]], [[1, 0x80]]])(
    'are malformed as %j',
    (bytes) => {
      expect(decodeGroups(Uint8Array.from(bytes))).toEqual(new Map());
    },
  );
});

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
    expect(weighted).toEqual({ votes: 10 + 3, stars: 40 + 15 });
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
      weighted: { votes: 9, stars: 45 },
    });
  });
});
