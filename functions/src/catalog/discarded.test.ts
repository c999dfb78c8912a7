import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDiscarded, type VoteChoice } from './discarded.ts';
import type { Histogram } from './score.ts';
import { ungroupedFields, withCastVotes, withVotes, type CastVote, type Counted } from './tally.ts';

const START = Date.UTC(2026, 10, 18);
const HOUR_MS = 3_600_000;
/** Two weeks and a day: the last vote, which no choice may have, is alone in its day and week, or not. */
const HOURS = 15 * 24;
const IMPORTED: Histogram = [3, 0, 1, 0, 20];

const imported: Counted = { ...ungroupedFields(IMPORTED), prior: 3.5 };

/** A joke with these votes, one by one. */
function counted(votes: readonly CastVote[]) {
  let joke = imported;
  for (const { stars, group = 0, created_at } of votes) {
    joke = { ...joke, ...withVotes(joke, [{ stars, group }], created_at) };
  }
  return { ...joke, unusual: undefined };
}

const stars = fc.integer({ min: 1, max: 5 });
const group = fc.integer({ min: 0, max: 5 });
const hour = fc.integer({ min: 0, max: HOURS });
const at = (hours: number) => new Date(START + hours * HOUR_MS);

const history = fc
  .array(fc.record({ stars, group, created_at: hour.map(at) }), { maxLength: 60 })
  .map((votes) => votes.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()));
const choice = fc.record({
  id: fc.uuid(),
  hours: fc.tuple(hour, hour).filter(([one, other]) => one !== other),
  stars: fc.uniqueArray(stars, { minLength: 1 }),
  group: fc.option(group, { nil: null }),
});

test(
  'discarding and undoing choices in any order leaves exactly what the other votes give',
  { tags: 'S23' },
  () => {
    fc.assert(
      fc.property(
        history,
        fc.array(choice, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        stars,
        (past, drawn, toggled, lastStars) => {
          const last = { stars: lastStars, group: 2, created_at: at(HOURS + 1) };
          const all: CastVote[] = [...past, last];
          const choices = drawn.map(({ hours: [one, other], ...rest }): VoteChoice => {
            return { ...rest, from: at(Math.min(one, other)), to: at(Math.max(one, other)) };
          });
          const before = counted(all);
          let joke = before;
          let made: VoteChoice[] = [];
          const toggle = (each: VoteChoice) => {
            const others = made.filter((other) => other !== each);
            const moved = all.filter(
              (vote) => isDiscarded([each], vote) && !isDiscarded(others, vote),
            );
            const undone = made.includes(each);
            const fields = withCastVotes(joke, moved, undone ? 1 : -1);
            if (!fields) throw new Error('The counts do not contain their votes');
            joke = { ...joke, ...fields, unusual: undefined };
            made = undone ? others : [...others, each];
            const kept = all.filter((vote) => !isDiscarded(made, vote));
            expect(joke).toEqual(counted(kept));
          };
          for (const index of toggled)
            choices
              .slice(index % choices.length)
              .slice(0, 1)
              .forEach(toggle);
          for (const each of made) toggle(each);
          expect(joke).toEqual(before);
        },
      ),
    );
  },
);

test('a week whose votes were all discarded has no score', () => {
  const votes = [1, 2, 3, 4, 5, 6].map((network) => ({
    stars: 5,
    group: network,
    created_at: at(0),
  }));
  const joke = counted(votes);
  expect(joke).toHaveProperty('week_score', expect.any(Number));
  expect(withCastVotes(joke, votes, -1)).toMatchObject({
    week: joke.week,
    week_score: undefined,
    histogram: IMPORTED,
  });
});

test('votes without a group are taken from the histogram alone', () => {
  const joke = counted([{ stars: 4, group: 1, created_at: at(0) }]);
  const fields = withCastVotes(joke, [{ stars: 5, created_at: at(0) }], -1);
  expect(fields).toMatchObject({ histogram: [3, 0, 1, 1, 19], tally: joke.tally });
});

test.each([
  ['it has none with these stars', [{ stars: 4, group: 1, created_at: at(0) }]],
  ['its groups have none', [{ stars: 5, group: 1, created_at: at(0) }]],
])('a joke can’t lose a vote if %s', (_, votes) => {
  expect(withCastVotes(counted([]), votes, -1)).toBeUndefined();
});

test('a joke with a malformed tally can’t lose votes', () => {
  const joke = { ...counted([]), tally: null };
  expect(withCastVotes(joke, [{ stars: 5, created_at: at(0) }], -1)).toBeUndefined();
});
