import { CornerPanel } from '../components/corner-panel.tsx';
import { showInCorner } from '../components/corner.ts';
import { useAnnouncement } from '../stores/announcement.ts';
import { tellWorker } from './worker-message.ts';

const TEXT = 'A new version is ready.';

let shown = false;

/** Has the new version take over, and then loads the page again. */
function update({ waiting }: ServiceWorkerRegistration): void {
  const reload = () => location.reload();
  // Another tab may have been faster.
  if (waiting === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  tellWorker(waiting, { type: 'take-over' });
}

/** Offers the new version, once for as long as the page is open. */
export function showUpdateBar(registration: ServiceWorkerRegistration): void {
  if (shown) return;
  shown = true;
  useAnnouncement.getState().announce(TEXT);
  showInCorner((close) => (
    <CornerPanel title={TEXT} onClose={close}>
      <p>It takes over when you reload, not before.</p>
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
