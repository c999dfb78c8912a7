import { request } from '../api/call.ts';
import { readPageAnswers } from '../api/page-answers.ts';
import { isAdminPath } from '../paths.ts';
import { sendToWorker, type ShownContent } from './worker-message.ts';

/** Whether this page is of the released version: the server rendered it after the release. */
async function isReleased(): Promise<boolean> {
  const { app } = document.documentElement.dataset;
  // Its list of saved files names the scripts of its version.
  const worker = await request('/sw.js', {}, (response) => response.text()).catch(() => undefined);
  return app !== undefined && worker?.body.includes(`"${app}"`) === true;
}

/**
 * Offers a new version of the site as soon as it is ready: one that is already waiting, one that
 * installs later, or one that another tab has activated. The page never reloads unasked. A page that
 * is already of the new version activates it.
 */
function watchForUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let wasControlled = serviceWorker.controller !== null;

  const offer = async () => {
    if (!(await isReleased())) {
      // A page that is being left can load no script; the next one offers the version.
      const bar = await import('./show-update-bar.tsx').catch(() => undefined);
      bar?.showUpdateBar(registration);
    } else if (registration.waiting !== null) {
      sendToWorker(registration.waiting, { type: 'take-over' });
    }
  };

  const followInstallation = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Without a controller this is the first version, so there is no reason to reload.
      if (installing.state === 'installed' && serviceWorker.controller !== null) void offer();
    });
  };

  if (registration.waiting !== null && wasControlled) void offer();
  followInstallation();
  registration.addEventListener('updatefound', followInstallation);
  serviceWorker.addEventListener('controllerchange', () => {
    if (wasControlled) void offer();
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

/**
 * What this page shows, which the worker has not seen.
 * @param isNew whether the worker did not handle the page's requests
 */
function shownContent(isNew: boolean): ShownContent {
  const loaded = isNew ? performance.getEntriesByType('resource').map(({ name }) => name) : [];
  const carried = readPageAnswers().flatMap(({ url, body }) =>
    body === undefined || body === null ? [] : [{ url, json: JSON.stringify(body) }],
  );
  return { loaded, carried };
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
    if (worker !== null) sendToWorker(worker, { type: 'shown', ...shownContent(isNew) });
  } catch {
    // Some browsers block workers in private windows.
  }
  linkWebManifest();
}
