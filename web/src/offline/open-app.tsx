import { openDock } from '../ui/dock.tsx';
import { InstallPanel } from './install-panel.tsx';
import { saveShown } from './save-shown.ts';
import { UpdateBar } from './update-bar.tsx';

/**
 * Offers updates, suggests installing the site, and saves what the page shows.
 * @param isNew whether the page was loaded without the service worker
 */
export function openApp(isNew: boolean): void {
  openDock(
    <>
      <InstallPanel />
      <UpdateBar />
    </>,
  );
  // Without storage nothing is saved.
  saveShown(isNew).catch(() => undefined);
}
