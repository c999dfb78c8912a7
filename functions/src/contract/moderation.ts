import * as z from 'zod/mini';
import { auditId, rejectReason } from './audit.ts';
import { joke, jokeId, jokeStatus, moderatedJoke, textHash } from './entities.ts';
import { jokeContent, jokeTags, statedContent, tagging } from './joke-content.ts';
import { count, described } from './fields.ts';
import { moment } from './moment.ts';
import { limits } from '../domain/limits.ts';

const writtenAudit = described(
  z.nullable(auditId),
  'The log entry, with which the decision can be undone, except of `personal_data`; null if nothing was changed',
);

const totals = described(
  z.strictObject({ approved: count, pending: count, rejected: count }),
  'The number of jokes with each status afterwards',
);
export type Totals = z.infer<typeof totals>;

/** What the moderator saw of a joke; what is left out is not compared. */
export const expectation = z.strictObject({
  status: z.optional(jokeStatus),
  text_hash: z.optional(textHash),
});
export type Expectation = z.infer<typeof expectation>;

const expected = described(
  z.optional(expectation),
  'What the moderator saw. If the joke has changed since, nothing is decided',
);
/** The optional body of a decision about one joke; its tags and `safe` are set with it. */
export const decision = z.optional(z.extend(tagging, { expected }));
export const edit = z.extend(statedContent, { expected });

export const moderationReceipt = z.strictObject({
  joke_id: jokeId,
  status: jokeStatus,
  audit_id: writtenAudit,
  totals,
});
export const deletionReceipt = z.strictObject({
  joke_id: jokeId,
  deleted: z.literal(true),
  audit_id: writtenAudit,
  totals,
});
export const editedJoke = z.extend(joke, { audit_id: writtenAudit });

/** The jokes to moderate in one call. */
export const moderatedIds = z.array(jokeId).check(
  z.minLength(1),
  z.maxLength(limits.moderationMaxIds),
  z.refine((ids) => new Set(ids).size === ids.length, { error: 'Each id only once' }),
);

export const moderation = z
  .strictObject({
    action: z.enum(['approve', 'reject']),
    joke_ids: moderatedIds,
    reason: described(
      z.optional(rejectReason),
      'Only for a rejection. With `personal_data` the jokes, and their texts in the log, are deleted for good',
    ),
    duplicate_of: described(
      z.optional(jokeId),
      'Only with the reason `duplicate`: the joke that these repeat, which the submitter may read',
    ),
    taggings: described(
      z.optional(
        z.array(z.extend(tagging, { joke_id: jokeId })).check(z.maxLength(limits.moderationMaxIds)),
      ),
      'The tags and `safe` of some of these jokes, which are set with the decision',
    ),
    expected: described(
      z.optional(
        z
          .array(z.extend(expectation, { joke_id: jokeId }))
          .check(z.maxLength(limits.moderationMaxIds)),
      ),
      'What the moderator saw of these jokes. Those that have changed since are left alone and get an `error`',
    ),
  })
  .check(
    z.refine(({ action, reason }) => action === 'reject' || reason === undefined, {
      error: 'Only a rejection has a reason',
      path: ['reason'],
    }),
    z.refine(
      ({ reason, duplicate_of: original, joke_ids }) =>
        original === undefined || (reason === 'duplicate' && !joke_ids.includes(original)),
      { error: 'Only a duplicate repeats a joke, and none itself', path: ['duplicate_of'] },
    ),
  );
export type Moderation = z.infer<typeof moderation>;

export const moderationResults = z.strictObject({
  results: described(
    z.array(
      z.strictObject({
        joke_id: jokeId,
        status: described(z.nullable(jokeStatus), 'Its status now; null if there is no such joke'),
        audit_id: writtenAudit,
        error: described(z.optional(z.string()), 'Why nothing was changed'),
        joke: described(
          z.optional(moderatedJoke),
          'As it is now, if its tags or `safe` were changed with it, or nothing because it is not as expected',
        ),
      }),
    ),
    'One for each id, in the same order',
  ),
  totals,
});
export type ModerationResults = z.infer<typeof moderationResults>;

/** What changes about the tags and `safe` of some jokes, each with its own change. */
const retag = z.strictObject({
  joke_id: jokeId,
  add: described(z.optional(jokeTags), 'Tags that it gets'),
  remove: described(z.optional(jokeContent.shape.tags), 'Tags that it loses'),
  safe: tagging.shape.safe,
  text_hash: z.optional(textHash),
});
export const retagging = z.strictObject({
  changes: described(
    z.array(retag).check(
      z.minLength(1),
      z.maxLength(limits.moderationMaxIds),
      z.refine(
        (changes) => new Set(changes.map(({ joke_id }) => joke_id)).size === changes.length,
        { error: 'Each id only once' },
      ),
    ),
    'A change of each joke',
  ),
});
export type Retagging = z.infer<typeof retagging>;

export const retaggingResults = z.strictObject({
  results: described(
    z.array(
      z.strictObject({
        joke_id: jokeId,
        tags: described(
          z.nullable(jokeContent.shape.tags),
          'Its tags now; null if there is no such joke',
        ),
        safe: described(
          z.nullable(jokeContent.shape.safe),
          'Whether it is suitable for children; null if there is no such joke',
        ),
        audit_id: writtenAudit,
        error: described(z.optional(z.string()), 'Why nothing was changed'),
      }),
    ),
    'One for each change, in the same order',
  ),
});
export type RetaggingResults = z.infer<typeof retaggingResults>;

export const undoReceipt = z.extend(moderatedJoke, { totals });

/** The entries to undo in one call. */
export const undoing = z.strictObject({
  audit_ids: described(
    z.array(auditId).check(
      z.minLength(1),
      z.maxLength(limits.moderationMaxIds),
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'Each id only once' }),
    ),
    'Entries of the log, of different jokes',
  ),
});

export const undoResults = z.strictObject({
  results: described(
    z.array(
      z.strictObject({
        audit_id: auditId,
        joke: described(z.nullable(moderatedJoke), 'The current joke; null if it does not exist'),
        error: described(z.optional(z.string()), 'Why nothing was undone'),
      }),
    ),
    'One for each entry, in the same order',
  ),
  totals,
});
export type UndoResults = z.infer<typeof undoResults>;

export const adminCounts = z.strictObject({
  pending: count,
  oldest: described(
    z.nullable(z.strictObject({ joke_id: jokeId, submitted_at: moment })),
    'The pending joke that was submitted first; null without one',
  ),
  reported: described(count, 'Reported jokes; up to a minute old'),
});
