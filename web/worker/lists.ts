import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { jokeUrls } from '../../functions/src/contract/joke-urls.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { CACHES } from '../src/api/caches.ts';
import { savedJokes } from '../src/api/saved-jokes.ts';

const JOKES = `${API_BASE_PATH}/jokes`;

/** How long to wait for the network before answering from the cache, in seconds. */
const NETWORK_TIMEOUT_S = 4;
/** A hundred pages of 20 jokes are about a megabyte. */
const MAX_LISTS = 200;

/** Saves only responses that the server marks as publicly cacheable. */
export const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPublic = response.headers.get('Cache-Control')?.includes('public') === true;
    return Promise.resolve(response.status === 200 && isPublic ? response : null);
  },
};

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
async function jokeFromLists({ url }: Request): Promise<Response | undefined> {
  const id = Number(/\/(\d+)\/?$/.exec(new URL(url).pathname)?.[1]);
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  // Lists do not contain the neighbors' ids.
  return joke && Response.json({ previous_id: null, next_id: null, ...joke });
}

/**
 * Responds from the network and saves the response. Responds from the cache if the network is down
 * or slow, or if the server fails.
 */
export const lists = new NetworkFirst({
  cacheName: CACHES.lists,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  // Saved responses were all requested without a cookie or bearer.
  matchOptions: { ignoreVary: true },
  plugins: [
    onlyPublic,
    new ExpirationPlugin({ maxEntries: MAX_LISTS, purgeOnQuotaError: true }),
    {
      fetchDidSucceed: async ({ response }) => {
        if (response.status >= 500) throw new Error(`The server responded with ${response.status}`);
        return await Promise.resolve(response);
      },
      handlerDidError: ({ request }) => jokeFromLists(request),
    },
  ],
});
