import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import type { Visitor } from '../../support/e2e/browser.ts';
import { openFreshBrowser } from '../../support/e2e/fresh-browser.ts';
import {
  coveredControls,
  FRAME_MS,
  hasSpace,
  install,
  isDocked,
  offer,
  openPaused,
  panel,
  panelButton as button,
  pass,
  showPanel,
} from '../../support/e2e/install-steps.ts';
import {
  doubleText,
  focused,
  focusIn,
  layoutShift,
  scrollTo,
} from '../../support/e2e/page-state.ts';
import { announces, pauseClock } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

const site = useSite(numberedJokes(20));

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('Chromium offers a new visitor the installation', async () => {
  await using freshBrowser = await openFreshBrowser();
  const { page } = freshBrowser;
  await page.goto(`${site.origin}/`);
  await panel(page).waitFor();
  await button(page, 'Install').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

/** Opens the home page for a new visitor, with a paused clock. */
async function openPausedHome(options: BrowserContextOptions = {}, script = ''): Promise<Visitor> {
  const visitor = await site.visit(options);
  await visitor.page.addInitScript(script);
  await pauseClock(visitor.page);
  await openPaused(visitor.page);
  return visitor;
}

test("the prompt appears 3 s after the browser's offer and leads to its dialog", async () => {
  await using visitor = await openPausedHome();
  const { page } = visitor;
  await pass(page, 60_000);
  expect(await offer(page)).toBe(true);
  await pass(page, 2_999);
  expect(await panel(page).count()).toBe(0);
  await pass(page, 1);
  await announces(page, 'This site can be installed as an app.');
  await expect.poll(() => focusIn(panel(page)).count()).toBe(0);
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
  await button(page, 'Install').click();
  await panel(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('window.prompts')).toBe(1);
});

test('once the site is installed another way, the prompt closes or does not appear', async () => {
  await using visitor = await openPausedHome();
  const { page } = visitor;
  await showPanel(page);
  await install(page);
  await panel(page).waitFor({ state: 'detached' });
  await offer(page);
  await install(page);
  await pass(page, 60_000);
  expect(await panel(page).count()).toBe(0);
});

test.each([
  ['iPhone', { userAgent: IPHONE, hasTouch: true }, ''],
  [
    'iPad',
    { userAgent: IPAD, hasTouch: true },
    'Object.defineProperty(navigator, "maxTouchPoints", { value: 5 })',
  ],
])(
  'on an %s the prompt appears after 5 s without an offer, with manual steps',
  async (_, options, script) => {
    await using visitor = await openPausedHome(
      { ...options, viewport: { width: 390, height: 664 } },
      script,
    );
    const { page } = visitor;
    await pass(page, 4_999 - FRAME_MS);
    expect(await panel(page).count()).toBe(0);
    await pass(page, 1 + FRAME_MS);
    await expect
      .poll(() => panel(page).getByRole('listitem').allInnerTexts())
      .toEqual(['Tap Share', 'Choose Add to Home Screen']);
    await expect.poll(() => panel(page).getByRole('button').allInnerTexts()).toEqual(['Not now']);
  },
);

test.each([
  ['Not now', 'Enter'],
  ['Install', 'Escape'],
])('a dismissal on %s by %s lasts for the session on every page', async (focusedButton, key) => {
  await using visitor = await openPausedHome();
  const { page } = visitor;
  await showPanel(page);
  await button(page, focusedButton).focus();
  await page.keyboard.press(key);
  await panel(page).waitFor({ state: 'detached' });
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  await openPaused(page);
  await offer(page);
  await pass(page, 3_000);
  expect(await panel(page).count()).toBe(0);
});

test.each([
  [
    'if the site runs as an app',
    {},
    // This browser cannot run the site as an installed app.
    `const { matchMedia } = window;
    window.matchMedia = (query) =>
      query === '(display-mode: standalone)' ? { matches: true } : matchMedia.call(window, query);`,
  ],
  [
    'on an iPhone that opened the site from its home screen',
    { userAgent: IPHONE },
    "Object.defineProperty(navigator, 'standalone', { value: true })",
  ],
])('the prompt is not shown %s', async (_, options, script) => {
  await using visitor = await openPausedHome(options, script);
  const { page } = visitor;
  await offer(page);
  await pass(page, 5_000);
  expect(await panel(page).count()).toBe(0);
});

test('on a phone the prompt appears on the first screen and stays there while the page is scrolled; everything can be scrolled clear of it', async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  await pauseClock(page);
  const coversNothing = async (where: string) => {
    const { covered, controls } = await coveredControls(page);
    expect(covered, where).toEqual([]);
    expect(controls, where).toBeGreaterThan(0);
  };
  for (const path of ['/random', '/fact/7']) {
    await openPaused(page, path);
    await showPanel(page);
    await coversNothing(path);
    await expect.poll(() => isDocked(page), { message: path }).toBe(true);
  }

  await openPaused(page, '/submit');
  const field = page.getByRole('textbox');
  await field.fill('Chuck Norris types with one key.');
  await showPanel(page);
  await coversNothing('typing');
  await expect.poll(() => isDocked(page)).toBe(false);
  await field.blur();
  await expect.poll(() => isDocked(page)).toBe(true);
  await field.focus();
  await expect.poll(() => isDocked(page)).toBe(false);

  await openPaused(page, '/');
  await showPanel(page);
  await expect.poll(() => isDocked(page)).toBe(true);
  for (const place of [100, 1_000, 100_000]) {
    await scrollTo(page, place);
    await expect.poll(() => isDocked(page), { message: `${place} px` }).toBe(true);
  }
  await coversNothing('the end of the page');
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
});

test('the prompt never covers the focused element, is reached by Tab, and axe finds no violations in it', async () => {
  await using visitor = await openPausedHome({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  // One script checks all elements because there are hundreds.
  const coveredAmong = (stops: string) =>
    page.evaluate<string[]>(`(() => {
      const covered = [];
      for (const stop of document.querySelectorAll('${stops}')) {
        stop.focus();
        const over = document.querySelector('#dock').getBoundingClientRect();
        const under = stop.getBoundingClientRect();
        if (under.bottom > over.top && under.top < over.bottom && under.right > over.left)
          covered.push(stop.outerHTML);
      }
      return covered;
    })()`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'History' }).focus();
  await showPanel(page);
  await expect.poll(() => coveredAmong('a:focus')).toEqual([]);
  for (const text of ['normal', 'double'] as const) {
    if (text === 'double') await doubleText(page);
    await expect.poll(() => hasSpace(page)).toBe(true);
    await scrollTo(page, 0);
    const stops = 'main :is(button:enabled, input:enabled, a)';
    await expect
      .poll(() => coveredAmong(`${stops}, footer a`), { message: `${text} text` })
      .toEqual([]);
    await expect
      .poll(() => focused(page, page.getByRole('contentinfo').getByRole('link')).count())
      .toBe(1);
  }
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.getByLabel('Theme').focus();
  await page.keyboard.press('Tab');
  while ((await focusIn(panel(page)).count()) === 0) await page.keyboard.press('Tab');
  await expect.poll(() => focusIn(panel(page)).textContent()).toBe('Install');
  await page.clock.resume();
  await expect.poll(() => findFaults(page)).toEqual([]);
});
