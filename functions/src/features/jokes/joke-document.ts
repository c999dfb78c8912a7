import * as z from 'zod/mini';
import { hint, jokeId, jokeStatus, rejectReason } from '../../contract/index.ts';

const count = z.int().check(z.minimum(0));

const storedImage = z.object({
  /** the content hash that the names of the image's files begin with */
  file: z.string(),
  width: z.int(),
  height: z.int(),
  generated_at: z.date(),
});

/** `jokes/{id}`. Dates here are Timestamps in the database. */
export const jokeDocument = z.object({
  joke_id: jokeId,
  joke_text: z.string(),
  status: jokeStatus,
  /** the mean of all votes, 1 to 5 stars; 0 without votes */
  rating: z.number().check(z.minimum(0), z.maximum(5)),
  num_votes: count,
  /** how many votes gave one, two, three, four and five stars */
  histogram: z.tuple([count, count, count, count, count]),
  /** the sum of the stars of all votes; older jokes have neither this nor `prior` */
  stars: z.optional(count),
  /** the order of the Top 100: the mean of all votes and ten more of `prior` stars */
  score: z.number(),
  /** the site's average vote when the scores of all jokes were last computed */
  prior: z.optional(z.number()),
  image: z.nullable(storedImage),
  created_at: z.date(),
  /** the time of the last change of any kind, by which other instances find what has changed */
  updated_at: z.date(),
  /** the time of the first approval */
  approved_at: z.nullable(z.date()),
  /** the time of the last approval or rejection; jokes decided before November 22, 2026, have none */
  decided_at: z.optional(z.nullable(z.date())),
  /** of a rejected joke, if the moderator gave a reason */
  reject_reason: z.optional(z.nullable(rejectReason)),
  /** the time of the last change of the text */
  edited_at: z.optional(z.nullable(z.date())),
  /** the log's entry of the last approval, rejection or edit that was not undone */
  last_change: z.optional(z.nullable(z.string())),
  /**
   * SHA-256 of the submission's receipt and of the text as submitted. Neither leaves the server. Jokes
   * that were imported, or submitted before November 22, 2026, have neither.
   */
  receipt_hash: z.optional(z.string()),
  receipt_text_hash: z.optional(z.string()),
  /** what the reviewer thinks of the text with this SHA-256; older jokes have none */
  hint: z.optional(z.object({ ...hint.shape, text_hash: z.string() })),
});
export type JokeDocument = z.infer<typeof jokeDocument>;

/** When what visitors read of a joke last changed: its approval, text or image, but not its votes. */
export function changedAt({ created_at, approved_at, edited_at, image }: JokeDocument): Date {
  const changes = [created_at, approved_at, edited_at, image?.generated_at];
  return new Date(Math.max(...changes.map((date) => date?.getTime() ?? 0)));
}
