import * as z from 'zod/mini';
import { jokeId, jokeStatus } from '../../contract/index.ts';

const count = z.int().check(z.minimum(0));

/** A picture as it is kept; `file` is the content hash that its file names begin with. */
export const storedImage = z.object({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  generated_at: z.date(),
});

/** `jokes/{id}` (design §3). Dates are Dates here and Timestamps in the database. */
export const jokeDocument = z.object({
  joke_id: jokeId,
  joke_text: z.string(),
  status: jokeStatus,
  rating: z.number(),
  num_votes: count,
  histogram: z.tuple([count, count, count, count, count]),
  /** the sum of the stars of all votes; jokes written before decision 30 have none, nor a prior */
  stars: z.optional(count),
  /** what orders the Top 100: the mean star with ten votes of `prior` added */
  score: z.number(),
  /** the site's average vote, as it was when the score was last computed for all jokes */
  prior: z.optional(z.number()),
  image: z.nullable(storedImage),
  created_at: z.date(),
  /** of the last change of any kind: other instances find what has changed by it */
  updated_at: z.date(),
  approved_at: z.nullable(z.date()),
  /**
   * SHA-256 of the receipt of its submission, and of the text that was submitted. Neither leaves the
   * server. Jokes that were imported, or submitted before November 22, 2026, have none.
   */
  receipt_hash: z.optional(z.string()),
  receipt_text_hash: z.optional(z.string()),
});
export type JokeDocument = z.infer<typeof jokeDocument>;
