import * as z from 'zod/mini';
import { jokeId, jokeStatus, rejectReason } from './entities.ts';
import { described } from './fields.ts';
import { moment } from './moment.ts';

/** 256 bits in base64url */
export const receipt = z
  .string()
  .check(
    z.regex(/^[\w-]{43}$/, 'Must be the receipt of a submission'),
    z.meta({ description: 'The `receipt` in the answer to a submission' }),
  );

export const submissionReceipt = z.strictObject({
  joke_id: jokeId,
  status: jokeStatus,
  receipt: described(receipt, 'A secret with which the submitter can follow the joke'),
});

/** The state of a submission. */
export const submissionState = z.strictObject({
  status: described(
    z.enum([...jokeStatus.options, 'removed']),
    '`removed`: an administrator has deleted it',
  ),
  reason: described(z.nullable(rejectReason), 'Why it was rejected, if the moderator said so'),
  submitted_at: moment,
  decided_at: described(
    z.nullable(moment),
    'When it was approved, rejected or deleted; null if it is pending',
  ),
  duplicate_of: described(
    z.nullable(jokeId),
    'The approved joke that it repeats, if the moderator said so',
  ),
  original_hidden: described(
    z.boolean(),
    'Whether the joke that it repeats is not approved at the moment',
  ),
  joke_id: described(z.nullable(jokeId), 'Its number if it is approved'),
});
export type SubmissionState = z.infer<typeof submissionState>;
