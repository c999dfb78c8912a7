import { create } from 'zustand';
import { wait } from '../ui/wait.ts';
import { calm } from './calm.ts';
import { flag, storedValue } from '../stores/stored-value.ts';

/** The suggestion's delay after the browser's offer in milliseconds. */
const AFTER_OFFER_MS = 3_000;
/** The delay on iPhone and iPad, whose browsers make no offer. */
const WITHOUT_OFFER_MS = 5_000;

/** Without session storage, the suggestion may return after a reload. */
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

type Suggestion = InstallOffer | 'manually';

/** What is suggested now: to accept the browser's offer, or the manual steps on iPhone and iPad. */
export const useSuggestion = create<{ now: Suggestion | undefined }>()(() => ({ now: undefined }));

/** Built-in browsers that call themselves Safari, too: the apps of Google, Line, Naver and others. */
const BUILT_IN =
  /\b(?:GSA|Line|NAVER|KAKAOTALK|MicroMessenger|FBA[NV]|Instagram|DuckDuckGo|Snapchat|Pinterest|TikTok|musical_ly|LinkedInApp)\b/i;

/**
 * Whether this is a browser of an iPhone or iPad, in whose menu "Add to Home Screen" is. The browser that is built into an
 * app has no such menu, and usually does not call itself Safari.
 */
function canAddToHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // iPads identify as Macs, but Macs have no touch screen.
  const isAppleMobile =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isAppleMobile && /\bSafari\//.test(userAgent) && !BUILT_IN.test(userAgent);
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/**
 * Suggests installing the site after a while, as soon as that disturbs nobody, unless it is installed or the suggestion
 * was dismissed in this session.
 */
export function suggestInstalling(): void {
  let wanted: Suggestion | undefined;
  const suggestAfter = async (milliseconds: number, now: Suggestion) => {
    wanted = now;
    await wait(milliseconds);
    await calm();
    if (wanted === now && !dismissed.latest() && !isInstalled()) useSuggestion.setState({ now });
  };
  window.addEventListener('beforeinstallprompt', (offer) => {
    offer.preventDefault();
    void suggestAfter(AFTER_OFFER_MS, offer);
  });
  window.addEventListener('appinstalled', () => {
    wanted = undefined;
    useSuggestion.setState({ now: undefined });
  });
  if (canAddToHomeScreen()) void suggestAfter(WITHOUT_OFFER_MS, 'manually');
}

/** Dismisses the suggestion for the session. */
export function dismissSuggestion(): void {
  dismissed.save(true);
  useSuggestion.setState({ now: undefined });
}
