import { IMAGE_FILES_PATH } from 'functions/contract';
import { isSavedList, LISTS_CACHE } from '../api/caches.ts';
import { asText, request } from '../api/request.ts';
import { readPageAnswers } from '../api/page-answers.ts';
import { createRoot } from 'react-dom/client';
import { followPresses } from './calm.ts';
import { suggestInstalling } from './install-offer.ts';
import { InstallPanel } from './install-panel.tsx';
import { UpdateBar } from './update-bar.tsx';

async function saveCarried(): Promise<void> {
  const cache = await caches.open(LISTS_CACHE);
  const headers = { 'Content-Type': 'application/json' };
  for (const { url, body } of readPageAnswers()) {
    if (isSavedList(url) && body)
      await cache.put(url, new Response(JSON.stringify(body), { headers }));
  }
}

/** Requests the images that were loaded without the service worker again, from the browser's cache. */
async function saveImages(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const images = loaded.filter((url) => url.includes(IMAGE_FILES_PATH));
  await Promise.allSettled(images.map((url) => request(url, {}, asText)));
}

/** Links the web manifest, so that browsers offer the installation. They load it and an icon at once. */
function linkWebManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/**
 * Offers updates, suggests installing the site, and saves the page's responses for reading offline.
 * @param isNew whether the page was loaded without the service worker
 */
export async function openApp(isNew: boolean): Promise<void> {
  createRoot(document.createElement('div')).render(
    <>
      <InstallPanel />
      <UpdateBar />
    </>,
  );
  followPresses();
  suggestInstalling();
  linkWebManifest();
  try {
    await saveCarried();
    if (isNew) await saveImages();
  } catch {
    // Without storage nothing is saved.
  }
}
