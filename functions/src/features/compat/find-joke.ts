import * as z from 'zod/mini';
import { ApiError, jokeIdText, type Joke } from '../../contract/index.ts';
import { visitor } from '../../identity.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { presentJoke } from '../jokes/present-joke.ts';

/** What the calls read. */
export type Jokes = Pick<JokeService, 'find' | 'list' | 'random'>;

const idParam = z.object({ id: z.string() });

/**
 * The approved joke that a path names.
 * @param messageOf says that there is none, in the other API's words
 * @throws ApiError not_found
 */
export async function findJoke(
  jokes: Jokes,
  params: unknown,
  messageOf: (id: string) => string,
): Promise<Joke> {
  const { id } = idParam.parse(params);
  const number = jokeIdText.safeParse(id);
  const [found] = number.success ? await jokes.find(visitor, [number.data]) : [];
  if (!found) throw new ApiError('not_found', messageOf(id));
  return presentJoke(found);
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
  const entries = parsed.error.issues.map(({ path, message, code }) => ({
    loc: path.map(String),
    msg: message,
    type: code,
  }));
  throw new ApiError('invalid_input', entries);
}

/** One page of the approved jokes whose text contains a term, newest first. */
export function searchJokes(jokes: Jokes, search: string, page: number, per_page: number) {
  return jokes.list(visitor, { page, per_page, status: 'approved', sortBy: 'date_desc', search });
}
