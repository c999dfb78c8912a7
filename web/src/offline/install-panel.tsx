import { PRODUCT_NAME } from 'functions/contract';
import { useEffect, useState } from 'react';
import { DockPanel } from '../ui/dock.tsx';
import { flag, storedValue } from '../stores/stored-value.ts';

/** The prompt's delay after the browser's offer in milliseconds (specification §9). */
const AFTER_OFFER_MS = 3_000;
/** The delay on iPhone and iPad, whose browsers make no offer. */
const WITHOUT_OFFER_MS = 5_000;

/** Without session storage, the prompt may return after a reload. */
const dismissed = storedValue('installPromptDismissed', flag, false, 'sessionStorage');

/** The browser's offer to install the site; `prompt` opens the browser's own dialog. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    // Only in Chromium-based browsers.
    beforeinstallprompt: InstallOffer;
  }
}

// iPads identify as Macs, but Macs have no touch screen.
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Links the web manifest, so that browsers offer the installation. They load it and an icon at once. */
function linkWebManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

const STEPS = (
  <ol>
    <li>
      Tap <b>Share</b>
    </li>
    <li>
      Choose <b>Add to Home Screen</b>
    </li>
  </ol>
);

/**
 * Suggests installing the site, unless it is installed or the suggestion was dismissed in this session
 * (specification §4). On iPhone and iPad it shows manual steps.
 */
export function InstallPanel() {
  const [suggested, setSuggested] = useState<InstallOffer | 'manually'>();
  const isDismissed = dismissed.use();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const suggestAfter = (milliseconds: number, how: InstallOffer | 'manually') => {
      clearTimeout(timer);
      timer = setTimeout(() => setSuggested(how), milliseconds);
    };
    addEventListener('beforeinstallprompt', (offer) => {
      offer.preventDefault();
      suggestAfter(AFTER_OFFER_MS, offer);
    });
    addEventListener('appinstalled', () => {
      clearTimeout(timer);
      setSuggested(undefined);
    });
    if (isAppleMobile()) suggestAfter(WITHOUT_OFFER_MS, 'manually');
    linkWebManifest();
  }, []);

  if (suggested === undefined || isDismissed || isInstalled()) return null;
  const dismiss = () => dismissed.save(true);
  const install = (offer: InstallOffer) => {
    dismiss();
    offer.prompt().catch(() => undefined);
  };
  return (
    <DockPanel
      title={`Install ${PRODUCT_NAME}`}
      announcement="This site can be installed as an app."
      closeLabel="Not now"
      onClose={dismiss}
      action={
        suggested !== 'manually' && (
          <button type="button" className="button" onClick={() => install(suggested)}>
            Install
          </button>
        )
      }
    >
      {suggested === 'manually' ? STEPS : <p>Facts on your home screen, even offline.</p>}
    </DockPanel>
  );
}
