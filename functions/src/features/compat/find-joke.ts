import * as z from 'zod/mini';
import { ApiError, jokeIdText, type Joke, type JokeList } from '../../contract/index.ts';
import { normalizeQuery } from '../../domain/index.ts';
import { entries } from '../../http/read-input.ts';
import { visitor } from '../../identity.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import type { Searcher } from '../jokes/visitor-searches.ts';
import { presentJoke } from '../jokes/present-joke.ts';

/** What the calls read. */
export type Jokes = Pick<JokeService, 'find' | 'list' | 'random' | 'randomMany' | 'search'>;

const idParam = z.object({ id: z.string() });

/**
 * The approved joke that a path names.
 * @param missing the error, or only the message, if there is none, in the other API's words
 * @throws ApiError not_found
 */
export async function findJoke(
  jokes: Jokes,
  params: unknown,
  missing: (id: string) => string | ApiError,
): Promise<Joke> {
  const { id } = idParam.parse(params);
  const number = jokeIdText.safeParse(id);
  const [found] = number.success ? await jokes.find(visitor, [number.data]) : [];
  if (found) return presentJoke(found);
  const error = missing(id);
  throw typeof error === 'string' ? new ApiError('not_found', error) : error;
}

/**
 * The query of a call, parsed. Unknown parameters are ignored, because clients add some against caches.
 * @throws ApiError invalid_input
 */
export function parseQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_input', entries('search', parsed.error.issues));
}

/** One page of the approved jokes with these words, newest first; of all without a word. */
export async function searchJokes(
  jokes: Jokes,
  text: string,
  page: number,
  per_page: number,
  searcher: Searcher,
): Promise<Pick<JokeList, 'jokes' | 'total' | 'pages'>> {
  const q = normalizeQuery(text);
  if (q === '') {
    const all = { status: 'approved', sortBy: 'date_desc', search: '' } as const;
    return jokes.list(visitor, { ...all, page, per_page }, searcher);
  }
  const found = await jokes.search({ q, page, per_page }, searcher);
  // Clients expect no jokes that only come close.
  return found.match === 'exact' ? found : { jokes: [], total: 0, pages: 0 };
}
