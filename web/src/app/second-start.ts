import { watchInstallation, type EarlyOffer } from '../features/install/watch-installation.ts';
import { startOffline } from '../offline/start-offline.ts';

/** Starts what makes the site an app: its installation, and reading without a network. */
export function startSecond(early: EarlyOffer | undefined): void {
  watchInstallation(early);
  void startOffline();
}
