// The service worker: lets visitors read offline.
import type { RouteMatchCallbackOptions } from 'workbox-core';
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly, StrategyHandler, type Strategy } from 'workbox-strategies';
import { jokeUrls } from '../../functions/src/contract/joke-urls.ts';
import { parseWorkerMessage, type ShownContent } from '../src/offline/worker-message.ts';
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
const savedShell = () => matchPrecache('/app');

/** Paths that are not pages of the site: what other programs read, embedded pages, and what Firebase reserves. */
const NOT_PAGES = /^\/(?:(?:api|compat|data|embed|feed|__)\/|\w+\.(?:xml|json|txt))/;

/** Whether a request opens a page of the site. */
function isNavigation({ request, url, sameOrigin }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && request.mode === 'navigate' && !NOT_PAGES.test(url.pathname);
}

/**
 * Responds from the network. If that fails or is slow, or if the server fails, responds with the
 * shell, which renders any screen from saved lists. Other pages are not saved: they name scripts
 * that the next version removes.
 */
const pages = new NetworkOnly({
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  plugins: [
    {
      handlerDidError: savedShell,
      handlerWillRespond: async ({ response }) =>
        response.status < 500 ? response : ((await savedShell()) ?? response),
    },
  ],
});

precacheAndRoute(self.__WB_MANIFEST);

registerRoute(isNavigation, pages);
registerRoute(isPublicList, lists);
registerRoute((match) => isJokeImage(match.url) && isShownToVisitors(match.request), images);

/** Saves what a URL responds with. A failure is ignored. */
async function save(strategy: Strategy, url: string, event: ExtendableEvent): Promise<void> {
  const signal = AbortSignal.timeout(SAVE_TIMEOUT_MS);
  const request = new Request(url, { credentials: 'omit', signal });
  await Promise.allSettled(strategy.handleAll({ request, event }));
}

/** Saves the first page, the joke of the day, the Top 100 and the newest jokes. */
async function saveFirstLists(event: ExtendableEvent): Promise<void> {
  const urls = [jokeUrls.page(1), jokeUrls.today, jokeUrls.top, jokeUrls.newest];
  await Promise.all(urls.map((url) => save(lists, url, event)));
}

/** Saves what a page shows as if it had been requested through this worker. */
async function saveShown({ loaded, carried }: ShownContent, event: ExtendableEvent): Promise<void> {
  const isList = (url: URL) => {
    const sameOrigin = url.origin === self.location.origin;
    return isPublicList({ url, request: new Request(url), event, sameOrigin });
  };
  for (const { url, json } of carried) {
    const request = new Request(url);
    if (!isList(new URL(request.url))) continue;
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public' };
    const handler = new StrategyHandler(lists, { event, request });
    try {
      await handler.cachePut(request, new Response(json, { headers }));
    } finally {
      // Until then the event lasts, and no new version can take over.
      handler.destroy();
    }
  }
  for (const url of loaded) {
    if (isList(new URL(url))) await save(lists, url, event);
    else if (isJokeImage(new URL(url))) await save(images, url, event);
  }
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists(event)));

self.addEventListener('activate', (event) => {
  // The network is asked for a page while this worker starts.
  const preload = self.registration.navigationPreload.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message?.type === 'shown') event.waitUntil(saveShown(message, event));
});
