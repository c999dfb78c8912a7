import { showInDock } from '../ui/dock.tsx';
import { sendToWorker } from './worker-message.ts';

let shown = false;

/** Activates the new version, then reloads the page. */
function update({ waiting }: ServiceWorkerRegistration): void {
  const reload = () => location.reload();
  // Another tab may already have activated it.
  if (waiting === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  sendToWorker(waiting, { type: 'take-over' });
}

/** Offers the new version, once per page load. */
export function showUpdateBar(registration: ServiceWorkerRegistration): void {
  if (shown) return;
  shown = true;
  const title = 'A new version is ready.';
  const close = showInDock({
    title,
    announcement: title,
    content: <p>Update to reload this page with it.</p>,
    closeLabel: 'Later',
    onClose: () => close(),
    actionLabel: 'Update',
    onAction: () => update(registration),
  });
}
