import { openDock } from '../ui/dock.tsx';
import { InstallPanel } from './install-panel.tsx';
import { saveShown } from './save-shown.ts';
import { UpdateBar } from './update-bar.tsx';

/** Starts updates and the suggestion to install the site, and saves what the page shows. */
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
