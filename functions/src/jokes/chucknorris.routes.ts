import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { ApiError, jokeIdText, type Joke } from '../contract/index.ts';
import { limits, normalizeQuery, TAGS } from '../domain/index.ts';
import { bindCompat, type CompatApi, type CompatOptions } from '../http/bind-compat.ts';
import { entries } from '../http/read-input.ts';
import { visitor } from '../platform/identity.ts';
import type { Log } from '../platform/log.ts';
import type { JokeService } from './jokes.service.ts';
import { presentJoke } from './present-joke.ts';
import type { Searcher } from './visitor-searches.ts';

const SIZE = 'size must be between 3 and 120';
const NAME = 'must be a name of at most 60 characters';
const HERO = 'Chuck Norris';

const randomQuery = z.object({
  category: z._default(z.string(), ''),
  // Without what markup begins with, wherever a program shows the fact.
  name: z._default(z.string(NAME).check(z.trim(), z.regex(/^[^<>\p{C}]{0,60}$/u, NAME)), ''),
});
const searchQuery = z.object({
  query: z.string(SIZE).check(z.minLength(3, SIZE), z.maxLength(120, SIZE)),
});

/** What the calls read. */
type Jokes = Pick<JokeService, 'find' | 'list' | 'random' | 'search'>;

const idParam = z.object({ id: z.string() });

/** The approved joke that a path names. @throws ApiError not_found */
async function findJoke(jokes: Jokes, params: unknown): Promise<Joke> {
  const { id } = idParam.parse(params);
  const number = jokeIdText.safeParse(id);
  const [found] = number.success ? await jokes.find(visitor, [number.data]) : [];
  if (found) return presentJoke(found);
  throw new ApiError('not_found', `Joke with id "${id}" not found.`);
}

/**
 * The query of a call, parsed. Unknown parameters are ignored, because clients add some against caches.
 * @throws ApiError invalid_input
 */
function parseQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: unknown,
  call: 'random' | 'search',
): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_input', entries(call, parsed.error.issues));
}

/** Whether a joke reads well with another name in place of his. */
const isAboutAnyone = ({ joke_text }: Pick<Joke, 'joke_text'>) =>
  joke_text.includes(HERO) &&
  !/\b(?:he|him|himself|his|chuck|norris)\b/i.test(joke_text.replaceAll(HERO, ''));

/**
 * A random joke of one of some categories, with a name in place of his.
 * @param query `category`, names joined by commas, and `name`; all categories and his name by default
 * @throws ApiError not_found, invalid_input
 */
async function randomJoke(jokes: Jokes, query: unknown): Promise<Joke> {
  const { category, name } = parseQuery(randomQuery, query, 'random');
  const categories = category === '' ? [] : category.split(',');
  const unknown = categories.find((each) => !TAGS.some((tag) => tag === each));
  if (unknown !== undefined) {
    throw new ApiError('not_found', `No jokes for category "${unknown}" found.`);
  }
  const joke = await jokes.random({
    filter: (each) =>
      (category === '' || each.tags.some((tag) => categories.includes(tag))) &&
      (name === '' || isAboutAnyone(each)),
  });
  if (name === '') return joke;
  return { ...joke, joke_text: joke.joke_text.replaceAll(HERO, () => name) };
}

/** The newest approved jokes with these words, with their total; all of them for text without a word. */
async function searchJokes(jokes: Jokes, text: string, searcher: Searcher) {
  const q = normalizeQuery(text);
  const page = { page: 1, per_page: limits.maxPageSize };
  if (q === '') {
    const all = { status: 'approved', sortBy: 'date_desc', search: '' } as const;
    return jokes.list(visitor, { ...all, ...page }, searcher);
  }
  const found = await jokes.search({ q, ...page }, searcher);
  // Clients expect no jokes that only come close.
  return found.match === 'exact' ? found : { jokes: [], total: 0 };
}

/** A time as that API sends it, such as `2020-01-05 13:42:19.324003`. @param iso in UTC */
function timeText(iso: string): string {
  return iso
    .replace('T', ' ')
    .replace(/(\.\d+)?Z$/, (_end, fraction = '.') => String(fraction).padEnd(7, '0'));
}

/** An error's text, and what is wrong with which parameter. */
function problems({ detail }: ApiError): { message: string; violations?: object } {
  if (typeof detail === 'string') return { message: detail };
  const violations = new Map(detail.map(({ loc, msg }) => [loc.join('.'), msg]));
  const message = [...violations].map(([name, msg]) => `${name}: ${msg}`).join(', ');
  return { message, violations: Object.fromEntries(violations) };
}

/**
 * The API of api.chucknorris.io, with this site's facts, whose categories are their tags.
 * @param origin the site's origin, such as `https://facts.example`
 * @param clock milliseconds since the epoch
 */
export function chucknorrisApi(jokes: Jokes, origin: string, clock: () => number): CompatApi {
  const present = ({ joke_id, joke_text, created_at, tags }: Joke) => ({
    categories: tags,
    created_at: timeText(created_at),
    icon_url: `${origin}/icons/icon-192.png`,
    id: String(joke_id),
    updated_at: timeText(created_at),
    url: `${origin}/fact/${joke_id}`,
    value: joke_text,
  });
  const one = (joke: Joke) => ({ json: present(joke), text: joke.joke_text });
  return {
    calls: [
      {
        path: '/jokes/random',
        summary:
          'A random fact, of a `category` or several, joined by commas; with a `name` in place of his',
        answer: async ({ query }) => one(await randomJoke(jokes, query)),
      },
      {
        path: '/jokes/categories',
        summary: 'The categories: this site’s tags',
        cache: { seconds: 60 },
        answer: () => Promise.resolve({ json: TAGS, text: TAGS.join('\n') }),
      },
      {
        path: '/jokes/search',
        summary: `The newest ${limits.maxPageSize} facts with the words of \`query\`, which has 3 to 120 characters; \`total\` counts all`,
        cache: { seconds: 60 },
        async answer({ query: sent, ...searcher }) {
          const { query } = parseQuery(searchQuery, sent, 'search');
          const found = await searchJokes(jokes, query, searcher);
          return {
            json: { total: found.total, result: found.jokes.map(present) },
            text: found.jokes.map(({ joke_text }) => joke_text.replaceAll('\n', ' ')).join('\n'),
          };
        },
      },
      {
        path: '/jokes/{id}',
        summary: 'A fact',
        cache: { seconds: 60 },
        answer: async ({ params }) => one(await findJoke(jokes, params)),
      },
    ],
    failure: (error, status) => ({
      timestamp: new Date(clock()).toISOString(),
      status,
      error: STATUS_CODES[status] ?? '',
      ...problems(error),
    }),
  };
}

interface Context {
  /** milliseconds since the epoch */
  clock: () => number;
  config: Pick<Config, 'siteOrigin' | 'trustedProxyHops'>;
  log: Log;
}

/** Its calls, relative to `COMPAT_BASE_PATH`. */
export function chucknorrisRouter(
  { jokes }: { jokes: Jokes },
  context: Context & Pick<CompatOptions, 'responseCache'>,
) {
  return bindCompat(chucknorrisApi(jokes, context.config.siteOrigin, context.clock), context);
}
