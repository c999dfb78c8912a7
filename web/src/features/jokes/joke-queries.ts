import { queryOptions } from '@tanstack/react-query';
import { ApiError, jokeUrls } from 'functions/contract';
import { read } from '../../api/call.ts';

/** A page of the active jokes. */
export function jokePage(page: number) {
  const url = jokeUrls.page(page);
  return queryOptions({ queryKey: [url], queryFn: () => read('listJokes', url) });
}

/** The best rated jokes, best first. */
export const topJokes = queryOptions({
  queryKey: [jokeUrls.top],
  queryFn: () => read('listTopJokes', jokeUrls.top),
});

/** The most recently approved jokes, newest first. */
export const newestJokes = queryOptions({
  queryKey: [jokeUrls.newest],
  queryFn: () => read('listNewestJokes', jokeUrls.newest),
});

/** A single joke; null if there is no approved joke with this id. */
export function singleJoke(id: number) {
  const url = jokeUrls.joke(id);
  return queryOptions({
    queryKey: [url],
    queryFn: () =>
      read('getJoke', url).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }),
  });
}
