import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { ApiError, jokeIdText, type Joke } from '../contract/index.ts';
import { isTag, limits, normalizeQuery, TAGS } from '../domain/index.ts';
import { bindCompat, type CompatApi, type CompatOptions } from '../http/bind-compat.ts';
import { visitor } from '../platform/identity.ts';
import type { JokeService } from './jokes.service.ts';
import { presentJoke } from './present-joke.ts';

const SIZE = 'size must be between 3 and 120';
const NAME = 'must be a name of at most 60 characters';
const HERO = 'Chuck Norris';

const randomQuery = z.object({
  category: z.string('must be names of categories').default(''),
  // Without what markup begins with, wherever a program shows the fact.
  name: z
    .string(NAME)
    .trim()
    .regex(/^[^<>\p{C}]{0,60}$/u, NAME)
    .default(''),
});
const searchQuery = z.object({ query: z.string(SIZE).min(3, SIZE).max(120, SIZE) });
const idParam = z.object({ id: z.string() });

/**
 * The query of a call, parsed. Unknown parameters are ignored, because clients add some against caches.
 * @throws ApiError invalid_input
 */
function parseQuery<Schema extends z.ZodType>(
  call: 'random' | 'search',
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
  throw new ApiError('invalid_input', `${[call, ...path].join('.')}: ${message}`);
}

/** Whether a joke reads well with another name in place of his. */
const isAboutAnyone = ({ joke_text }: Pick<Joke, 'joke_text'>) =>
  joke_text.includes(HERO) &&
  !/\b(?:he|him|himself|his|chuck|norris)\b/i.test(joke_text.replaceAll(HERO, ''));

/** A time as that API sends it, such as `2020-01-05 13:42:19.324000`. @param iso in UTC */
const timeText = (iso: string) => iso.replace('T', ' ').replace('Z', '000');

/**
 * The API of api.chucknorris.io, with this site's facts, whose categories are their tags.
 * @param origin the site's origin, such as `https://facts.example`
 * @param clock milliseconds since the epoch
 */
export function chucknorrisApi(
  jokes: Pick<JokeService, 'find' | 'random' | 'search'>,
  origin: string,
  clock: () => number,
): CompatApi {
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
        async answer({ query }) {
          const { category, name } = parseQuery('random', randomQuery, query);
          const categories = category === '' ? [] : category.split(',');
          const unknown = categories.find((each) => !isTag(each));
          if (unknown !== undefined) {
            throw new ApiError('not_found', `No jokes for category "${unknown}" found.`);
          }
          const joke = await jokes.random({
            filter: (each) =>
              (category === '' || each.tags.some((tag) => categories.includes(tag))) &&
              (name === '' || isAboutAnyone(each)),
          });
          if (name === '') return one(joke);
          return one({ ...joke, joke_text: joke.joke_text.replaceAll(HERO, () => name) });
        },
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
        async answer({ query, network }) {
          const q = normalizeQuery(parseQuery('search', searchQuery, query).query);
          const page = { page: 1, per_page: limits.maxPageSize };
          const { match, ...all } = await jokes.search({ q, ...page }, network);
          // Clients expect no jokes that only come close.
          const found = match === 'exact' ? all : { jokes: [], total: 0 };
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
        async answer({ params }) {
          const { id } = idParam.parse(params);
          const number = jokeIdText.safeParse(id);
          const [joke] = number.success ? await jokes.find(visitor, [number.data]) : [];
          if (!joke) throw new ApiError('not_found', `Joke with id "${id}" not found.`);
          return one(presentJoke(joke));
        },
      },
    ],
    failure: ({ code, message }, status) => ({
      timestamp: new Date(clock()).toISOString(),
      status,
      error: STATUS_CODES[status] ?? '',
      message,
      ...(code === 'invalid_input' && { violations: Object.fromEntries([message.split(': ', 2)]) }),
    }),
  };
}

/** Its calls, relative to `COMPAT_BASE_PATH`. */
export function chucknorrisRouter(
  { jokes }: { jokes: JokeService },
  context: CompatOptions & { config: Config; clock: () => number },
) {
  return bindCompat(chucknorrisApi(jokes, context.config.siteOrigin, context.clock), context);
}
