const DISMISSED_KEY = 'installPromptDismissed';

/** The browser's offer to install the site: an event of Chromium's browsers, in no standard. */
interface InstallOffer extends Event {
  /** Opens the browser's own dialog; works once. */
  prompt(): Promise<unknown>;
}

export function isInstallOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Whether the page runs as an installed app. */
export function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Whether the prompt was dismissed since the browser was opened. */
export function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Keeps the dismissal for the session (specification §4). */
export function dismiss(): void {
  try {
    sessionStorage.setItem(DISMISSED_KEY, 'true');
  } catch {
    // Without session storage it is kept for as long as the page.
  }
}
