import * as z from 'zod/mini';
import { jokeId, jokeStatus } from './entities.ts';
import { described } from './fields.ts';
import { rejectReason } from './moderation.ts';

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
  receipt: described(
    // Earlier versions of the API sent none.
    z.optional(receipt),
    'A secret with which the submitter can see the state of the joke',
  ),
});

/** The state of a submission. */
export const submissionState = z.strictObject({
  status: described(
    z.enum([...jokeStatus.options, 'removed']),
    '`removed`: an administrator has deleted it',
  ),
  reason: described(z.nullable(rejectReason), 'Why it was rejected, if the moderator said so'),
  submitted_at: z.iso.datetime(),
  decided_at: described(
    z.nullable(z.iso.datetime()),
    'When it was approved, rejected or deleted; null if it is pending, or was decided before November 22, 2026',
  ),
  joke_id: described(z.nullable(jokeId), 'Its number if it is approved'),
});
export type SubmissionState = z.infer<typeof submissionState>;
