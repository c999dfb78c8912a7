import * as z from 'zod';
import { isShortEnough } from '../domain/joke-length.ts';
import { HIGHEST_RATED, JOKE_SORTS, JOKE_STATUSES, limits, SHUFFLED } from '../domain/limits.ts';
import { normalizeQuery } from '../domain/search-words.ts';
import { isTag, TAGS } from '../domain/tags.ts';
import { aMinute, calls, type Endpoint } from './calls.ts';
import { count, day, integerText, moment } from './fields.ts';
import { byId, joke, jokeId, jokeList } from './jokes.ts';

const jokeSort = z.enum([...JOKE_SORTS, HIGHEST_RATED, SHUFFLED]);
export type JokeSort = z.infer<typeof jokeSort>;

/** Status filter of a list. `active` means approved; so does `all`, except for an administrator. */
const statusFilter = z.enum(['all', 'active', ...JOKE_STATUSES]);
export type StatusFilter = z.infer<typeof statusFilter>;

const namesIn = (list: unknown) => String(list).split(',');

const tagNames = z
  .string()
  .refine((list) => namesIn(list).every(isTag), {
    error: ({ input }) => {
      const unknown = namesIn(input).filter((name) => !isTag(name));
      return `There is no tag “${unknown.join('” or “')}”. The tags are ${TAGS.join(', ')}`;
    },
  })
  .transform((list) => namesIn(list).filter(isTag))
  .meta({
    description: `Only jokes with one of these tags, joined by commas: ${TAGS.map((tag) => `\`${tag}\``).join(', ')}`,
    examples: ['food,science'],
  });

/** What a list, or a random joke, is limited to. */
const jokeFilter = z.strictObject({
  tag: tagNames.optional(),
  safe: z.enum(['true']).optional().describe('Only jokes that are for children, too'),
});
export type JokeFilter = z.infer<typeof jokeFilter>;

const paging = {
  page: integerText(1, limits.maxPage, 'The page, from 1').default(1),
  per_page: integerText(1, limits.maxPageSize, 'Jokes on a page').default(limits.homePageSize),
};

/** The numbers of some jokes in a query. */
export const jokeIdList = (maximum: number, description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,7}(,[1-9]\d{0,7})*$/, 'A comma-joined list of joke ids')
    .refine((ids) => ids.split(',').length <= maximum, `At most ${maximum} joke ids`)
    .meta({ description, examples: ['42,43'] });

const NAME = 'Must be a name of at most 60 characters';

const randomQuery = jokeFilter.extend({
  mix: z
    .enum(['discover'])
    .optional()
    .describe(
      'Shows what helps to find the best jokes: mostly those that may be among them, one in ten with few votes, one in ten any. Otherwise each joke is equally likely',
    ),
  exclude: jokeIdList(
    limits.randomMaxExcluded,
    `The numbers of up to ${limits.randomMaxExcluded} jokes not to return, joined by commas, if there are others`,
  ).optional(),
  // Without what markup begins with, wherever a program shows the joke.
  name: z
    .string(NAME)
    .trim()
    .regex(/^[^<>\p{C}]{0,60}$/u, NAME)
    .optional()
    .describe('A name in place of his, in a joke that reads well with it'),
});
export type RandomQuery = z.infer<typeof randomQuery>;

const jokeSearch = jokeList.extend({
  match: z
    .enum(['exact', 'near'])
    .describe(
      'Whether these jokes have all words of the query or, because none has, only come close',
    ),
  words: z.array(z.string()).meta({
    description:
      'The words that were looked for, in lower case without accents; for near matches, corrected',
    examples: [['alarm', 'chuck']],
  }),
});
export type JokeSearch = z.infer<typeof jokeSearch>;

/** The jokes of days, the latest first. */
export const dailyJokeList = z.strictObject({ jokes: z.array(joke.extend({ day })) });

/** A single joke, with the ids of its approved neighbors. */
const jokeWithNeighbors = joke.extend({
  /** the approved joke with the next lower number */
  previous_id: jokeId.nullable().meta({ examples: [41] }),
  /** the approved joke with the next higher number */
  next_id: jokeId.nullable().meta({ examples: [43] }),
  approved_at: moment
    .nullable()
    .describe('The day of its first approval; null for one from before there were records'),
});
export type JokeWithNeighbors = z.infer<typeof jokeWithNeighbors>;

/** What to show after a joke. */
const relatedJokes = z.strictObject({
  similar: z
    .array(joke)
    .max(limits.relatedMax)
    .describe('Approved jokes that share its words that mean something, or its tags'),
  rank: z.int().min(1).nullable().describe('In the Top 100; null below'),
});
export type RelatedJokes = z.infer<typeof relatedJokes>;

const tagList = z.strictObject({
  total: count.meta({ description: 'How many jokes are approved', examples: [739] }),
  safe: count.meta({ description: 'How many of them are for children, too', examples: [702] }),
  first_id: jokeId.nullable().meta({ description: 'The lowest number', examples: [1] }),
  last_id: jokeId.nullable().meta({ description: 'The highest number', examples: [812] }),
  tags: z.array(
    z.strictObject({
      name: z.enum(TAGS),
      total: count.meta({ examples: [64] }),
      safe: count.meta({ examples: [61] }),
    }),
  ),
});
export type TagList = z.infer<typeof tagList>;

/** The calls that read jokes. */
export const jokeEndpoints = {
  listJokes: {
    ...calls.listJokes,
    summary: 'A numbered page of jokes',
    cache: aMinute,
    query: jokeFilter
      .extend({
        ...paging,
        status: statusFilter
          .default('all')
          .describe('Which jokes; visitors get approved ones only'),
        sortBy: jokeSort
          .default('date_desc')
          .describe(
            'The newest or the oldest submission first, the order of the Top 100, or one that `seed` decides',
          ),
        seed: z
          .string()
          .min(1)
          .max(limits.seedMaxLength)
          .optional()
          .describe(
            `Any text of 1 to ${limits.seedMaxLength} characters, for a shuffled list. The same seed gives the same order; a joke that comes or goes moves those after it by one place. A page beyond the last one is a 404`,
          ),
        search: z
          .string()
          .max(limits.searchMaxLength)
          .default('')
          .describe('Part of the text, ignoring case and accents'),
      })
      .refine(({ sortBy, seed }) => sortBy !== SHUFFLED || seed !== undefined, {
        path: ['seed'],
        error: 'A shuffled list needs a seed',
      }),
    output: jokeList,
  },
  getRandomJoke: {
    ...calls.getRandomJoke,
    summary: 'A random approved joke',
    query: randomQuery,
    output: joke,
  },
  listTopJokes: {
    ...calls.listTopJokes,
    summary: 'The best-rated approved jokes, best first',
    cache: aMinute,
    query: z.strictObject({
      limit: integerText(1, limits.topSize, 'How many').default(limits.topSize),
      period: z
        .enum(['all', 'week'])
        .default('all')
        .describe(
          'Over which votes: all, or those since Monday 00:00 UTC. Of this week’s, a joke needs at least five that count; the ranking is up to a minute late',
        ),
    }),
    output: jokeList,
  },
  listDailyJokes: {
    ...calls.listDailyJokes,
    summary: 'The jokes of the last days, today’s first',
    description:
      'One approved joke a day (UTC), the same for everyone. A day on which nobody asked has none; a joke that is no longer approved is left out.',
    cache: aMinute,
    query: z.strictObject({
      limit: integerText(1, limits.dailySize, 'How many').default(limits.dailySize),
    }),
    output: dailyJokeList,
  },
  listNewestJokes: {
    ...calls.listNewestJokes,
    summary: 'The most recently approved jokes, newest first',
    cache: aMinute,
    query: z.strictObject({
      limit: integerText(1, limits.newestSize, 'How many').default(limits.newestSize),
    }),
    output: jokeList,
  },
  searchJokes: {
    ...calls.searchJokes,
    summary: 'Approved jokes with these words',
    description: `A joke matches if each word of the query starts one of its words, in any order and ignoring case, accents, apostrophes and punctuation. Jokes with the words one after another come first, then the newest; a number finds that joke before them. If none matches, the response has up to ${limits.nearMatchesMax} that come close, best first. \`tag\` and \`safe\` choose from what was found.`,
    cache: aMinute,
    query: jokeFilter.extend({
      q: z
        .string()
        .overwrite(normalizeQuery)
        .refine(
          (query) => query !== '' && isShortEnough(query),
          `A search has 1 to ${limits.jokeMaxCharacters} characters.`,
        )
        .meta({
          description:
            'Words of the joke in any order, or its number. Normalized first; then 1 to 500 user-perceived characters',
          examples: ['alarm chuck'],
        }),
      ...paging,
      sortBy: z
        .enum([HIGHEST_RATED])
        .optional()
        .describe('In the order of the Top 100; otherwise, the best matches first'),
    }),
    output: jokeSearch,
  },
  listTags: {
    ...calls.listTags,
    summary: 'How many approved jokes there are, in all and with each tag',
    cache: aMinute,
    output: tagList,
  },
  // After its siblings, since `random`, `top`, `daily`, `newest` and `search` are not ids.
  getJoke: {
    ...calls.getJoke,
    summary: 'An approved joke with the ids of its neighbors',
    cache: aMinute,
    params: byId,
    output: jokeWithNeighbors,
  },
  getRelatedJokes: {
    ...calls.getRelatedJokes,
    summary: 'Jokes that share words or tags with an approved joke, and its rank',
    cache: aMinute,
    params: byId,
    output: relatedJokes,
  },
} as const satisfies Record<string, Endpoint>;
