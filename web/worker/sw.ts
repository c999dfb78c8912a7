// The service worker: lets visitors read offline.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CACHE_PREFIX, CACHES } from '../src/api/caches.ts';
import { parseWorkerMessage } from '../src/features/offline/worker-message.ts';
import { serveList, isPublicList, saveFirstLists, saveList } from './lists.ts';
import { serveNavigation, isNavigation } from './navigation.ts';
import { serveImage, isJokeImage, isShownToVisitors, saveImage } from './images.ts';

declare const self: ServiceWorkerGlobalScope;

// A page is the same file with any query.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

registerRoute(isNavigation, serveNavigation);
registerRoute(isPublicList, serveList);
registerRoute((match) => isJokeImage(match.url) && isShownToVisitors(match.request), serveImage);

async function deleteUnknownCaches(): Promise<void> {
  const known: readonly string[] = Object.values(CACHES);
  const names = await caches.keys();
  const unknown = names.filter((name) => name.startsWith(CACHE_PREFIX) && !known.includes(name));
  await Promise.all(unknown.map((name) => caches.delete(name)));
}

async function saveLoaded(urls: readonly string[], event: ExtendableEvent): Promise<void> {
  for (const loaded of urls) {
    const request = new Request(loaded, { credentials: 'omit' });
    const url = new URL(request.url);
    const sameOrigin = url.origin === self.location.origin;
    if (isPublicList({ url, request, event, sameOrigin })) await saveList(request, event);
    else if (isJokeImage(url)) await saveImage(request, event);
  }
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteUnknownCaches(), self.clients.claim()])),
);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message?.type === 'loaded') event.waitUntil(saveLoaded(message.urls, event));
});
