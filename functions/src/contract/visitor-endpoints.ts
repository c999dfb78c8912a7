import * as z from 'zod';
import { limits, SUBMISSION_STATUSES } from '../domain/limits.ts';
import { calls, type Endpoint } from './calls.ts';
import { moment } from './fields.ts';
import {
  idempotencyHeaders,
  joke,
  jokeContent,
  jokeId,
  jokeStatus,
  rejectReason,
  reportReason,
  statedContent,
} from './jokes.ts';

/** What a visitor submits. */
const submission = statedContent.pick({ joke_text: true });

/** 256 bits in base64url */
const receipt = z
  .string()
  .regex(/^[\w-]{43}$/, 'Must be the receipt of a submission')
  .meta({
    description: 'The `receipt` in the answer to a submission',
    examples: ['rT9c1mXfA0mQ3b8y5o2uWk7vZpLhJd4sEgNqRi6tYxM'],
  });

export const submissionReceipt = z.strictObject({
  joke_id: jokeId,
  status: jokeStatus.meta({ examples: ['pending'] }),
  receipt: receipt.describe('A secret with which the submitter can follow the joke'),
});

/** The state of a submission. */
const submissionState = z.strictObject({
  status: z.enum(SUBMISSION_STATUSES),
  /** why it was rejected, if the moderator said so */
  reason: rejectReason.nullable().meta({ examples: [null] }),
  submitted_at: moment,
  /** when it was approved, rejected or deleted; null if it is pending */
  decided_at: moment.nullable(),
  /** the approved joke that it repeats, if the moderator said so */
  duplicate_of: jokeId.nullable().meta({ examples: [null] }),
  /** its number if it is approved */
  joke_id: jokeId.nullable(),
});
export type SubmissionState = z.infer<typeof submissionState>;

export const similarJoke = z.strictObject({
  joke_id: jokeId,
  joke_text: jokeContent.shape.joke_text,
  status: jokeStatus,
  similarity: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description:
        '1 for the same words, ignoring order, case, accents, punctuation and the hero’s name',
      examples: [0.82],
    }),
});
export type SimilarJoke = z.infer<typeof similarJoke>;

const stars = z
  .int()
  .min(limits.ratingMin)
  .max(limits.ratingMax)
  .meta({ examples: [5] });

export const ratingSubmission = z.strictObject({ joke_id: jokeId, rating_num: stars });

/** A joke's votes after a vote. */
export const votesAfter = z.strictObject({
  rating: joke.shape.rating,
  num_votes: joke.shape.num_votes,
  histogram: joke.shape.histogram,
});

/** The calls with which visitors submit, rate and report jokes. */
export const visitorEndpoints = {
  submitJoke: {
    ...calls.submitJoke,
    summary: 'Submits a joke for approval',
    success: 201,
    headers: idempotencyHeaders,
    body: submission,
    output: submissionReceipt,
  },
  getSubmission: {
    ...calls.getSubmission,
    summary: 'The state of a submission',
    params: z.strictObject({ receipt }),
    output: submissionState,
  },
  findSimilarJokes: {
    ...calls.findSimilarJokes,
    summary: 'Approved jokes that say nearly the same as a text',
    description:
      'For a submitter, before submitting. Compares words, ignoring their order, case, accents, punctuation and the hero’s name.',
    body: submission,
    output: z.strictObject({
      similar: z.array(similarJoke).max(limits.similarMax).describe('Best first'),
    }),
  },
  rateJoke: {
    ...calls.rateJoke,
    summary: 'Rates an approved joke, once per browser',
    description:
      'The first vote of a browser sets the cookie `__session`, for the paths `/api/v1/ratings` and `/api/v1/reports`, which identifies the browser in later votes. A vote that is sent again with its key sets the cookie again.',
    success: 201,
    headers: idempotencyHeaders,
    body: ratingSubmission,
    output: votesAfter.extend({
      joke_id: jokeId,
      rating_num: stars,
      user_can_vote: z.boolean().meta({ examples: [false] }),
    }),
  },
  reportJoke: {
    ...calls.reportJoke,
    summary: 'Reports an approved joke, once per browser',
    description:
      'A report hides nothing: an administrator decides. A browser without `__session` gets it as with a first vote.',
    success: 201,
    headers: idempotencyHeaders,
    body: z.strictObject({ joke_id: jokeId, reason: reportReason }),
    output: z.strictObject({ joke_id: jokeId, reported: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;
