const DISMISSED_KEY = 'installPromptDismissed';

/** The browser's offer to install the site: a nonstandard event of Chromium-based browsers. */
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

/** Whether the prompt was dismissed in this browser session. */
export function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Saves the dismissal for the session (specification §4). */
export function dismiss(): void {
  try {
    sessionStorage.setItem(DISMISSED_KEY, 'true');
  } catch {
    // Without session storage, the prompt may return after a reload.
  }
}
