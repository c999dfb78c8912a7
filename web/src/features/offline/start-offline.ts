import { isAdminPath } from './admin-paths.ts';
import { watchForUpdates } from './watch-for-updates.ts';
import { linkWebManifest } from './web-manifest-link.ts';
import { sendToWorker } from './worker-message.ts';

/** Reports what this page loaded before a new worker handled its requests. */
function reportLoaded(worker: ServiceWorker): void {
  const urls = performance.getEntriesByType('resource').map(({ name }) => name);
  sendToWorker(worker, { type: 'loaded', urls });
}

/** Resolves when the worker has been activated. */
async function activated(worker: ServiceWorker): Promise<void> {
  while (worker.state === 'activating') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
}

/** @returns the worker that handles this page's requests from now on */
async function startWorker(): Promise<ServiceWorker | null> {
  const { serviceWorker } = navigator;
  watchForUpdates(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  const { active } = await serviceWorker.ready;
  if (active !== null) await activated(active);
  return active;
}

/**
 * Makes the site an app after the first view: starts the service worker for offline reading, then
 * links the web manifest, which the worker has saved. If the browser blocks workers, the site works
 * without one.
 */
export async function startOffline(): Promise<void> {
  // In development the files change too often to be cached.
  if (!import.meta.env.PROD) return;
  try {
    const isNew = navigator.serviceWorker.controller === null && !isAdminPath(location.pathname);
    const worker = await startWorker();
    if (isNew && worker !== null) reportLoaded(worker);
  } catch {
    // Some browsers block workers in private windows.
  }
  linkWebManifest();
}
