import type { Locator, Page } from 'playwright-core';
import { hydrated } from './browser.ts';

/** The panel that suggests installing the site. */
export const panel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Install Chuck Norris Facts' });

/** A button in the panel. */
export const panelButton = (page: Page, name: string): Locator =>
  panel(page).getByRole('button', { name });

/** The longest time to the next frame by a paused clock. */
export const FRAME_MS = 16;

/** The page waits so long before it starts its application, from the first frame after its load event. */
const START_MS = 100;

/** Opens a page whose clock is paused, and starts its application, at most a frame ago by this clock. */
export async function openPaused(page: Page, path = '/'): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('load');
  await page.clock.runFor(FRAME_MS + START_MS);
  // The page then listens to the browser's offer.
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  await hydrated(page);
}

/** Advances the page's clock, and waits until the page is drawn. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await hydrated(page);
}

/**
 * Dispatches the browser's install offer.
 * @returns whether the page suppressed the browser's own prompt
 */
export const offer = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => (window.prompts = (window.prompts ?? 0) + 1);
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
  })()`);

/** Tells the page that the site was installed. */
export const install = (page: Page): Promise<unknown> =>
  page.evaluate("window.dispatchEvent(new Event('appinstalled'))");

/** Waits until the panel is shown, with the page's clock paused. */
export async function showPanel(page: Page): Promise<void> {
  await offer(page);
  await page.clock.runFor(3_000);
  await panel(page).waitFor();
}

/** Whether the panel is at the bottom of the window. */
export const isDocked = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { bottom } = document.querySelector('#dock').getBoundingClientRect();
    return Math.round(bottom) === innerHeight;
  })()`);

/** Whether the styles leave space for the panel: they follow its size in the next frame. */
export const hasSpace = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const size = document.documentElement.style.getPropertyValue('--dock-size');
    return parseFloat(size) === document.querySelector('#dock').offsetHeight;
  })()`);

/** The controls in the window of which a part is under the panel; of how many there are. */
export const coveredControls = (page: Page): Promise<{ covered: string[]; controls: number }> =>
  page.evaluate(`(() => {
    const dock = document.querySelector('#dock').getBoundingClientRect();
    const inWindow = [...document.querySelectorAll('#root :is(a, button, input, textarea)')]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < innerHeight);
    const covered = inWindow.filter(({ box }) =>
      box.right > dock.left && box.left < dock.right &&
      box.bottom - 1 > dock.top && box.top < dock.bottom);
    return {
      covered: covered.map(({ control }) => control.outerHTML),
      controls: inWindow.length,
    };
  })()`);
