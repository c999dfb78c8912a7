import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import {
  day,
  jokeContent,
  jokeId,
  keptStatus,
  rejectReason,
  reportCounts,
  storedContent,
  type JokeStatus,
} from '../contract/index.ts';
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

/** How many browsers have reported a joke since an administrator last decided, by reason; and when. */
export const jokeReports = z.object({
  ...reportCounts.shape,
  first_at: z.date(),
  last_at: z.date(),
});
export type JokeReports = z.infer<typeof jokeReports>;

/** The last change of a joke by an administrator. */
export const lastChange = z.object({
  /** of `changes/{id}` */
  id: z.string(),
  username: z.string(),
  at: z.date(),
});

const time = z.nullable(z.date());

/** What administrators change about a joke. */
export const changedFields = z.object({
  ...jokeContent.shape,
  status: keptStatus,
  image: z.nullable(storedImage),
  /** the time of the first approval */
  approved_at: time,
  /** the time of the last approval or rejection; null for an imported joke */
  decided_at: time,
  /** the time of the deletion, from which it can be restored for 30 days */
  deleted_at: time,
  /** of a rejected joke, if the moderator gave a reason */
  reject_reason: z.nullable(rejectReason),
  /** of a rejected duplicate: the joke that it repeats, if the moderator named it */
  duplicate_of: z.nullable(jokeId),
  /** the time of the last change of the text */
  edited_at: time,
  /** only an approved joke has any */
  reports: z.nullable(jokeReports),
});

export const someChangedFields = z.exactPartial(changedFields);
export type ChangedFields = z.infer<typeof someChangedFields>;
export const CHANGED_FIELDS = z.keyof(changedFields).options;

const changed = changedFields.shape;

/**
 * `jokes/{id}`. Dates here are Timestamps in the database. Each write also sets `updated_at`, by which instances
 * find what has changed.
 */
export const jokeDocument = z.object({
  joke_id: jokeId,
  ...storedContent.shape,
  status: changed.status,
  /** how many votes gave one, two, three, four and five stars */
  histogram: z.tuple([count, count, count, count, count]),
  /** what counts of them, see `weighVotes`; null if every vote does */
  weighted: orNull(weightedVotes),
  /** the Monday (UTC) of the week of the last vote, and what counts of that week's votes */
  week: orNull(day),
  week_weighted: orNull(weightedVotes),
  /** what the next vote needs; null if it is malformed or missing */
  tally: orNull(tallyDocument),
  image: changed.image,
  created_at: z.date(),
  approved_at: changed.approved_at,
  decided_at: z._default(changed.decided_at, null),
  deleted_at: z._default(changed.deleted_at, null),
  reject_reason: z._default(changed.reject_reason, null),
  duplicate_of: z._default(changed.duplicate_of, null),
  edited_at: z._default(changed.edited_at, null),
  reports: z._default(orNull(jokeReports), null),
  last_change: z._default(orNull(lastChange), null),
  /**
   * SHA-256 of the submission's receipt and of the text as submitted. Neither leaves the server. Imported
   * jokes have neither.
   */
  receipt_hash: z.optional(z.string()),
  receipt_text_hash: z.optional(z.string()),
});
export type JokeDocument = z.infer<typeof jokeDocument>;

/** What is left of a joke: its number is never used again, and its receipt says that it is gone. */
export const removedJoke = z.object({
  joke_id: jokeId,
  /** removed: 30 days after its deletion; erased: because of personal data */
  status: z.enum(['removed', 'erased']),
  created_at: z.date(),
  /** the time of its deletion */
  decided_at: z.date(),
  receipt_hash: z.optional(z.string()),
});
export type RemovedJoke = z.infer<typeof removedJoke>;

/** What is left of a joke that is removed or erased. @param joke null if its document is malformed */
export function remainsOf(
  joke_id: number,
  joke: { created_at: Date; receipt_hash?: string | undefined } | null,
  status: RemovedJoke['status'],
  decided_at: Date,
): RemovedJoke {
  const { created_at = decided_at, receipt_hash } = joke ?? {};
  const receipt = receipt_hash === undefined ? {} : { receipt_hash };
  return { joke_id, status, created_at, decided_at, ...receipt };
}

/** Every document of `jokes`. */
export const storedJoke = z.discriminatedUnion('status', [jokeDocument, removedJoke]);
export type StoredJoke = z.infer<typeof storedJoke>;

/** A joke as instances have it in memory: only a vote needs the tally, which is up to 3 KB. */
export const keptJoke = z.omit(jokeDocument, { tally: true });
export type KeptJoke = z.infer<typeof keptJoke>;

/** The same of one that was not deleted. */
export type CatalogJoke = KeptJoke & { status: JokeStatus };

/** Every joke that instances have in memory. */
export const catalogEntry = z.discriminatedUnion('status', [keptJoke, removedJoke]);
export type CatalogEntry = z.infer<typeof catalogEntry>;

/** Whether nothing else is left of a joke. */
export function isRemoved(joke: StoredJoke | CatalogEntry): joke is RemovedJoke {
  return joke.status === 'removed' || joke.status === 'erased';
}

/** Whether a joke was neither deleted nor removed. */
export function isCurrent(joke: CatalogEntry): joke is CatalogJoke {
  return !isRemoved(joke) && joke.status !== 'deleted';
}

/** A joke to be created; fields with a default may be left out. */
export type NewJoke = z.input<typeof jokeDocument>;
/** Fields of a joke to be changed. */
export type JokeChanges = Partial<JokeDocument>;

/** Those of these fields that a joke has with another value. */
export function changesTo(joke: KeptJoke, fields: ChangedFields): ChangedFields {
  const changes = { ...fields };
  for (const name of CHANGED_FIELDS) {
    if (isDeepStrictEqual(changes[name], joke[name])) delete changes[name];
  }
  return changes;
}

/** When what visitors read of a joke last changed: its approval, text or image, but not its votes. */
export function changedAt({ created_at, approved_at, edited_at, image }: CatalogJoke): Date {
  const changes = [created_at, approved_at, edited_at, image?.generated_at];
  return new Date(Math.max(...changes.map((date) => date?.getTime() ?? 0)));
}
