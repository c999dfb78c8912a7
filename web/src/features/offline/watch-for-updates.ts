const loadUpdateBar = () => import('./show-update-bar.tsx');

/**
 * Offers a new version of the site as soon as it is ready: one that is already waiting, one that
 * installs later, or one that another tab has activated. The page never reloads unasked.
 */
export function watchForUpdates(registration: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  let wasControlled = serviceWorker.controller !== null;

  const offer = () => void loadUpdateBar().then(({ showUpdateBar }) => showUpdateBar(registration));

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
