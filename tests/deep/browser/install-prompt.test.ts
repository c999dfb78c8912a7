import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { hydrated, type Visitor } from '../../support/e2e/browser.ts';
import { openFreshBrowser } from '../../support/e2e/fresh-browser.ts';
import { coveredControls, focused, layoutShift, PHONE } from '../../support/e2e/page-state.ts';
import { announces, pauseClock } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** The longest time to the next frame by a paused clock. */
const FRAME_MS = 16;
/** The page waits so long before it starts its application, from the first frame after its load event. */
const START_MS = 100;

const site = useSite(numberedJokes(20));

const panel = (page: Page) => page.getByRole('region', { name: 'Install Chuck Norris Facts' });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name });

/** Opens a page whose clock is paused, and starts its application, at most a frame ago by this clock. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('load');
  await page.clock.runFor(FRAME_MS + START_MS);
  // From then on the page waits for the browser's offer.
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  await hydrated(page);
}

/** Opens the home page for a new visitor, with a paused clock. */
async function openHome(options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await site.visit(options);
  await pauseClock(visitor.page);
  await open(visitor.page, '/');
  return visitor;
}

/** Dispatches the browser's offer, and waits until the page suggests to accept it. */
async function showPanel(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const prompt = async () => (dataset['prompts'] = `${dataset['prompts'] ?? ''}!`);
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });
  await page.clock.runFor(3_000);
  await panel(page).waitFor();
}

test('Chromium offers a new visitor the installation', { tags: 'U6' }, async () => {
  await using freshBrowser = await openFreshBrowser();
  const { page } = freshBrowser;
  await page.goto(`${site.origin}/`);
  await button(page, 'Install').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test('the prompt is announced, takes no focus, moves nothing, and leads to the browser’s dialog', async () => {
  const { page } = await openHome();
  await showPanel(page);
  await announces(page, 'This site can be installed as an app.');
  await expect.poll(() => panel(page).locator(':focus').count()).toBe(0);
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
  await button(page, 'Install').click();
  await panel(page).waitFor({ state: 'detached' });
  expect(await page.locator('html').getAttribute('data-prompts')).toBe('!');
});

test('Escape dismisses the prompt, and the heading has the focus', async () => {
  const { page } = await openHome();
  await showPanel(page);
  await button(page, 'Not now').focus();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
});

test('on a phone the prompt covers no control and moves nothing', { tags: 'U14' }, async () => {
  const { page } = await openHome(PHONE);
  for (const path of ['/random', '/fact/7', '/submit', '/']) {
    await open(page, path);
    await showPanel(page);
    await page.clock.resume();
    expect(await coveredControls(page, '#dock'), path).toEqual([]);
  }
  expect(await layoutShift(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);
});
