import { queryOptions } from '@tanstack/react-query';
import { ApiError, jokeUrls, type JokeList, type JokeWithNeighbors } from 'functions/contract';
import { read } from '../api/call.ts';
import { savedJokes } from './saved-jokes.ts';

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

/** The URL of a period's best rated jokes. @param period as in the page's query: `week`, or all votes */
export function topUrl(period: string | null): string {
  return period === 'week' ? jokeUrls.topOfWeek : jokeUrls.top;
}
/** Why there is no joke, as a sentence for visitors. */
export interface MissingJoke {
  missing: string;
}

/** A single joke as a saved list has it, without its neighbors. */
async function savedJoke(id: number): Promise<JokeWithNeighbors | undefined> {
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  return joke && { previous_id: null, next_id: null, approved_at: null, ...joke };
}

/** A single joke, or that there is no approved joke with this id. */
export function singleJoke(id: number) {
  const url = jokeUrls.joke(id);
  return queryOptions({
    queryKey: [url],
    queryFn: async (): Promise<JokeWithNeighbors | MissingJoke> => {
      try {
        return await read('getJoke', url);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'not_found') return { missing: error.message };
        const saved = error.code === 'unavailable' ? await savedJoke(id) : undefined;
        if (saved === undefined) throw error;
        return saved;
      }
    },
  });
}
