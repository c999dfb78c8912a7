import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  count,
  day,
  forEach,
  jokeContent,
  jokeId,
  pick,
  anyStatus,
  rejectReason,
  type AnyStatus,
  type JokeStatus,
} from '../contract/index.ts';
import { REPORT_REASONS, TAGS } from '../domain/index.ts';
import { tallyDocument, votesOf } from './score.ts';

/** A field that is null if it is missing or malformed, so that the rest of its document can be read. */
export function orNull<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.nullable(schema).catch(null).default(null);
}

/** Votes that count, and the sum of their stars; neither is necessarily whole. */
const weightedVotes = z.object({ votes: z.number().min(0), stars: z.number().min(0) });

/** The schemas of `jokes/{id}`, of which a snapshot has the same fields. @param date how dates are written there */
function jokeSchemas<Time extends z.ZodType<Date>>(date: Time) {
  const time = date.nullable();

  /** A joke's image. */
  const image = z.object({
    /** the content hash that the names of the image's files begin with */
    file: z.string(),
    generated_at: date,
  });

  /** How many browsers have reported a joke since the last decision, by reason, and when. */
  const reports = z.object({
    ...forEach(REPORT_REASONS, count.default(0)),
    first_at: date,
    last_at: date,
  });

  /** What administrators change about a joke. */
  const changed = z.object({
    ...jokeContent.shape,
    /** whether an administrator has named its tags or whether it is safe; else the word list suggests them */
    tagged: z.boolean(),
    status: anyStatus,
    image: image.nullable(),
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
    reports: reports.nullable(),
  });

  const { shape } = changed;
  const joke = z.object({
    joke_id: jokeId,
    joke_text: z.string(),
    /** a later version may have others */
    tags: z
      .array(z.string())
      .default([])
      .transform((names) => TAGS.filter((tag) => names.includes(tag))),
    safe: z.boolean().default(true),
    tagged: shape.tagged.default(false),
    status: shape.status,
    /** how many votes gave one, two, three, four and five stars */
    histogram: z.tuple([count, count, count, count, count]),
    /** what counts of them, see `weighVotes`; null if every vote does */
    weighted: orNull(weightedVotes),
    /** the Monday (UTC) of the week of the last vote, and what counts of that week's votes */
    week: orNull(day),
    week_weighted: orNull(weightedVotes),
    image: shape.image.default(null),
    created_at: date,
    approved_at: shape.approved_at.default(null),
    decided_at: shape.decided_at.default(null),
    deleted_at: shape.deleted_at.default(null),
    reject_reason: shape.reject_reason.default(null),
    duplicate_of: shape.duplicate_of.default(null),
    edited_at: shape.edited_at.default(null),
    reports: orNull(reports),
    /** the last change of a joke by an administrator; `id` is that of `changes/{id}` */
    last_change: orNull(z.object({ id: z.string(), username: z.string(), at: date })),
    /**
     * SHA-256 of the submission's receipt and of the text as submitted. Neither leaves the server. Imported
     * jokes have neither.
     */
    receipt_hash: z.string().optional(),
    receipt_text_hash: z.string().optional(),
  });

  const tombstone = z.object({
    joke_id: jokeId,
    /** removed: 30 days after its deletion; erased: because of personal data */
    status: z.enum(['removed', 'erased']),
    created_at: date,
    /** the time of its deletion */
    decided_at: date,
    receipt_hash: z.string().optional(),
  });

  return { changed, joke, tombstone, any: z.discriminatedUnion('status', [joke, tombstone]) };
}

const schemas = jokeSchemas(z.date());

/** What administrators change about a joke. */
export const someChangedFields = schemas.changed.exactPartial();
export type ChangedFields = z.infer<typeof someChangedFields>;

/** A joke as instances have it in memory; unless a status is named, one that was not deleted. */
export type Joke<Status extends AnyStatus = JokeStatus> = z.infer<typeof schemas.joke> & {
  status: Status;
};

/** What is left of a joke. */
export type Tombstone = z.infer<typeof schemas.tombstone>;

/** Everything that instances have in memory of jokes, and the names of the fields. */
export const anyJoke = schemas.any;
export const JOKE_FIELDS = schemas.joke.keyof().options;

/** The same in a snapshot, where dates are milliseconds since the epoch. */
export const snapshotJoke = jokeSchemas(
  z.number().transform((milliseconds) => new Date(milliseconds)),
).any;

/** A joke in the database, with what only a vote needs; null if that is malformed or missing. */
export const jokeDocument = schemas.joke.extend({ tally: orNull(tallyDocument) });
export type JokeDocument = z.infer<typeof jokeDocument>;

/** Every document of `jokes`. Each write also sets `updated_at`, by which instances find what has changed. */
export const anyDocument = z.discriminatedUnion('status', [jokeDocument, schemas.tombstone]);

/** A joke as an instance has read or written it. */
export interface Versioned {
  joke_id: number;
  /**
   * The document's `updateTime`, in microseconds since the epoch. For a joke that this instance wrote: the
   * `updateTime` of the document it replaced, plus half a microsecond. A higher version replaces a lower one.
   */
  version: number;
  /** undefined if the document is malformed */
  joke: Joke<AnyStatus> | Tombstone | undefined;
}

/** What is left of a joke. @param joke null if its document is malformed or missing */
export function tombstoneOf(
  joke_id: number,
  joke: { created_at: Date; receipt_hash?: string | undefined } | null,
  status: Tombstone['status'],
  decided_at: Date,
): Tombstone {
  const { created_at = decided_at, receipt_hash } = joke ?? {};
  const receipt = receipt_hash === undefined ? {} : { receipt_hash };
  return { joke_id, status, created_at, decided_at, ...receipt };
}

/** Whether nothing else is left of a joke. */
export function isTombstone(joke: Joke<AnyStatus> | Tombstone): joke is Tombstone {
  return joke.status === 'removed' || joke.status === 'erased';
}

/** Whether a joke was neither deleted nor removed. */
export function isCurrent(joke: Joke<AnyStatus> | Tombstone): joke is Joke {
  return !isTombstone(joke) && joke.status !== 'deleted';
}

/** Those of these fields that a joke has with another value. */
export function changesTo(joke: Joke<AnyStatus>, fields: ChangedFields): ChangedFields {
  return pick(fields, (name) => !isDeepStrictEqual(fields[name], joke[name]));
}

/** When what visitors read of a joke last changed: its approval, text or image, but not its votes. */
export function changedAt({ created_at, approved_at, edited_at, image }: Joke): Date {
  const changes = [created_at, approved_at, edited_at, image?.generated_at];
  return new Date(Math.max(...changes.map((date) => date?.getTime() ?? 0)));
}

/** Everything of a joke but its votes and reports. */
export function contentOf(joke: Joke<AnyStatus> | Tombstone | undefined) {
  if (!joke || isTombstone(joke)) return joke;
  const { histogram: _, weighted: _1, week: _2, week_weighted: _3, reports: _4, ...rest } = joke;
  return rest;
}

/** What counts of a joke's votes. */
export const countedOf = ({ weighted, histogram }: Joke<AnyStatus>) =>
  weighted ?? votesOf(histogram);

/** How many browsers have reported a joke. */
export function countReports({ reports }: Joke<AnyStatus>): number {
  return REPORT_REASONS.reduce((sum, reason) => sum + (reports?.[reason] ?? 0), 0);
}
