import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst } from 'workbox-strategies';
import { limits } from '../../functions/src/contract/limits.ts';
import { API_BASE_PATH } from '../../functions/src/contract/product.ts';
import { CACHES } from '../src/offline/caches.ts';
import { savedJokes } from '../src/offline/saved-jokes.ts';
import { onlyPublic } from './only-public.ts';

const JOKES = `${API_BASE_PATH}/jokes`;

/** How long the network has before what is saved is shown. */
const PATIENCE_S = 4;
/** How long saving in the background may take. */
const BACKGROUND_MS = 20_000;
/** Some hundred pages of 20 facts are about a megabyte. */
const MOST_LISTS = 200;

/** The lists that are there after one visit, as the screens ask for them. */
const FIRST_LISTS = [
  `${JOKES}?page=1&per_page=${limits.homePageSize}&status=active`,
  `${JOKES}/top?limit=${limits.topSize}`,
  `${JOKES}/newest?limit=${limits.newestSize}`,
];

const lists = new NetworkFirst({
  cacheName: CACHES.lists,
  networkTimeoutSeconds: PATIENCE_S,
  // Nothing that is saved was asked for with a cookie or a bearer.
  matchOptions: { ignoreVary: true },
  plugins: [onlyPublic, new ExpirationPlugin({ maxEntries: MOST_LISTS, purgeOnQuotaError: true })],
});

/** Whether a request asks, as a visitor, for facts that are the same for everybody. */
export function isPublicList({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  const { pathname } = url;
  return (
    sameOrigin &&
    (pathname === JOKES || pathname.startsWith(`${JOKES}/`)) &&
    pathname !== `${JOKES}/random` &&
    !request.headers.has('Authorization')
  );
}

/** The answer for a single fact, out of the lists that are saved. */
async function factFromLists(pathname: string): Promise<Response | undefined> {
  const id = Number(/\/(\d+)\/?$/.exec(pathname)?.[1]);
  const joke = (await savedJokes()).find(({ joke_id }) => joke_id === id);
  // A list does not say what stands beside it.
  return joke && Response.json({ previous_id: null, next_id: null, ...joke });
}

/**
 * Answers with what the network says, and saves it; with what is saved where the network is down or
 * slow, or where the server fails.
 */
export async function answerList(options: RouteHandlerCallbackOptions): Promise<Response> {
  const { request, url } = options;
  try {
    const response = await lists.handle(options);
    if (response.status < 500) return response;
    const saved = await caches.match(request, { cacheName: CACHES.lists, ignoreVary: true });
    return saved ?? (await factFromLists(url.pathname)) ?? response;
  } catch (error) {
    const saved = await factFromLists(url.pathname);
    if (saved) return saved;
    throw error;
  }
}

/** Saves the list that a request asks for. What cannot be had now is left out. */
export async function saveList(request: Request, event: ExtendableEvent): Promise<void> {
  await Promise.allSettled(lists.handleAll({ request, event }));
}

/** Saves the Top 100, the newest facts and the first page. */
export async function saveFirstLists(event: ExtendableEvent): Promise<void> {
  const signal = AbortSignal.timeout(BACKGROUND_MS);
  const requests = FIRST_LISTS.map(
    (address) => new Request(address, { credentials: 'omit', signal }),
  );
  await Promise.all(requests.map((request) => saveList(request, event)));
}
