import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { tallyDocument } from '../../catalog/tally.ts';
import { day, jokeId, jokeStatus, rejectReason, storedContent } from '../../contract/index.ts';

const count = z.int().check(z.minimum(0));

const storedImage = z.object({
  /** the content hash that the names of the image's files begin with */
  file: z.string(),
  width: z.int(),
  height: z.int(),
  generated_at: z.date(),
});

/** A field that is null if it is missing or malformed, so that the rest of the joke can be read. */
function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  // oxlint-disable-next-line promise/valid-params -- this is not a promise
  return z.catch(z.nullable(schema), null);
}

/** `jokes/{id}`. Dates here are Timestamps in the database. */
export const jokeDocument = z.object({
  joke_id: jokeId,
  ...storedContent.shape,
  status: jokeStatus,
  /** the mean of all votes, 1 to 5 stars; 0 without votes */
  rating: z.number().check(z.minimum(0), z.maximum(5)),
  num_votes: count,
  /** how many votes gave one, two, three, four and five stars */
  histogram: z.tuple([count, count, count, count, count]),
  /** the sum of the stars of all votes */
  stars: count,
  /** the order of the Top 100: the mean of the votes that count and ten more of `prior` stars */
  score: z.number(),
  /** how high the score may turn out to be; Random shows those with the highest ones more often */
  potential: z._default(z.number(), 0),
  /** what the next vote needs; null if it is malformed or missing */
  tally: orNull(tallyDocument),
  /** the Monday (UTC) of the week of the last vote, and that week's score if it has enough votes */
  week: orNull(day),
  week_score: z.optional(z.number()),
  /** the site's average vote when the scores of all jokes were last computed */
  prior: z.number(),
  image: z.nullable(storedImage),
  created_at: z.date(),
  /** the time of the first approval */
  approved_at: z.nullable(z.date()),
  /** the time of the last approval or rejection; null for an imported joke */
  decided_at: z._default(z.nullable(z.date()), null),
  /** of a rejected joke, if the moderator gave a reason */
  reject_reason: z._default(z.nullable(rejectReason), null),
  /** of a rejected duplicate: the joke that it repeats, if the moderator named it */
  duplicate_of: z._default(z.nullable(jokeId), null),
  /** the time of the last change of the text */
  edited_at: z._default(z.nullable(z.date()), null),
  /** the log's entry of the last approval, rejection or edit that was not undone */
  last_change: z._default(z.nullable(z.string()), null),
  /**
   * SHA-256 of the submission's receipt and of the text as submitted. Neither leaves the server. Imported
   * jokes have neither.
   */
  receipt_hash: z.optional(z.string()),
  receipt_text_hash: z.optional(z.string()),
});
export type JokeDocument = z.infer<typeof jokeDocument>;

/** A joke to be created; fields with a default may be left out. */
export type NewJoke = z.input<typeof jokeDocument>;
/** Fields of a joke to be changed. */
export type JokeChanges = Partial<JokeDocument>;

const FIELDS = z.keyof(jokeDocument).options;

/** Those of these fields that a joke has with another value. */
export function changesTo(joke: JokeDocument, fields: JokeChanges): JokeChanges {
  const changes = { ...fields };
  for (const name of FIELDS) if (isDeepStrictEqual(changes[name], joke[name])) delete changes[name];
  return changes;
}

/** When what visitors read of a joke last changed: its approval, text or image, but not its votes. */
export function changedAt({ created_at, approved_at, edited_at, image }: JokeDocument): Date {
  const changes = [created_at, approved_at, edited_at, image?.generated_at];
  return new Date(Math.max(...changes.map((date) => date?.getTime() ?? 0)));
}
