import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import { aMinute, ApiError, jokeIdText, randomQuery, type Joke } from '../contract/index.ts';
import { isTag, limits, normalizeQuery, TAGS, type Tag } from '../domain/index.ts';
import type { Answer } from '../http/answer.ts';
import { respondToErrors } from '../http/error-handler.ts';
import { expressPath, refuseMethod, refuseUnknownPath } from '../http/routing.ts';
import { visitor, type Caller } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { presentJoke } from '../jokes/present-joke.ts';

/** The calls of api.chucknorris.io, relative to `COMPAT_BASE_PATH`, and what they do. */
export const chucknorrisCalls = {
  '/jokes/random':
    'A random fact, of a `category` or several, joined by commas; with a `name` in place of his; with `safe=true`, one for children, too',
  '/jokes/categories':
    'The categories: this site’s tags. `animal`, `dev`, `movie` and `sport` work, too',
  '/jokes/search': `The newest ${limits.maxPageSize} facts with the words of \`query\`, which has 3 to 120 characters, also with \`safe=true\`; \`total\` counts all`,
  '/jokes/{id}': 'A fact',
} as const;

/** Handles a call: returns its response in both formats. */
type Handler = (request: {
  params: unknown;
  query: unknown;
  caller: Caller;
}) => Promise<{ json: unknown; text: string; neverCached?: boolean }>;

/** An import of `node:http` would load the WebSocket that it also exports, which takes 3% of a start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const SIZE = 'size must be between 3 and 120';

/** The categories there that are called otherwise here; `food`, `history`, `money` and `science` are not. */
const OTHER_NAMES: ReadonlyMap<string, Tag> = new Map([
  ['animal', 'animals'],
  ['dev', 'computers'],
  ['movie', 'movies'],
  ['sport', 'sports'],
]);

const { name, safe } = randomQuery.shape;
const drawQuery = z.object({
  category: z.string('must be names of categories').default(''),
  name,
  safe,
});
const idParam = z.object({ id: z.string() });
const searchQuery = z.object({ query: z.string(SIZE).min(3, SIZE).max(120, SIZE), safe });

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

/** @throws ApiError not_found if there is no such category */
function tagOf(category: string): Tag {
  const tag = OTHER_NAMES.get(category) ?? category;
  if (isTag(tag)) return tag;
  throw new ApiError('not_found', `No jokes for category "${category}" found.`);
}

/** A time as that API sends it, such as `2020-01-05 13:42:19.324000`. @param iso in UTC */
const timeText = (iso: string) => iso.replace('T', ' ').replace('Z', '000');

interface Dependencies extends Pick<Tools, 'config' | 'clock' | 'log'> {
  answer: Answer;
  jokes: JokeService;
}

/**
 * The API of api.chucknorris.io, so that its clients work with this site's facts, whose categories are their tags. A
 * response is JSON, or text if the client prefers it. An error is in the format of that API, which knows no 422.
 */
export function chucknorrisApi(dependencies: Dependencies): Router {
  const { answer, jokes, config, clock, log } = dependencies;
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

  const handlers: Record<keyof typeof chucknorrisCalls, Handler> = {
    async '/jokes/random'({ query }) {
      const { category, ...others } = parseQuery('random', drawQuery, query);
      const tag = category === '' ? undefined : category.split(',').map(tagOf);
      return { ...one(await jokes.random({ tag, ...others })), neverCached: true };
    },
    '/jokes/categories': () => Promise.resolve({ json: TAGS, text: TAGS.join('\n') }),
    async '/jokes/search'({ query, caller }) {
      const { query: words, safe } = parseQuery('search', searchQuery, query);
      const page = { page: 1, per_page: limits.maxPageSize };
      const { match, ...all } = await jokes.search(
        { q: normalizeQuery(words), safe, ...page },
        caller,
      );
      // Clients expect no jokes that only come close.
      const found = match === 'exact' ? all : { jokes: [], total: 0 };
      return {
        json: { total: found.total, result: found.jokes.map(present) },
        text: found.jokes.map(({ joke_text }) => joke_text.replaceAll('\n', ' ')).join('\n'),
      };
    },
    async '/jokes/{id}'({ params }) {
      const { id } = idParam.parse(params);
      const number = jokeIdText.safeParse(id);
      const [joke] = number.success ? await jokes.find(visitor, [number.data]) : [];
      if (!joke) throw new ApiError('not_found', `Joke with id "${id}" not found.`);
      return one(presentJoke(joke));
    },
  };

  function respond(handler: Handler, request: Request, response: Response): Promise<void> {
    return answer(request, response, 'compat', async (caller) => {
      const { params, query } = request;
      const { json, text, neverCached } = await handler({ params, query, caller });
      response.vary('Accept');
      const isText = request.accepts(['json', 'text']) === 'text';
      return {
        type: isText ? 'text' : 'json',
        text: isText ? text : JSON.stringify(json),
        cache: neverCached ? undefined : aMinute,
        isRepeated: false,
      };
    });
  }

  const router = Router({ caseSensitive: true });
  for (const [path, handler] of Object.entries(handlers)) {
    router
      .route(expressPath(path))
      .get((request, response) => respond(handler, request, response))
      .all(refuseMethod(['GET']));
  }
  router.use(refuseUnknownPath);
  router.use(
    respondToErrors(log, 'json', ({ code, message }, _request, response) => {
      const isInvalid = code === 'invalid_input';
      if (isInvalid) response.status(400);
      const { statusCode: status } = response;
      const violations = isInvalid ? Object.fromEntries([message.split(': ', 2)]) : undefined;
      const timestamp = new Date(clock()).toISOString();
      const error = STATUS_CODES[status] ?? '';
      return JSON.stringify({ timestamp, status, error, message, violations });
    }),
  );
  return router;
}
