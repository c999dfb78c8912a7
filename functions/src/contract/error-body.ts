import * as z from 'zod/mini';
import { moderatedJoke, ratingSubmission } from './entities.ts';
import { described } from './fields.ts';

const errorEntry = z.strictObject({
  /** where: `body`, `query` or `path`, then the field */
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type ErrorEntry = z.infer<typeof errorEntry>;

/** The body of every error response (specification §3, error responses). */
export const errorBody = z.strictObject({
  detail: z.union([z.string(), z.array(errorEntry)]),
  joke: described(
    z.optional(moderatedJoke),
    'The joke as it is now; only if a decision was refused because it has changed',
  ),
  rating_num: described(
    z.optional(ratingSubmission.shape.rating_num),
    'The stars that were counted; only if a vote was refused because its key was used for other stars',
  ),
});
export type ErrorBody = z.infer<typeof errorBody>;
