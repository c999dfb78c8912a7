// The service worker: what it saves for reading offline. It doesn't import the contract's index, which needs zod.
import { clientsClaim, type RouteMatchCallback, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { IMAGES_CACHE, isOutdated, LISTS_CACHE } from '../api/caches.ts';
import { jokeCalls } from '../paths.ts';
import { isJson, isPublic, kindOf } from './kinds.ts';

/** What a worker has and a page doesn't. */
declare const self: {
  /** the site's own files, from the build */
  __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0];
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

/** How long to wait for the network before answering with what is saved. */
const networkTimeoutSeconds = 4;
/** How long saving one of the first lists may take. */
const FIRST_LIST_TIMEOUT_MS = 20_000;

/** What can be read offline without having been opened. */
const { page, top, newest, today } = jokeCalls;
const FIRST_LISTS = [page(1), top, newest, today].map(({ url }) => url);

/** Treats a 5xx, and what the check refuses, as no answer. */
const accepting = (isAnswer: (response: Response) => boolean): WorkboxPlugin => ({
  fetchDidSucceed: async ({ response }) => {
    if (response.status < 500 && isAnswer(response)) return response;
    throw new Error(`No answer, but ${response.status}`);
  },
});

/** Deletes what was not used for longest. Lists are about a megabyte then, images nine. */
function onlyLatest(): WorkboxPlugin {
  const expiration = new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true });
  // With exactOptionalPropertyTypes its type is not that of a plugin.
  return {
    cacheDidUpdate: async (update) => expiration.cacheDidUpdate?.(update),
    cachedResponseWillBeUsed: async (saved) => expiration.cachedResponseWillBeUsed?.(saved),
  };
}

/** Saves only what the server marks as publicly cacheable, so nothing that only an administrator may see. */
const onlyPublic: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isPublic(response) ? response : null),
};

/** Not by the page, whose first view has few requests. A failure is ignored. */
async function saveFirstLists(): Promise<void> {
  const cache = await caches.open(LISTS_CACHE);
  const save = (url: string) => {
    const signal = AbortSignal.timeout(FIRST_LIST_TIMEOUT_MS);
    return cache.add(new Request(url, { credentials: 'omit', signal }));
  };
  await Promise.allSettled(FIRST_LISTS.map(save));
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists()));

self.addEventListener('activate', (event) => {
  const removeOutdated = async () => {
    const names = (await caches.keys()).filter(isOutdated);
    await Promise.all(names.map((name) => caches.delete(name)));
  };
  // For browsers that have the worker of before 2026-11-26. It can go in the summer of 2027, and `take-over` too.
  event.waitUntil(Promise.all([removeOutdated(), self.registration.navigationPreload.disable()]));
});

self.addEventListener('message', ({ data }) => {
  // What Update sends; in a tab that was opened before 2026-11-26, `take-over`.
  if (['SKIP_WAITING', 'take-over'].includes(data?.type)) void self.skipWaiting();
});

clientsClaim();
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Whether a request to this site is of a kind. */
const isOfKind =
  (kind: ReturnType<typeof kindOf>): RouteMatchCallback =>
  ({ request, url, sameOrigin }) =>
    sameOrigin && kindOf(request, url.pathname) === kind;

registerRoute(
  isOfKind('page'),
  new NetworkOnly({
    networkTimeoutSeconds,
    plugins: [
      accepting(() => true),
      // Pages name scripts that the next version removes. The saved shell draws any screen.
      { handlerDidError: () => matchPrecache('/app.html') },
    ],
  }),
);

registerRoute(
  isOfKind('list'),
  new NetworkFirst({
    cacheName: LISTS_CACHE,
    networkTimeoutSeconds,
    // Saved responses were all requested without a cookie or bearer.
    matchOptions: { ignoreVary: true },
    plugins: [onlyLatest(), accepting(isJson), onlyPublic],
  }),
);

registerRoute(
  isOfKind('image'),
  new CacheFirst({
    cacheName: IMAGES_CACHE,
    // The file name identifies the content; a timestamp in the query does not.
    matchOptions: { ignoreSearch: true, ignoreVary: true },
    plugins: [onlyLatest(), onlyPublic],
  }),
);
