import { useState } from 'react';
import { useRegisterSW } from 'virtual:pwa-register/react';
import { asText, request } from '../api/request.ts';
import { calm } from './calm.ts';
import { DockPanel } from './dock-panel.tsx';

/** Whether this page is of the new version: the server rendered it after the release. */
async function isReleased(): Promise<boolean> {
  const { app = '' } = document.documentElement.dataset;
  // Its list of files names the scripts of its version.
  const worker = await request('/sw.js', {}, asText).catch(() => undefined);
  return worker?.body.includes(`"${app.slice(1)}"`) === true;
}

/** Offers a new version of the site as soon as it is ready. The page never reloads unasked. */
export function UpdateBar() {
  const [isOffered, setOffered] = useState(false);
  const { updateServiceWorker } = useRegisterSW({
    onNeedRefresh: () => void offer(),
    // By default, Update in one tab reloads all tabs.
    onNeedReload: () => undefined,
  });

  const offer = async () => {
    if (await isReleased()) return updateServiceWorker();
    await calm();
    setOffered(true);
  };
  const update = async () => {
    const reload = () => location.reload();
    const registration = await navigator.serviceWorker.getRegistration();
    // Another tab may already have activated it.
    if (!registration?.waiting) return reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload);
    await updateServiceWorker();
  };

  if (!isOffered) return null;
  const title = 'A new version is ready.';
  return (
    <DockPanel
      title={title}
      announcement={title}
      closeLabel="Later"
      onClose={() => setOffered(false)}
      action={
        <button type="button" className="button" onClick={() => void update()}>
          Update
        </button>
      }
    >
      <p>Update to reload this page with it.</p>
    </DockPanel>
  );
}
