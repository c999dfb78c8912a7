import { queryOptions } from '@tanstack/react-query';
import {
  type Joke,
  type JokeList,
  type JokeWithNeighbors,
  type RelatedJokes,
} from 'functions/contract';
import { LISTS_CACHE } from '../api/caches.ts';
import { read } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { jokeUrls } from '../paths.ts';

type ListName = 'listJokes' | 'listTopJokes' | 'listNewestJokes' | 'listDailyJokes' | 'searchJokes';

/** The query for a list of jokes. @param url one of the contract's `jokeUrls` */
export function listAt<N extends ListName>(name: N, url: string) {
  return queryOptions({ queryKey: [url], queryFn: () => read(name, url) });
}

/** The number of pages on the home screen. */
export function lastHomePage({ pages }: JokeList): number {
  return Math.max(pages, 1);
}

/** Jokes on a page of the Top 100 (specification §9). */
export const TOP_PAGE_SIZE = 10;

/** The number of pages of the Top 100. */
export function lastTopPage({ jokes }: JokeList): number {
  return Math.max(1, Math.ceil(jokes.length / TOP_PAGE_SIZE));
}

/** The week's best with fewer jokes are followed by those of all time. */
export const FEWEST_OF_WEEK = 10;

/** The URL of a period's best rated jokes. @param period as in the page's query: `week`, or all votes */
export function topUrl(period: string | null): string {
  return period === 'week' ? jokeUrls.topOfWeek : jokeUrls.top;
}

/** Random jokes that a page carries besides the one that it shows, and that are ready afterwards. */
export const RANDOM_AHEAD = 2;

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
  const url = jokeUrls.joke(id);
  return queryOptions({
    queryKey: [url],
    queryFn: async (): Promise<JokeWithNeighbors | MissingJoke> => {
      try {
        return await read('getJoke', url);
      } catch (error) {
        if (hasCode(error, 'not_found')) return { missing: error.message };
        const saved = hasCode(error, 'unavailable') ? await savedJoke(id) : undefined;
        if (saved === undefined) throw error;
        return saved;
      }
    },
  });
}
