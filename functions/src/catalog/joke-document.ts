import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { day, jokeId, jokeStatus, rejectReason, storedContent } from '../contract/index.ts';
import { tallyDocument } from './tally.ts';

const count = z.int().check(z.minimum(0));

/** A joke's image. */
export const storedImage = z.object({
  /** the content hash that the names of the image's files begin with */
  file: z.string(),
  width: z.int(),
  height: z.int(),
  generated_at: z.date(),
});

/** A field that is null if it is missing or malformed, so that the rest of its document can be read. */
export function orNull<Schema extends z.ZodMiniType>(schema: Schema) {
  // oxlint-disable-next-line promise/valid-params -- this is not a promise
  return z.catch(z.nullable(schema), null);
}

/** Votes that count, and the sum of their stars; neither is necessarily whole. */
export const weightedVotes = z.object({
  votes: z.number().check(z.minimum(0)),
  stars: z.number().check(z.minimum(0)),
});

/**
 * `jokes/{id}`. Dates here are Timestamps in the database. Each write also sets `updated_at`, by which instances
 * find what has changed.
 */
export const jokeDocument = z.object({
  joke_id: jokeId,
  ...storedContent.shape,
  status: jokeStatus,
  /** how many votes gave one, two, three, four and five stars */
  histogram: z.tuple([count, count, count, count, count]),
  /** what counts of them, see `weighVotes`; null if every vote does */
  weighted: orNull(weightedVotes),
  /** the Monday (UTC) of the week of the last vote, and what counts of that week's votes */
  week: orNull(day),
  week_weighted: orNull(weightedVotes),
  /** what the next vote needs; null if it is malformed or missing */
  tally: orNull(tallyDocument),
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

/** What is left of a deleted joke: its number is never used again, and its receipt says that it is gone. */
export const removedJoke = z.object({
  joke_id: jokeId,
  /** erased: because of personal data */
  status: z.enum(['deleted', 'erased']),
  created_at: z.date(),
  /** the time of the deletion */
  decided_at: z.date(),
  receipt_hash: z.optional(z.string()),
});
export type RemovedJoke = z.infer<typeof removedJoke>;

/** Every document of `jokes`. */
export const storedJoke = z.discriminatedUnion('status', [jokeDocument, removedJoke]);

/** A joke as instances have it in memory: only a vote needs the tally, which is up to 3 KB. */
export const catalogJoke = z.omit(jokeDocument, { tally: true });
export type CatalogJoke = z.infer<typeof catalogJoke>;

/** Every joke that instances have in memory. */
export const catalogEntry = z.discriminatedUnion('status', [catalogJoke, removedJoke]);
export type CatalogEntry = z.infer<typeof catalogEntry>;

export function isRemoved(joke: CatalogEntry): joke is RemovedJoke {
  return joke.status === 'deleted' || joke.status === 'erased';
}

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
export function changedAt({ created_at, approved_at, edited_at, image }: CatalogJoke): Date {
  const changes = [created_at, approved_at, edited_at, image?.generated_at];
  return new Date(Math.max(...changes.map((date) => date?.getTime() ?? 0)));
}
