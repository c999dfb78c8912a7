import { PRODUCT_NAME } from 'functions/contract';
import { showInDock } from '../ui/dock.tsx';
import { flag, storedValue } from '../stores/stored-value.ts';

/** Without session storage, the prompt may return after a reload. */
const dismissed = storedValue('installPromptDismissed', flag, false, 'sessionStorage');

/** The browser's offer to install the site: a nonstandard event of Chromium-based browsers. */
interface InstallOffer extends Event {
  /** Opens the browser's own dialog; works once. */
  prompt(): Promise<unknown>;
}

function isInstallOffer(event: Event | undefined): event is InstallOffer {
  return event !== undefined && 'prompt' in event && typeof event.prompt === 'function';
}

/** Whether the page runs as an installed app. */
function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
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

let shown = false;

/**
 * Suggests installing the site, unless it is installed or the suggestion was dismissed in this
 * session (specification §4).
 * @param offer the browser's offer; without one, on iPhone and iPad, the panel shows manual steps
 */
export function showInstallPanel(offer?: Event): void {
  if (shown || dismissed.latest() || isInstalled()) return;
  shown = true;
  const installable = isInstallOffer(offer);
  const dismiss = () => {
    dismissed.save(true);
    close();
  };
  const close = showInDock({
    title: `Install ${PRODUCT_NAME}`,
    announcement: 'This site can be installed as an app.',
    content: installable ? <p>Facts on your home screen, even offline.</p> : STEPS,
    closeLabel: 'Not now',
    onClose: dismiss,
    actionLabel: installable ? 'Install' : undefined,
    onAction: () => {
      dismiss();
      if (installable) offer.prompt().catch(() => undefined);
    },
  });
  window.addEventListener('appinstalled', close, { once: true });
}
