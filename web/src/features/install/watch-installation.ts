/** Specification §9: the prompt's delay after the browser's offer, in milliseconds. */
const AFTER_OFFER_MS = 3_000;
/** The same on iPhone and iPad, whose browsers offer nothing. */
const WITHOUT_OFFER_MS = 5_000;

/** An offer of the browser's that came before this code. */
export interface EarlyOffer {
  offer: Event;
  /** when it came, as of `Date.now` */
  at: number;
}

// An iPad says that it is a Mac; a Mac has no touch screen.
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Has the page suggest its installation, once the browser offers it. */
export function watchInstallation(early: EarlyOffer | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showAfter = (milliseconds: number, offer?: Event) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => void import('./show-install-panel.tsx').then((panel) => panel.showInstallPanel(offer)),
      milliseconds,
    );
  };
  window.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    showAfter(AFTER_OFFER_MS, offer);
  });
  window.addEventListener('appinstalled', () => clearTimeout(timer));
  if (early !== undefined) showAfter(AFTER_OFFER_MS - (Date.now() - early.at), early.offer);
  else if (isAppleMobile()) showAfter(WITHOUT_OFFER_MS);
}
