import type { QueryClient } from '@tanstack/react-query';
import { ApiError, type EndpointName, type EndpointOutput } from 'functions/contract';
import { jokeCalls } from '../paths.ts';

/** The answer to one of a page's queries, which the server renders into the page. */
export interface PageAnswer {
  name: EndpointName;
  /** of one of the `jokeCalls` */
  url: string;
  /** The API's response; null if there is no joke, absent if loading it failed. */
  body?: unknown;
  /** The reason why there is no such joke, as a sentence. */
  missing?: string;
  /** After too many requests, the seconds to wait. */
  retryAfter?: number;
}

/** The id of the element that carries the answers. */
export const PAGE_ANSWERS_ID = 'page-answers';

const carried = () => document.getElementById(PAGE_ANSWERS_ID)?.textContent ?? '[]';

/** The answers in the page; none in a page that the build rendered. */
export const readPageAnswers = (): PageAnswer[] => JSON.parse(carried());

/** The responses of an endpoint that the page carries, in order. */
export function carriedAnswers<N extends EndpointName>(name: N): EndpointOutput<N>[] {
  const answers: { name: EndpointName; body?: EndpointOutput<N> | null }[] = JSON.parse(carried());
  return answers.flatMap((answer) => (answer.name === name && answer.body ? [answer.body] : []));
}

/**
 * Puts answers into the cache, so that the first render has them.
 * @param visit the key of the history entry, which has its own random joke
 */
export function seedQueries(client: QueryClient, answers: readonly PageAnswer[], visit: string) {
  for (const { url, body, missing, retryAfter } of answers) {
    const queryKey = url.startsWith(jokeCalls.random().url) ? [url, visit] : [url];
    if (missing !== undefined) client.setQueryData(queryKey, { missing });
    else if (body !== undefined) client.setQueryData(queryKey, body);
    else {
      const code = retryAfter === undefined ? 'unavailable' : 'too_many_requests';
      const wait = retryAfter === undefined ? {} : { retryAfter };
      const error = new ApiError(code, 'The server could not load this.', wait);
      const failed = { status: 'error', error, errorUpdateCount: 1 } as const;
      client.getQueryCache().build(client, { queryKey }).setState(failed);
    }
  }
}
