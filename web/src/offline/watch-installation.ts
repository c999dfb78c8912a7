/** Specification §9: the prompt's delay after the browser's offer, in milliseconds. */
const AFTER_OFFER_MS = 3_000;
/** The delay on iPhone and iPad, whose browsers make no offer. */
const WITHOUT_OFFER_MS = 5_000;

// iPads identify as Macs, but Macs have no touch screen.
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Suggests installing the site after the browser offers it. */
export function watchInstallation(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showAfter = (milliseconds: number, offer?: Event) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => void import('./install-panel.tsx').then((panel) => panel.showInstallPanel(offer)),
      milliseconds,
    );
  };
  addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    showAfter(AFTER_OFFER_MS, offer);
  });
  addEventListener('appinstalled', () => clearTimeout(timer));
  if (isAppleMobile()) showAfter(WITHOUT_OFFER_MS);
}
