import type { EarlyOffer } from '../features/install/watch-installation.ts';

/**
 * Loads what the first view does not wait for, once the page has loaded. The browser may offer the
 * installation before: that is kept.
 */
export function startAfterFirstView(): void {
  let early: EarlyOffer | undefined;
  const keep = (offer: Event) => {
    offer.preventDefault();
    early = { offer, at: Date.now() };
  };
  const start = async () => {
    const { startSecond } = await import('./second-start.ts');
    removeEventListener('beforeinstallprompt', keep);
    startSecond(early);
  };
  addEventListener('beforeinstallprompt', keep);
  addEventListener('load', () => void start());
}
