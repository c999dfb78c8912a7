import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { IMAGE_WIDTHS, imageUrlOfWidth } from '../../functions/src/contract/image-widths.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { isAdminPath } from '../src/paths.ts';
import { CACHES } from '../src/api/caches.ts';
import { jokesIn, savedJokes } from '../src/api/saved-jokes.ts';

const JOKES = `${API_BASE_PATH}/jokes`;

/** How long to wait for the network before answering from the cache, in seconds. */
export const NETWORK_TIMEOUT_S = 4;
/** A hundred pages of 20 jokes are about a megabyte. */
const MAX_LISTS = 200;
/** About nine megabytes at 45 KB each. */
const MAX_IMAGES = 200;

/** Saves only responses that the server marks as publicly cacheable. */
const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPublic = response.headers.get('Cache-Control')?.includes('public') === true;
    return Promise.resolve(response.status === 200 && isPublic ? response : null);
  },
};

/** Whether a request is for a list or joke that is saved for reading offline. Searches are not. */
export function isPublicList({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  const { pathname } = url;
  return (
    sameOrigin &&
    (pathname === JOKES || pathname.startsWith(`${JOKES}/`)) &&
    pathname !== `${JOKES}/random` &&
    pathname !== `${JOKES}/search` &&
    !request.headers.has('Authorization')
  );
}

/** The response for a single joke, taken from the saved lists. */
async function jokeFromLists({ url }: Request): Promise<Response | undefined> {
  const id = Number(/\/(\d+)\/?$/.exec(new URL(url).pathname)?.[1]);
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  // Lists do not contain the neighbors' ids.
  if (joke === undefined) return undefined;
  const body = JSON.stringify({ previous_id: null, next_id: null, approved_at: null, ...joke });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
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
      // One that an earlier version has saved may lack what the page needs: then nothing is saved.
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        const isCurrent = cachedResponse && jokesIn(await cachedResponse.clone().text());
        return isCurrent ? cachedResponse : undefined;
      },
      fetchDidSucceed: async ({ response }) => {
        if (response.status >= 500) throw new Error(`The server responded with ${response.status}`);
        return await Promise.resolve(response);
      },
      handlerDidError: ({ request }) => jokeFromLists(request),
    },
  ],
});

/** Whether a URL is a joke's image. */
export function isJokeImage(url: URL): boolean {
  return (
    url.origin === self.location.origin && url.pathname.startsWith(`${API_BASE_PATH}/images/files/`)
  );
}

/** Whether the request comes from a public screen. Admin screens may show images of jokes that are not approved. */
export function isShownToVisitors({ referrer }: Request): boolean {
  return referrer !== '' && !isAdminPath(new URL(referrer).pathname);
}

/** The saved image in another width. */
async function otherWidth({ url }: Request): Promise<Response | undefined> {
  for (const width of [...IMAGE_WIDTHS].reverse()) {
    const options = { cacheName: CACHES.images, ignoreSearch: true, ignoreVary: true };
    const saved = await caches.match(imageUrlOfWidth(url, width), options);
    if (saved) return saved;
  }
  return undefined;
}

/** Responds with the saved image, or loads and saves it. */
export const images = new CacheFirst({
  cacheName: CACHES.images,
  matchOptions: { ignoreVary: true },
  plugins: [
    // The file name identifies the content; a timestamp or signature in the query does not.
    {
      cacheKeyWillBeUsed: ({ request }) => Promise.resolve(request.url.replace(/\?.*/, '')),
      handlerDidError: ({ request }) => otherWidth(request),
    },
    // An image with a signature is only for an administrator.
    onlyPublic,
    new ExpirationPlugin({ maxEntries: MAX_IMAGES, purgeOnQuotaError: true }),
  ],
});
