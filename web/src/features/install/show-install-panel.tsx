import { showInCorner } from '../../components/corner.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { InstallPanel } from './install-panel.tsx';
import { dismiss, isDismissed, isInstallOffer, isInstalled } from './installation.ts';

let shown = false;

/**
 * Suggests installing the site, unless it is installed or the suggestion was dismissed in this
 * session (specification §4).
 * @param offer the browser's offer; none on iPhone and iPad
 */
export function showInstallPanel(offer?: Event): void {
  if (shown || isInstalled() || isDismissed()) return;
  shown = true;
  useAnnouncement.getState().announce('This site can be installed as an app.');
  showInCorner((close) => {
    window.addEventListener('appinstalled', close, { once: true });
    const dismissAndClose = () => {
      dismiss();
      close();
    };
    const install = (browsersDialog: () => Promise<unknown>) => {
      dismissAndClose();
      browsersDialog().catch(() => undefined);
    };
    return (
      <InstallPanel
        onInstall={offer && isInstallOffer(offer) ? () => install(() => offer.prompt()) : undefined}
        onDismiss={dismissAndClose}
      />
    );
  });
}
