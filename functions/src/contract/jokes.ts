import * as z from 'zod';
import { jokeLengthProblem, normalizeJokeText } from '../domain/joke-length.ts';
import { JOKE_STATUSES, limits, REJECT_REASONS, REPORT_REASONS } from '../domain/limits.ts';
import { TAGS } from '../domain/tags.ts';
import { count, forEach, integerText, internal, moment } from './fields.ts';

/** The highest number that a joke can have, so that one written by hand does not end the submissions. */
export const HIGHEST_JOKE_ID = 99_999_999;

/** A joke's number, from 1. */
export const jokeId = z
  .int()
  .min(1)
  .max(HIGHEST_JOKE_ID)
  .meta({ description: 'Its number, which never changes', examples: [42] });

/** `{id}` in a path. */
const jokeIdText = integerText(1, HIGHEST_JOKE_ID, 'The joke’s number').meta({
  examples: [42],
});

/** The path parameter of calls about one joke. */
export const byId = z.strictObject({ id: jokeIdText });

/** The result of moderation. */
export const jokeStatus = z.enum(JOKE_STATUSES);
export type JokeStatus = z.infer<typeof jokeStatus>;

/** The same, and of a joke that was deleted and can be restored. */
export const anyStatus = z.enum([...JOKE_STATUSES, 'deleted']);
export type AnyStatus = z.infer<typeof anyStatus>;

export const rejectReason = z.enum(REJECT_REASONS);
export type RejectReason = z.infer<typeof rejectReason>;

/** The number that goes with each status on the wire. */
export const STATUS_IDS = { approved: 1, pending: 2, rejected: 3 } as const satisfies Record<
  JokeStatus,
  number
>;

/** A joke's text: normalized, then 10 to 500 characters and at most 2,000 bytes of UTF-8. */
const jokeText = z
  .string()
  .overwrite(normalizeJokeText)
  .refine((text) => jokeLengthProblem(text) === undefined, {
    error: ({ input }) => jokeLengthProblem(String(input)),
  })
  .meta({
    description: `Normalized first; then 10 to 500 user-perceived characters, a line break counting as one. Keeps line breaks: one blank line in a row and ${limits.jokeMaxLines} lines at most.`,
    examples: ['Chuck Norris never sets an alarm. Morning asks him for permission.'],
  });

const knownTags = z.array(z.enum(TAGS)).meta({
  description: `What it is about, ${limits.tagsMax} at most`,
  examples: [['everyday-life']],
});

/** What a joke is about: no tag twice, in the order of the list. */
export const jokeTags = knownTags
  .max(limits.tagsMax)
  .refine((tags) => new Set(tags).size === tags.length, 'A tag must not be repeated')
  .overwrite((tags) => TAGS.filter((tag) => tags.includes(tag)));

const safe = z
  .boolean()
  .describe(
    'Whether it is for children, too; unless a moderator, an import or the word list says no',
  );

/**
 * What people write of a joke, as the site sends and logs it, and as undoing a decision restores it. Its other
 * fields are what happens to it: votes, decisions, images.
 */
export const jokeContent = z.object({
  joke_text: z.string().meta({
    description: 'The text, with its line breaks',
    examples: ['Chuck Norris never sets an alarm. Morning asks him for permission.'],
  }),
  tags: knownTags,
  safe,
});

/** The same as an import or an administrator states it, checked and normalized; a field that is left out stays as it is. */
export const statedContent = z.strictObject({
  joke_text: jokeText,
  tags: jokeTags.exactOptional(),
  safe: safe.exactOptional(),
});

/** Names a joke's text; another text has another one. */
export const textHash = z
  .string()
  .regex(/^[\w-]{16}$/, 'Must be the `text_hash` of a joke')
  .describe(
    'Names the text, so that a decision about it can be refused once it has changed; only for an administrator',
  );

const tagged = z
  .boolean()
  .describe('Whether a moderator has set its tags, possibly to none; only for an administrator');

export const joke = z.strictObject({
  joke_id: jokeId,
  ...jokeContent.shape,
  rating: z
    .number()
    .min(0)
    .max(5)
    .meta({ description: 'Mean of all votes; 0 without votes', examples: [4.6] }),
  num_votes: count.meta({ description: 'How many votes it has', examples: [128] }),
  histogram: z
    .array(count)
    .length(limits.ratingMax)
    .optional()
    .meta({
      description:
        'How many votes gave one, two, three, four and five stars; of a joke alone, a random one and those of days, not in other lists',
      examples: [[3, 1, 8, 36, 80]],
    }),
  user_can_vote: z
    .boolean()
    .describe('Whether this browser may vote; the site checks it when it does'),
  status: jokeStatus.describe('The result of moderation'),
  status_id: z.enum(STATUS_IDS).describe('The same as a number: approved, pending, rejected'),
  image_url: z
    .string()
    .nullable()
    .meta({
      description: 'Path of its image, 640 px wide',
      examples: ['/api/v1/images/files/0f343b0931126a20f133d67c2b018a3b-640.webp'],
    }),
  created_at: moment.describe('To the day, except in a single joke'),
  text_hash: textHash.optional().meta(internal),
  tagged: tagged.optional().meta(internal),
  reject_reason: rejectReason
    .optional()
    .meta({ ...internal, description: 'Why it is rejected; only for an administrator' }),
  duplicate_of: jokeId.optional().meta({
    ...internal,
    description: 'The joke that a rejected one repeats; only for an administrator',
  }),
});
export type Joke = z.infer<typeof joke>;

export const jokeList = z.strictObject({
  jokes: z.array(joke),
  total: count.meta({ examples: [739] }),
  pages: count.meta({ examples: [37] }),
  page: z.int().min(1),
  per_page: z
    .int()
    .min(1)
    .meta({ description: 'Jokes on a page', examples: [20] }),
});
export type JokeList = z.infer<typeof jokeList>;

/** What decisions are about: a joke as it is now. */
export const moderatedJoke = z.strictObject({
  joke_id: jokeId,
  status: anyStatus,
  ...jokeContent.shape,
  tagged,
  text_hash: textHash,
});
export type ModeratedJoke = z.infer<typeof moderatedJoke>;

/** Why a visitor reports a joke. */
export const reportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.infer<typeof reportReason>;

/** How many browsers have reported a joke for each reason. */
export const reportCounts = z.strictObject(forEach(REPORT_REASONS, count));

/** An optional key of a write, so that sending it again has no second effect. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .uuidv4('Must be a random UUID')
    .toLowerCase()
    .optional()
    .describe(
      'A random UUID for each vote, submission, report or change. A request that is sent again with the same key has no second effect and gets the first response',
    ),
});
