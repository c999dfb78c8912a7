import type { Locator, Page } from 'playwright-core';
import { hydrated } from './browser.ts';

/** The longest time to the next frame by a paused clock. */
const FRAME_MS = 16;
/** The page waits so long before it starts its application, from the first frame after its load event. */
const START_MS = 100;

/** The panel that suggests installing the site. */
export const installPanel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Install Chuck Norris Facts' });

/** Opens a page whose clock is paused, and starts its application, at most a frame ago by this clock. */
export async function openPaused(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('load');
  await page.clock.runFor(FRAME_MS + START_MS);
  // From then on the page waits for the browser's offer.
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  await hydrated(page);
}

/** Dispatches the browser's offer, and waits until the page suggests to accept it. */
export async function showInstallPanel(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const prompt = async () => (dataset['prompts'] = `${dataset['prompts'] ?? ''}!`);
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });
  await page.clock.runFor(3_000);
  await installPanel(page).waitFor();
}
