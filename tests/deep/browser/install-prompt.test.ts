import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { hydrated, type Visitor } from '../../support/e2e/browser.ts';
import { openFreshBrowser } from '../../support/e2e/fresh-browser.ts';
import { coveredControls, focused, layoutShift, PHONE } from '../../support/e2e/page-state.ts';
import { announces, pauseClock } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
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
async function openHome(options: BrowserContextOptions = {}, script = ''): Promise<Visitor> {
  const visitor = await site.visit(options);
  await visitor.page.addInitScript(script);
  await pauseClock(visitor.page);
  await open(visitor.page, '/');
  return visitor;
}

/** Advances the page's clock, and waits until the page is drawn. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await hydrated(page);
}

/** Dispatches the browser's offer. @returns whether the page suppressed the browser's own prompt */
const offer = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => (window.prompts = (window.prompts ?? 0) + 1);
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
  })()`);

async function showPanel(page: Page): Promise<void> {
  await offer(page);
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

test("the prompt appears 3 s after the browser's offer, leads to its dialog, and closes once the site is installed another way", async () => {
  const { page } = await openHome();
  expect(await offer(page)).toBe(true);
  await pass(page, 2_999);
  expect(await panel(page).count()).toBe(0);
  await pass(page, 1);
  await announces(page, 'This site can be installed as an app.');
  await expect.poll(() => panel(page).locator(':focus').count()).toBe(0);
  await page.evaluate("window.dispatchEvent(new Event('appinstalled'))");
  await panel(page).waitFor({ state: 'detached' });
  await showPanel(page);
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
  await button(page, 'Install').click();
  await panel(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('window.prompts')).toBe(1);
});

test.each([
  ['iPhone', IPHONE, ''],
  ['iPad', IPAD, 'Object.defineProperty(navigator, "maxTouchPoints", { value: 5 })'],
])(
  'on an %s the prompt appears after 5 s without an offer, with manual steps',
  async (_, userAgent, script) => {
    const { page } = await openHome({ userAgent, hasTouch: true }, script);
    await pass(page, 4_999 - FRAME_MS);
    expect(await panel(page).count()).toBe(0);
    await pass(page, 1 + FRAME_MS);
    await expect
      .poll(() => panel(page).getByRole('listitem').allInnerTexts())
      .toEqual(['Tap Share', 'Choose Add to Home Screen']);
    await expect.poll(() => panel(page).getByRole('button').allInnerTexts()).toEqual(['Not now']);
  },
);

test('a dismissal lasts for the session on every page', async () => {
  const { page } = await openHome();
  await showPanel(page);
  await button(page, 'Not now').focus();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  await open(page, '/newest');
  await offer(page);
  await pass(page, 3_000);
  expect(await panel(page).count()).toBe(0);
});

// This browser cannot run the site as an installed app.
const AS_APP = `const { matchMedia } = window;
  window.matchMedia = (query) =>
    query === '(display-mode: standalone)' ? { matches: true } : matchMedia.call(window, query);`;
const AS_IPHONE_APP = "Object.defineProperty(navigator, 'standalone', { value: true })";

test.each([
  ['as an app', {}, AS_APP],
  ['from the home screen of an iPhone', { userAgent: IPHONE }, AS_IPHONE_APP],
])('the prompt is not shown if the site runs %s', async (_, options, script) => {
  const { page } = await openHome(options, script);
  await offer(page);
  await pass(page, 5_000);
  expect(await panel(page).count()).toBe(0);
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
