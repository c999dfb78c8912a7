import { readPageAnswers } from '../../api/page-answers.ts';
import { isAdminPath } from '../../paths.ts';
import { sendToWorker } from './worker-message.ts';

/**
 * Offers a new version of the site as soon as it is ready: one that is already waiting, one that
 * installs later, or one that another tab has activated. The page never reloads unasked.
 */
function watchForUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let wasControlled = serviceWorker.controller !== null;

  const offer = () =>
    void import('./show-update-bar.tsx').then(({ showUpdateBar }) => showUpdateBar(registration));

  const followInstallation = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Without a controller this is the first version, so there is no reason to reload.
      if (installing.state === 'installed' && serviceWorker.controller !== null) offer();
    });
  };

  if (registration.waiting !== null && wasControlled) offer();
  followInstallation();
  registration.addEventListener('updatefound', followInstallation);
  serviceWorker.addEventListener('controllerchange', () => {
    if (wasControlled) offer();
    wasControlled = true;
  });
}

/** @returns the worker that handles this page's requests from now on */
async function startWorker(): Promise<ServiceWorker | null> {
  const { serviceWorker } = navigator;
  watchForUpdates(await serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  const { active } = await serviceWorker.ready;
  if (active?.state === 'activating') {
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  }
  return active;
}

/** The API's responses that this page carries, which the worker has not seen. */
function carriedResponses() {
  return readPageAnswers().flatMap(({ url, body }) =>
    body === undefined || body === null ? [] : [{ url, json: JSON.stringify(body) }],
  );
}

/** Links the web manifest. Browsers load it and an icon as soon as they see the link. */
function linkWebManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
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
    if (worker === null) return;
    sendToWorker(worker, { type: 'carried', responses: carriedResponses() });
    if (isNew) {
      // What this page loaded before the worker handled its requests.
      const urls = performance.getEntriesByType('resource').map(({ name }) => name);
      sendToWorker(worker, { type: 'loaded', urls });
    }
  } catch {
    // Some browsers block workers in private windows.
  }
  linkWebManifest();
}
