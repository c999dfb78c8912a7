import { isAdminPath } from './admin-paths.ts';
import { followUpdates } from './follow-updates.ts';
import { tellWorker } from './worker-message.ts';

/** Tells a worker that is new to this page what was loaded before it saw the page's requests. */
function reportLoaded(worker: ServiceWorker): void {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  tellWorker(worker, { type: 'loaded', addresses });
}

/**
 * Starts what makes the site readable without a network, once the first view is there. Where the
 * browser refuses, the site works as before.
 */
export async function startOffline(): Promise<void> {
  // In development the files change under a worker's feet.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const isNew = serviceWorker.controller === null && !isAdminPath(location.pathname);
  try {
    followUpdates(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
    const { active } = await serviceWorker.ready;
    if (isNew && active !== null) reportLoaded(active);
  } catch {
    // As in a private window of some browsers.
  }
}
