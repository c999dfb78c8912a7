// The service worker: lets visitors read offline.
import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StrategyHandler, type Strategy } from 'workbox-strategies';
import { jokeUrls } from '../../functions/src/contract/joke-urls.ts';
import { CACHE_PREFIX, CACHES } from '../src/api/caches.ts';
import { parseWorkerMessage } from '../src/features/offline/worker-message.ts';
import {
  images,
  isJokeImage,
  isPublicList,
  isShownToVisitors,
  lists,
  NETWORK_TIMEOUT_S,
} from './strategies.ts';

declare const self: ServiceWorkerGlobalScope;

/** Timeout for saving in the background. */
const SAVE_TIMEOUT_MS = 20_000;

/** The page that renders every screen in the browser. */
const SHELL = '/app';

/** Paths that are not pages of the site: the API and those that Firebase reserves. */
const NOT_PAGES = /^\/(?:api|__)\//;

/** Whether a request opens a page of the site. */
function isNavigation({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.mode === 'navigate' && !NOT_PAGES.test(url.pathname);
}

/**
 * Responds from the network or, if that fails or takes long, or the server fails, with the shell, which
 * renders any screen from saved lists. Pages of the server are not saved, because they name scripts that the next version
 * removes. The precache has already handled pages that are files of the site.
 */
async function serveNavigation({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const fromNetwork = fetch(request);
  try {
    const response = await Promise.race([fromNetwork, rejectAfter(NETWORK_TIMEOUT_S * 1_000)]);
    if (response.status < 500) return response;
    throw new Error(`The server responded with ${response.status}.`);
  } catch {
    return (await matchPrecache(SHELL)) ?? fromNetwork;
  }
}

function rejectAfter(milliseconds: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The network is slow.')), milliseconds);
  });
}

// A page is the same file with any query.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

registerRoute(isNavigation, serveNavigation);
registerRoute(isPublicList, lists);
registerRoute((match) => isJokeImage(match.url) && isShownToVisitors(match.request), images);

async function deleteUnknownCaches(): Promise<void> {
  const known: readonly string[] = Object.values(CACHES);
  const names = await caches.keys();
  const unknown = names.filter((name) => name.startsWith(CACHE_PREFIX) && !known.includes(name));
  await Promise.all(unknown.map((name) => caches.delete(name)));
}

/** Saves what a URL responds with. A failure is ignored. */
async function save(strategy: Strategy, url: string, event: ExtendableEvent): Promise<void> {
  const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS);
  const request = new Request(url, { credentials: 'omit', signal });
  await Promise.allSettled(strategy.handleAll({ request, event }));
}

/** Saves the first page, the Top 100 and the newest jokes. */
async function saveFirstLists(event: ExtendableEvent): Promise<void> {
  const urls = [jokeUrls.page(1), jokeUrls.top, jokeUrls.newest];
  await Promise.all(urls.map((url) => save(lists, url, event)));
}

async function saveLoaded(urls: readonly string[], event: ExtendableEvent): Promise<void> {
  for (const loaded of urls) {
    const url = new URL(loaded);
    const request = new Request(url);
    const sameOrigin = url.origin === self.location.origin;
    if (isPublicList({ url, request, event, sameOrigin })) await save(lists, loaded, event);
    else if (isJokeImage(url)) await save(images, loaded, event);
  }
}

/** Saves a response that a page carried as if it had been requested. */
async function saveCarried(
  { url, json }: { url: string; json: string },
  event: ExtendableEvent,
): Promise<void> {
  const request = new Request(new URL(url, self.location.origin));
  const match = { url: new URL(request.url), request, event, sameOrigin: true };
  if (!isPublicList(match)) return;
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public' };
  const handler = new StrategyHandler(lists, { event, request });
  await handler.cachePut(request, new Response(json, { headers }));
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteUnknownCaches(), self.clients.claim()])),
);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message?.type === 'loaded') event.waitUntil(saveLoaded(message.urls, event));
  if (message?.type === 'carried') {
    event.waitUntil(Promise.all(message.responses.map((each) => saveCarried(each, event))));
  }
});
