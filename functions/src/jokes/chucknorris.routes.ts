import { STATUS_CODES } from 'node:http';
import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { aMinute, ApiError, jokeIdText, type Joke } from '../contract/index.ts';
import { isTag, limits, normalizeQuery, TAGS } from '../domain/index.ts';
import { clientNetwork } from '../http/client-network.ts';
import { respondToErrors } from '../http/error-handler.ts';
import { addLogFields } from '../http/request-log.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import {
  answerPreflight,
  expressPath,
  inTime,
  namesOf,
  refuseMethod,
  refuseUnknownPath,
  shareWithAnyOrigin,
} from '../http/routing.ts';
import { visitor } from '../platform/identity.ts';
import type { Log } from '../platform/log.ts';
import type { JokeService } from './jokes.service.ts';
import { presentJoke } from './present-joke.ts';

/** The calls of api.chucknorris.io, relative to `COMPAT_BASE_PATH`, and what they do. */
export const chucknorrisCalls = {
  '/jokes/random':
    'A random fact, of a `category` or several, joined by commas; with a `name` in place of his',
  '/jokes/categories': 'The categories: this site’s tags',
  '/jokes/search': `The newest ${limits.maxPageSize} facts with the words of \`query\`, which has 3 to 120 characters; \`total\` counts all`,
  '/jokes/{id}': 'A fact',
} as const;
type Call = keyof typeof chucknorrisCalls;

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

interface Options {
  config: Pick<Config, 'siteOrigin' | 'trustedProxyHops'>;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
  responseCache: Pick<ResponseCache, 'cacheControl'>;
}

/**
 * A router with the API of api.chucknorris.io, so that its clients work with this site's facts, whose categories are their
 * tags. A response is JSON, or text if the client prefers it, and any site may read it.
 */
export function chucknorrisRouter({ jokes }: { jokes: JokeService }, options: Options): Router {
  const { config, clock, log, responseCache } = options;
  const present = ({ joke_id, joke_text, created_at, tags }: Joke) => ({
    categories: tags,
    created_at: timeText(created_at),
    icon_url: `${config.siteOrigin}/icons/icon-192.png`,
    id: String(joke_id),
    updated_at: timeText(created_at),
    url: `${config.siteOrigin}/fact/${joke_id}`,
    value: joke_text,
  });
  const one = (joke: Joke) => ({ json: present(joke), text: joke.joke_text });

  /** The responses in each format. */
  const answers: Record<Call, (request: Request) => Promise<{ json: unknown; text: string }>> = {
    async '/jokes/random'({ query }) {
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
    '/jokes/categories': () => Promise.resolve({ json: TAGS, text: TAGS.join('\n') }),
    async '/jokes/search'(request) {
      const q = normalizeQuery(parseQuery('search', searchQuery, request.query).query);
      const page = { page: 1, per_page: limits.maxPageSize };
      const network = clientNetwork(request, config.trustedProxyHops);
      const { match, ...all } = await jokes.search({ q, ...page }, network);
      // Clients expect no jokes that only come close.
      const found = match === 'exact' ? all : { jokes: [], total: 0 };
      return {
        json: { total: found.total, result: found.jokes.map(present) },
        text: found.jokes.map(({ joke_text }) => joke_text.replaceAll('\n', ' ')).join('\n'),
      };
    },
    async '/jokes/{id}'({ params }) {
      const id = String(params['id']);
      const number = jokeIdText.safeParse(id);
      const [joke] = number.success ? await jokes.find(visitor, [number.data]) : [];
      if (!joke) throw new ApiError('not_found', `Joke with id "${id}" not found.`);
      return one(presentJoke(joke));
    },
  };

  async function respond(call: Call, request: Request, response: Response): Promise<void> {
    addLogFields(response, { operation: 'compat' });
    const { json, text } = await inTime(answers[call](request));
    const cache = call === '/jokes/random' ? undefined : aMinute;
    const personal = request.headers.authorization !== undefined;
    response.set('Cache-Control', responseCache.cacheControl(cache, personal)).format({
      json: () => response.json(json),
      text: () => response.send(text),
      default() {
        throw new ApiError('not_acceptable', 'Available are application/json and text/plain.');
      },
    });
  }

  const router = Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.set('X-Robots-Tag', 'noindex');
    next();
  });
  for (const call of namesOf(chucknorrisCalls)) {
    router
      .route(expressPath(call))
      .get(shareWithAnyOrigin, (request, response) => respond(call, request, response))
      .options(answerPreflight)
      .all(refuseMethod(['GET']));
  }
  router.use(refuseUnknownPath);
  const errorBody = ({ code, message }: ApiError, _request: Request, response: Response) => {
    const invalid = code === 'invalid_input';
    // That API knows no 422.
    if (invalid) response.status(400);
    const status = response.statusCode;
    return JSON.stringify({
      timestamp: new Date(clock()).toISOString(),
      status,
      error: STATUS_CODES[status] ?? '',
      message,
      ...(invalid && { violations: Object.fromEntries([message.split(': ', 2)]) }),
    });
  };
  router.use(respondToErrors(log, 'json', errorBody));
  return router;
}
