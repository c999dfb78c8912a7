/**
 * Registers the service worker, unless it handles this page already.
 * @returns whether it handles the page only from now on
 */
async function startWorker(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return false;
  const controlled = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  const { active } = await serviceWorker.register('/sw.js');
  // It never handles a page that was reloaded without caches.
  if (active?.state === 'activated') return false;
  await controlled;
  return true;
}

/**
 * Makes the site an app after the first view, which works offline, updates itself and can be installed. The
 * script for that comes from the service worker, so that it is no request of the first view.
 */
export async function startOffline(): Promise<void> {
  // In development the files change too often to be cached.
  if (!import.meta.env.PROD) return;
  // Some browsers block workers in private windows.
  const isNew = await startWorker().catch(() => false);
  // A page that is being left can't load scripts.
  const app = await import('./open-app.tsx').catch(() => undefined);
  await app?.openApp(isNew);
}
