import * as z from 'zod/mini';
import { expectation, totals, writtenChange } from './changes.ts';
import { joke, jokeId, jokeStatus } from './entities.ts';
import { statedContent, tagging } from './joke-content.ts';
import { count, described } from './fields.ts';
import { moment } from './moment.ts';

const expected = described(
  z.exactOptional(expectation),
  'What the moderator saw. If the joke has changed since, nothing is decided',
);
/** The optional body of a decision about one joke; its tags and `safe` are set with it. */
export const decision = z.optional(z.extend(tagging, { expected }));
export const edit = z.extend(statedContent, { expected });

export const moderationReceipt = z.strictObject({
  joke_id: jokeId,
  status: jokeStatus,
  change_id: writtenChange,
  totals,
});
export const deletionReceipt = z.strictObject({
  joke_id: jokeId,
  deleted: z.literal(true),
  change_id: writtenChange,
  totals,
});
export const editedJoke = z.extend(joke, { change_id: writtenChange });

export const adminCounts = z.strictObject({
  pending: count,
  oldest: described(
    z.nullable(z.strictObject({ joke_id: jokeId, submitted_at: moment })),
    'The pending joke that was submitted first; null without one',
  ),
  reported: described(count, 'Reported jokes'),
});
