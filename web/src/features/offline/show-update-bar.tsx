import { CornerPanel } from '../../components/corner-panel.tsx';
import { showInCorner } from '../../components/corner.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { sendToWorker } from './worker-message.ts';

const TEXT = 'A new version is ready.';

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
  useAnnouncement.getState().announce(TEXT);
  showInCorner((close) => (
    <CornerPanel title={TEXT} onClose={close}>
      <p>Update to reload the page with the new version.</p>
      <div className="corner-actions">
        <button type="button" className="button" onClick={() => update(registration)}>
          Update
        </button>
        <button type="button" className="button" onClick={close}>
          Later
        </button>
      </div>
    </CornerPanel>
  ));
}
