// The service worker: what visitors read stays readable without a network.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CACHE_PREFIX, CACHES } from '../src/offline/caches.ts';
import { parseWorkerMessage } from '../src/offline/worker-message.ts';
import { answerList, isPublicList, saveFirstLists, saveList } from './lists.ts';
import { answerNavigation, isNavigation } from './navigation.ts';
import { answerPicture, isPicture, isShownToVisitors, savePicture } from './pictures.ts';

declare const self: ServiceWorkerGlobalScope;

// A page is the same file whatever its query.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

registerRoute(isNavigation, answerNavigation);
registerRoute(isPublicList, answerList);
registerRoute((match) => isPicture(match.url) && isShownToVisitors(match.request), answerPicture);

async function deleteUnknownCaches(): Promise<void> {
  const known: readonly string[] = Object.values(CACHES);
  const names = await caches.keys();
  const unknown = names.filter((name) => name.startsWith(CACHE_PREFIX) && !known.includes(name));
  await Promise.all(unknown.map((name) => caches.delete(name)));
}

async function saveLoaded(addresses: readonly string[], event: ExtendableEvent): Promise<void> {
  for (const address of addresses) {
    const request = new Request(address, { credentials: 'omit' });
    const url = new URL(request.url);
    const sameOrigin = url.origin === self.location.origin;
    if (isPublicList({ url, request, event, sameOrigin })) await saveList(request, event);
    else if (isPicture(url)) await savePicture(request, event);
  }
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists(event)));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteUnknownCaches(), self.clients.claim()])),
);

self.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data);
  if (message?.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message?.type === 'loaded') event.waitUntil(saveLoaded(message.addresses, event));
});
