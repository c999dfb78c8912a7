import { Router, type Request, type Response } from 'express';
import { aMinute, ApiError, byId, noSuchJoke, type Joke } from '../contract/index.ts';
import { isTag, limits, TAGS, type Tag } from '../domain/index.ts';
import type { Answer } from '../http/answer.ts';
import { parseInput } from '../http/api-call.ts';
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
  '/jokes/search': `The newest ${limits.maxPageSize} facts with the words of \`query\`, also with \`safe=true\`; \`total\` counts all`,
  '/jokes/{id}': 'A fact',
} as const;

/** Handles a call: returns its response in both formats. */
type Handler = (
  request: Pick<Request, 'params' | 'query'>,
  caller: Caller,
) => Promise<{ json: unknown; text: string; neverCached?: boolean }>;

/** An import of `node:http` would load the WebSocket that it also exports, which takes 3% of a start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The categories there that are called otherwise here; `food`, `history`, `money` and `science` are not. */
const OTHER_NAMES: ReadonlyMap<string, Tag> = new Map([
  ['animal', 'animals'],
  ['dev', 'computers'],
  ['movie', 'movies'],
  ['sport', 'sports'],
]);

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
    async '/jokes/random'({ query: { category, name, safe } }) {
      const isGiven = typeof category === 'string' && category !== '';
      const tag = isGiven ? category.split(',').map(tagOf).join() : undefined;
      const { query } = parseInput('getRandomJoke', { query: { tag, name, safe } });
      return { ...one(await jokes.random(query)), neverCached: true };
    },
    '/jokes/categories': () => Promise.resolve({ json: TAGS, text: TAGS.join('\n') }),
    async '/jokes/search'({ query: { query: q, safe } }, caller) {
      const all = { q, safe, per_page: limits.maxPageSize };
      const {
        match,
        jokes: found,
        total,
      } = await jokes.search(parseInput('searchJokes', { query: all }).query, caller);
      // Clients expect no jokes that only come close.
      const exact = match === 'exact' ? found : [];
      return {
        json: { total: exact.length && total, result: exact.map(present) },
        text: exact.map(({ joke_text }) => joke_text.replaceAll('\n', ' ')).join('\n'),
      };
    },
    async '/jokes/{id}'({ params }) {
      const { data } = byId.safeParse(params);
      const [joke] = data ? await jokes.find(visitor, [data.id]) : [];
      if (!joke) throw noSuchJoke();
      return one(presentJoke(joke));
    },
  };

  function respond(handler: Handler, request: Request, response: Response): Promise<void> {
    return answer(request, response, 'compat', async (caller) => {
      const { json, text, neverCached } = await handler(request, caller);
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
      if (code === 'invalid_input') response.status(400);
      const { statusCode: status } = response;
      const timestamp = new Date(clock()).toISOString();
      return JSON.stringify({ timestamp, status, error: STATUS_CODES[status], message });
    }),
  );
  return router;
}
