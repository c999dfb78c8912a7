const loadUpdateBar = () => import('./show-update-bar.tsx');

/**
 * Offers a new version of the site once it is there: the one that waits, the one that comes, and
 * the one that another tab has taken up. Nothing is reloaded unasked.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let wasControlled = serviceWorker.controller !== null;

  const offer = () => void loadUpdateBar().then(({ showUpdateBar }) => showUpdateBar(registration));

  const followInstallation = () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Without a controller it is the first version: there is nothing to reload for.
      if (coming.state === 'installed' && serviceWorker.controller !== null) offer();
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
