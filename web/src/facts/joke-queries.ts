import {
  type EndpointOutput,
  type Joke,
  type JokeList,
  type JokeWithNeighbors,
  type PageEndpoint,
  type RelatedJokes,
} from 'functions/contract';
import type { Params } from 'react-router-dom';
import { LISTS_CACHE } from '../api/caches.ts';
import { read } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { jokeCalls, type JokeCall } from '../paths.ts';

/** The query for what is the same for every visitor. */
export function queryOf<N extends PageEndpoint>(call: JokeCall<N>) {
  return { ...call, queryKey: [call.url], queryFn: () => read(call) };
}

/** Loads what the page of a screen carries. The module of a screen exports it as `loader`. */
export type PageLoader = (page: {
  params: Params;
  search: URLSearchParams;
  /** Loads what the screen shows. If it throws, the page says that it failed. */
  load: <N extends PageEndpoint>(query: JokeCall<N>) => Promise<EndpointOutput<N>>;
  /** Loads what the page's script asks for if the page does not carry it. */
  tryToLoad: <N extends PageEndpoint>(query: JokeCall<N>) => Promise<EndpointOutput<N> | undefined>;
}) => Promise<unknown>;

/** Jokes on a page of the Top 100. */
export const TOP_PAGE_SIZE = 10;

/** The reason why there is no joke, as a sentence for visitors. */
export interface MissingJoke {
  missing: string;
}

/** The jokes in the responses that this browser has saved; none if it blocks storage. */
export async function savedJokes(): Promise<Joke[]> {
  try {
    const saved = await (await caches.open(LISTS_CACHE)).matchAll();
    const answers: (JokeList | RelatedJokes | JokeWithNeighbors)[] = await Promise.all(
      saved.map((response) => response.json()),
    );
    return answers.flatMap((answer) => {
      if ('jokes' in answer) return answer.jokes;
      return 'similar' in answer ? answer.similar : answer;
    });
  } catch {
    return [];
  }
}

async function savedJoke(id: number): Promise<JokeWithNeighbors | undefined> {
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  return joke && { previous_id: null, next_id: null, approved_at: null, ...joke };
}

/** A single joke; `missing` if there is no approved one with this id. */
export function singleJoke(id: number) {
  const query = queryOf(jokeCalls.joke(id));
  return {
    ...query,
    queryFn: async (): Promise<JokeWithNeighbors | MissingJoke> => {
      try {
        return await query.queryFn();
      } catch (error) {
        if (hasCode(error, 'not_found')) return { missing: error.message };
        const saved = hasCode(error, 'unavailable') ? await savedJoke(id) : undefined;
        if (saved === undefined) throw error;
        return saved;
      }
    },
  };
}
