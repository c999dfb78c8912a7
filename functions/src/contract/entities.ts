import * as z from 'zod/mini';
import { count, described, integerText } from './fields.ts';
import { jokeContent } from './joke-content.ts';
import { day, moment } from './moment.ts';
import { isShortEnough } from '../domain/joke-length.ts';
import { HIGHEST_RATED, JOKE_SORTS, limits, REJECT_REASONS } from '../domain/limits.ts';
import { normalizeQuery } from '../domain/search-words.ts';
import { TAGS } from '../domain/tags.ts';

/** A joke's number: ascending from 1, never reused. */
export const jokeId = z.int().check(z.minimum(1), z.maximum(999_999_999));

/** The result of moderation. */
export const jokeStatus = z.enum(['approved', 'pending', 'rejected']);
export type JokeStatus = z.infer<typeof jokeStatus>;

/** The same, and of a joke that was deleted and can be restored. */
export const keptStatus = z.enum([...jokeStatus.options, 'deleted']);

export const rejectReason = z.enum(REJECT_REASONS);
export type RejectReason = z.infer<typeof rejectReason>;

/** The number that goes with each status on the wire (specification §3). */
export const STATUS_IDS = { approved: 1, pending: 2, rejected: 3 } as const satisfies Record<
  JokeStatus,
  number
>;

/** `{id}` in a path. */
export const jokeIdText = integerText(1, 999_999_999, 'The joke’s number');

/** The path parameter of calls about one joke. */
export const byId = z.strictObject({ id: jokeIdText });

/** Names a joke's text; another text has another one. */
export const textHash = described(
  z.string().check(z.regex(/^[\w-]{16}$/, 'Must be the `text_hash` of a joke')),
  'Names the text, so that a decision about it can be refused once it has changed; only for an administrator',
);

export const joke = z.strictObject({
  joke_id: jokeId,
  ...jokeContent.shape,
  rating: described(
    z.number().check(z.minimum(0), z.maximum(5)),
    'Mean of all votes; 0 without votes',
  ),
  num_votes: count,
  user_can_vote: z.boolean(),
  status: jokeStatus,
  status_id: described(z.enum(STATUS_IDS), 'The same as a number: approved, pending, rejected'),
  image_url: described(
    z.nullable(z.string()),
    'Path of its image, 640 px wide; signed for an administrator',
  ),
  created_at: described(moment, 'To the day, except in a single joke'),
  image_outdated: described(
    z.optional(z.boolean()),
    'Whether the text was changed after the image was generated; only for an administrator',
  ),
  text_hash: z.optional(textHash),
  reject_reason: described(
    z.optional(rejectReason),
    'Why it is rejected; only for an administrator',
  ),
  duplicate_of: described(
    z.optional(jokeId),
    'The joke that a rejected one repeats; only for an administrator',
  ),
});
export type Joke = z.infer<typeof joke>;

/** What decisions are about: a joke as it is now. */
export const moderatedJoke = z.strictObject({
  joke_id: jokeId,
  status: keptStatus,
  ...jokeContent.shape,
  text_hash: textHash,
  changed_by: described(
    z.nullable(z.string()),
    'Who made its last change; null if only a command or nobody did',
  ),
  changed_at: described(z.nullable(moment), 'When'),
});
export type ModeratedJoke = z.infer<typeof moderatedJoke>;

/** A single joke, with the ids of its approved neighbors. */
export const jokeWithNeighbors = z.extend(joke, {
  previous_id: described(z.nullable(jokeId), 'The approved joke with the next lower id, or null'),
  next_id: described(z.nullable(jokeId), 'The approved joke with the next higher id, or null'),
  approved_at: described(
    z.nullable(moment),
    'The day of its first approval; null for one from before there were records',
  ),
});
export type JokeWithNeighbors = z.infer<typeof jokeWithNeighbors>;

export const jokeList = z.strictObject({
  jokes: z.array(joke),
  total: count,
  pages: count,
  page: z.int().check(z.minimum(1)),
  per_page: z.int().check(z.minimum(1)),
});
export type JokeList = z.infer<typeof jokeList>;

/** What to show after a joke. */
export const relatedJokes = z.strictObject({
  similar: described(
    z.array(joke).check(z.maxLength(limits.relatedMax)),
    'Approved jokes that share its words that mean something, or its tags',
  ),
  rank: described(z.nullable(z.int().check(z.minimum(1))), 'In the Top 100; null below'),
});
export type RelatedJokes = z.infer<typeof relatedJokes>;

/** The jokes of days, the latest first. */
export const dailyJokeList = z.strictObject({
  jokes: z.array(z.extend(joke, { day: described(day, 'Whose joke it is, in UTC') })),
});
export type DailyJokeList = z.infer<typeof dailyJokeList>;

const jokeSort = z.enum([...JOKE_SORTS, HIGHEST_RATED]);
export type JokeSort = z.infer<typeof jokeSort>;

/** Status filter of a list. `active` means approved; so does `all`, except for an administrator. */
const statusFilter = z.enum(['all', 'active', 'approved', 'pending', 'rejected']);
export type StatusFilter = z.infer<typeof statusFilter>;

/** What a list, or a random joke, is limited to. */
const jokeFilter = z.strictObject({
  tag: described(z.optional(z.enum(TAGS)), 'Only jokes with this tag'),
  safe: described(z.optional(z.enum(['true'])), 'Only jokes that are for children, too'),
});
export type JokeFilter = z.infer<typeof jokeFilter>;

export const listQuery = z.extend(jokeFilter, {
  page: z._default(integerText(1, limits.maxPage, 'The page, from 1'), 1),
  per_page: z._default(integerText(1, limits.maxPageSize, 'Jokes on a page'), limits.homePageSize),
  status: z._default(statusFilter, 'all'),
  sortBy: z._default(jokeSort, 'date_desc'),
  search: described(
    z._default(z.string().check(z.maxLength(limits.searchMaxLength)), ''),
    'Part of the text, ignoring case and accents',
  ),
});

/** What a visitor searches for: 1 to 500 characters, so that a whole joke can be pasted. */
export const searchQuery = z.strictObject({
  q: described(
    z.string().check(
      z.overwrite(normalizeQuery),
      z.refine((query) => query !== '' && isShortEnough(query), {
        error: `A search has 1 to ${limits.jokeMaxCharacters} characters.`,
      }),
    ),
    'Words of the joke in any order, or its number. Normalized first; then 1 to 500 user-perceived characters',
  ),
  page: listQuery.shape.page,
  per_page: listQuery.shape.per_page,
  sortBy: described(
    z.optional(z.enum([HIGHEST_RATED])),
    'In the order of the Top 100; otherwise, the best matches first',
  ),
});

export const jokeSearch = z.extend(jokeList, {
  match: described(
    z.enum(['exact', 'near']),
    'Whether these jokes have all words of the query or, because none has, only come close',
  ),
  words: described(
    z.array(z.string()),
    'The words that were looked for, in lower case without accents; for near matches, corrected',
  ),
});
export type JokeSearch = z.infer<typeof jokeSearch>;

export const topQuery = z.strictObject({
  limit: z._default(integerText(1, limits.topSize, 'How many'), limits.topSize),
  period: described(
    z._default(z.enum(['all', 'week']), 'all'),
    'Over which votes: all, or those since Monday 00:00 UTC. Of this week’s, a joke needs at least five that count; the ranking is up to a minute late',
  ),
});

/** The numbers of some jokes in a query. */
export const jokeIdList = (maximum: number, description: string) =>
  z.string().check(
    z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'A comma-joined list of joke ids'),
    z.refine((ids) => ids.split(',').length <= maximum, { error: `At most ${maximum} joke ids` }),
    z.meta({ description }),
  );

export const randomQuery = z.extend(jokeFilter, {
  mix: described(
    z.optional(z.enum(['discover'])),
    'Shows what helps to find the best jokes: mostly those that may be among them, one in ten with few votes, one in ten any. Otherwise each joke is equally likely',
  ),
  exclude: z.optional(
    jokeIdList(
      limits.randomMaxExcluded,
      `The numbers of up to ${limits.randomMaxExcluded} jokes not to return, joined by commas, if there are others`,
    ),
  ),
  amount: z.optional(
    integerText(
      1,
      limits.randomMaxAmount,
      'How many, none of them twice; fewer if there are no more. The response is then a list, even of one',
    ),
  ),
});
export type RandomQuery = z.infer<typeof randomQuery>;

/** Several random jokes. */
const randomJokes = z.strictObject({
  jokes: described(
    z.array(joke).check(z.maxLength(limits.randomMaxAmount)),
    'As many different jokes as `amount` says, or all that there are',
  ),
});

/** A random joke; or, if the query has an `amount`, a list. */
export const randomAnswer = z.union([joke, randomJokes]);

export const dailyQuery = z.strictObject({
  limit: z._default(integerText(1, limits.dailySize, 'How many'), limits.dailySize),
});

export const newestQuery = z.strictObject({
  limit: z._default(integerText(1, limits.newestSize, 'How many'), limits.newestSize),
});

/** An optional key of a write, so that sending it again has no second effect. */
export const idempotencyHeaders = z.object({
  'idempotency-key': described(
    z.optional(z.uuidv4('Must be a random UUID').check(z.toLowerCase())),
    'A random UUID for each vote, submission, report or change. A request that is sent again with the same key has no second effect and gets the first response',
  ),
});

export const ratingSubmission = z.strictObject({
  joke_id: jokeId,
  rating_num: z.int().check(z.minimum(limits.ratingMin), z.maximum(limits.ratingMax)),
});

/** A joke's votes after a vote. */
export const votesAfter = z.strictObject({
  rating: z.number(),
  num_votes: z.int(),
  histogram: described(
    z.optional(z.array(count).check(z.length(limits.ratingMax))),
    'How many votes gave one, two, three, four and five stars',
  ),
});

/** The joke's rating after a vote; `rating_num` is the number of stars that this browser gave. */
export const ratingReceipt = z.extend(votesAfter, {
  joke_id: jokeId,
  rating_num: z.int(),
  user_can_vote: z.boolean(),
});

export const health = z.strictObject({
  status: z.literal('ok'),
  firestore: z.literal('reachable'),
  catalog: described(
    z.optional(
      z.strictObject({
        jokes: described(count, 'Deleted ones included'),
        age_seconds: described(count, 'Since it last followed the database'),
        snapshot_age_seconds: described(
          z.nullable(count),
          'Of what an instance starts from; null if it starts from all jokes',
        ),
      }),
    ),
    'What this instance has in memory; missing until it was needed',
  ),
});
