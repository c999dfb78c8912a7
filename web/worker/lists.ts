import type {
  RouteHandlerCallbackOptions,
  RouteMatchCallbackOptions,
  WorkboxPlugin,
} from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { jokeUrls } from '../../functions/src/contract/joke-urls.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { CACHES } from '../src/api/caches.ts';
import { savedJokes } from '../src/api/saved-jokes.ts';

const JOKES = `${API_BASE_PATH}/jokes`;

/** How long to wait for the network before answering from the cache, in seconds. */
const NETWORK_TIMEOUT_S = 4;
/** Timeout for saving lists in the background. */
const SAVE_TIMEOUT_MS = 20_000;
/** A hundred pages of 20 jokes are about a megabyte. */
const MAX_LISTS = 200;

/** The lists to save on the first visit. */
const FIRST_LISTS = [jokeUrls.page(1), jokeUrls.top, jokeUrls.newest];

/** Saves only responses that the server marks as publicly cacheable. */
export const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPublic = response.headers.get('Cache-Control')?.includes('public') === true;
    return Promise.resolve(response.status === 200 && isPublic ? response : null);
  },
};

const lists = new NetworkFirst({
  cacheName: CACHES.lists,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  // Saved responses were all requested without a cookie or bearer.
  matchOptions: { ignoreVary: true },
  plugins: [onlyPublic, new ExpirationPlugin({ maxEntries: MAX_LISTS, purgeOnQuotaError: true })],
});

/** Whether a request is for a list or joke that is the same for every visitor. */
export function isPublicList({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  const { pathname } = url;
  return (
    sameOrigin &&
    (pathname === JOKES || pathname.startsWith(`${JOKES}/`)) &&
    pathname !== jokeUrls.random &&
    !request.headers.has('Authorization')
  );
}

/** The response for a single joke, taken from the saved lists. */
async function jokeFromLists(pathname: string): Promise<Response | undefined> {
  const id = Number(/\/(\d+)\/?$/.exec(pathname)?.[1]);
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  // Lists do not contain the neighbors' ids.
  return joke && Response.json({ previous_id: null, next_id: null, ...joke });
}

/**
 * Responds from the network and saves the response. Responds from the cache if the network is down
 * or slow, or if the server fails.
 */
export async function serveList(options: RouteHandlerCallbackOptions): Promise<Response> {
  const { request, url } = options;
  try {
    const response = await lists.handle(options);
    if (response.status < 500) return response;
    const saved = await caches.match(request, { cacheName: CACHES.lists, ignoreVary: true });
    return saved ?? (await jokeFromLists(url.pathname)) ?? response;
  } catch (error) {
    const saved = await jokeFromLists(url.pathname);
    if (saved) return saved;
    throw error;
  }
}

/** Saves the list that a request asks for. A failure is ignored. */
export async function saveList(request: Request, event: ExtendableEvent): Promise<void> {
  await Promise.allSettled(lists.handleAll({ request, event }));
}

/** Saves the first page, the Top 100 and the newest jokes. */
export async function saveFirstLists(event: ExtendableEvent): Promise<void> {
  const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS);
  const requests = FIRST_LISTS.map((url) => new Request(url, { credentials: 'omit', signal }));
  await Promise.all(requests.map((request) => saveList(request, event)));
}
