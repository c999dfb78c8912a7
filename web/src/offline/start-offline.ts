import { isAdminPath } from './admin-paths.ts';
import { followUpdates } from './follow-updates.ts';
import { linkWebManifest } from './web-manifest-link.ts';
import { tellWorker } from './worker-message.ts';

/** Tells a worker that is new to this page what was loaded before it saw the page's requests. */
function reportLoaded(worker: ServiceWorker): void {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  tellWorker(worker, { type: 'loaded', addresses });
}

/** Resolves once a worker answers the pages that were there before it. */
async function inCharge(worker: ServiceWorker): Promise<void> {
  while (worker.state === 'activating') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
}

/** @returns the worker that answers this page's requests from now on */
async function startWorker(): Promise<ServiceWorker | null> {
  const { serviceWorker } = navigator;
  followUpdates(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  const { active } = await serviceWorker.ready;
  if (active !== null) await inCharge(active);
  return active;
}

/**
 * Starts what makes the site an app, once the first view is there: reading without a network, and
 * then its web manifest, which the worker has saved. Where the browser refuses, the site works as
 * before.
 */
export async function startOffline(): Promise<void> {
  // In development the files change under a worker's feet.
  if (!import.meta.env.PROD) return;
  try {
    const isNew = navigator.serviceWorker.controller === null && !isAdminPath(location.pathname);
    const worker = await startWorker();
    if (isNew && worker !== null) reportLoaded(worker);
  } catch {
    // As in a private window of some browsers.
  }
  linkWebManifest();
}
