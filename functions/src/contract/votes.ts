import * as z from 'zod/mini';
import { joke, jokeId } from './entities.ts';
import { count, described } from './fields.ts';
import { moment } from './moment.ts';
import { limits } from '../domain/limits.ts';
import { auditId, chosenVotes, discardReason } from './audit.ts';

const mean = z.number().check(z.minimum(0), z.maximum(5));
const histogram = described(
  z.array(count).check(z.length(limits.ratingMax)),
  'How many votes gave one, two, three, four and five stars',
);

const DAY_MS = 86_400_000;
/** The site has no votes from before. */
const EARLIEST = '2000';

/** The votes that a moderator chooses. */
const voteChoice = chosenVotes.check(
  z.refine(({ from, to }) => from >= EARLIEST && Date.parse(from) < Date.parse(to), {
    error: 'Must be after the beginning, which is not before 2000',
    path: ['to'],
  }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= limits.reviewDays * DAY_MS, {
    error: `Choose at most ${limits.reviewDays} days`,
    path: ['to'],
  }),
);

const choice = described(voteChoice, 'Which votes');
export const discarding = z.strictObject({
  choice,
  reason: z.optional(discardReason),
});
export const previewing = z.strictObject({ choice });

const unusualJoke = z.strictObject({
  joke,
  unusual_at: described(moment, 'When its votes were last unusual'),
  histogram: described(
    z.nullable(histogram),
    'The votes of that day (UTC); null if there are votes of a later one',
  ),
});
export const unusualJokes = z.strictObject({
  jokes: described(
    z.array(unusualJoke).check(z.maxLength(limits.unusualMax)),
    `At most ${limits.unusualMax}, the latest first`,
  ),
});

export const reviewedVotes = z.strictObject({
  joke,
  unusual_at: described(
    z.nullable(moment),
    'When its votes were last unusual, until a moderator has decided',
  ),
  from: described(moment, 'Votes since then'),
  to: described(moment, 'And before then'),
  cut_off: described(
    z.boolean(),
    `Whether there are more than ${limits.reviewedVotesMax} votes, and later ones are left out`,
  ),
  hours: described(
    z.array(
      z.strictObject({
        at: moment,
        histogram,
        discarded: described(count, 'How many of them are discarded'),
      }),
    ),
    'The hours (UTC) that have votes',
  ),
  groups: described(
    z.array(
      z.strictObject({
        group: described(
          z.nullable(count),
          'Its number; null for votes from before there were groups',
        ),
        votes: described(count, 'How many votes it has'),
        discarded: described(count, 'How many of them are discarded'),
        mean: described(mean, 'Their mean'),
      }),
    ),
    'The groups of networks with the most votes, at most ten',
  ),
  discarded: described(
    z.array(z.extend(chosenVotes, { audit_id: auditId })),
    'The choices that are discarded, each with the log’s entry that undoes it',
  ),
});

const standing = z.strictObject({
  num_votes: count,
  rating: mean,
  rank: described(z.nullable(count), 'Its place by score; null unless it is approved'),
});
export const discardPreview = z.strictObject({
  votes: described(count, 'How many votes would be discarded'),
  before: described(standing, 'Its votes now'),
  after: described(standing, 'Its votes without them'),
});

export const discardReceipt = z.strictObject({
  joke_id: jokeId,
  audit_id: auditId,
  votes: described(count, 'How many votes were discarded'),
});
export const acceptReceipt = z.strictObject({ joke_id: jokeId, audit_id: auditId });
