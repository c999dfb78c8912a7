import { LISTS_CACHE } from '../api/caches.ts';
import { asText, request } from '../api/call.ts';
import { readPageAnswers } from '../api/page-answers.ts';

/** Saves the lists that the page came with. */
async function saveCarried(): Promise<void> {
  const cache = await caches.open(LISTS_CACHE);
  const headers = { 'Content-Type': 'application/json' };
  for (const { name, url, body } of readPageAnswers()) {
    const isSaved = name !== 'getRandomJoke' && name !== 'searchJokes';
    if (isSaved && body) await cache.put(url, new Response(JSON.stringify(body), { headers }));
  }
}

/** Requests the images that were loaded without the service worker again, which the browser still has. */
async function saveImages(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const images = loaded.filter((url) => url.includes('/api/v1/images/files/'));
  await Promise.allSettled(images.map((url) => request(url, {}, asText)));
}

/**
 * Saves what this page shows and the service worker has not seen, for reading it offline.
 * @param isNew whether the page was loaded without the service worker
 */
export async function saveShown(isNew: boolean): Promise<void> {
  await saveCarried();
  if (isNew) await saveImages();
}
