// How a page starts: what works before, what others change meanwhile, and scripts that don't arrive.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { hydrated } from '../../support/e2e/browser.ts';
import { fact, RATINGS, star } from '../../support/e2e/fact-steps.ts';
import { focused, overflow } from '../../support/e2e/page-state.ts';
import { button, link } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { FACT, field, fieldShows, openForm } from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(9));

const APPLICATION = '**/assets/index-*.js';
const BLOCK_STORAGE =
  "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }";

const notice = (page: Page) => page.getByText('This page hasn’t finished loading.');
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const voted = (page: Page, id: number) => fact(page, id).getByText('✓ Voted!');

/** Opens a page and holds a script back. @returns lets it arrive */
async function openWithout(page: Page, path: string, script = APPLICATION): Promise<() => void> {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await requested.promise;
  return released.resolve;
}

/** Counts the pages that a tab has opened from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test('what is pressed or typed before the start counts when it starts', async () => {
  await using visitor = await site.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const votes: unknown[] = [];
  await page.route(RATINGS, (route) => {
    votes.push(route.request().postDataJSON());
    return route.continue();
  });
  let start = await openWithout(page, '/');
  await star(page, 9, '2 stars').click();
  await star(page, 9, '4 stars').click();
  await star(page, 8, '1 star').focus();
  await page.keyboard.press('ArrowRight');
  await star(page, 7, '1 star').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await button(page, 'Menu').click();
  start();
  await link(page, 'Top 100').waitFor();
  for (const [id, stars] of [
    [9, 4],
    [7, 3],
  ] as const) {
    await voted(page, id).waitFor();
    await expect.poll(() => fact(page, id).locator('[data-yours]').count()).toBe(stars);
  }
  await expect
    .poll(() => votes)
    .toEqual([
      { joke_id: 9, rating_num: 4 },
      { joke_id: 7, rating_num: 3 },
    ]);
  // An arrow key only moves.
  await expect.poll(() => fact(page, 8).locator(':checked').count()).toBe(0);

  start = await openWithout(page, '/');
  await button(page, 'Share fact no. 6').click();
  start();
  await page.getByRole('dialog').waitFor();

  start = await openWithout(page, '/fact/6', '**/assets/one-fact-*.js');
  await star(page, 6, '5 stars').click();
  await button(page, 'More about fact no. 6').click();
  start();
  await voted(page, 6).waitFor();
  await button(page, 'Report').waitFor();

  start = await openWithout(page, paths.submit);
  await field(page).fill(FACT);
  start();
  await expect.poll(() => button(page, 'Submit Fact').isEnabled()).toBe(true);
  await fieldShows(page, FACT);
});

/** Others change the page before the application starts: an extension adds elements, a translation wraps every text. */
const CHANGES = {
  'an extension': `document.documentElement.dataset.extension = 'on';
    document.head.prepend(document.createElement('meta'));
    document.body.prepend(document.createElement('aside'));
    const field = document.querySelector('textarea, #q');
    field?.setAttribute('data-checked', '');
    field?.after(document.createElement('grammar-check'));`,
  'a translation': `const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) if (texts.currentNode.parentNode.tagName !== 'SCRIPT') found.push(texts.currentNode);
    for (const text of found) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }`,
};

test.each(['an extension', 'a translation'] as const)(
  'a page that %s has changed starts, and what was typed and pressed before counts',
  async (change) => {
    await using visitor = await site.visit();
    visitor.expectConsoleError(/Minified React error/);
    const { page } = visitor;
    await openForm(page);
    await field(page).fill('A draft.');
    await page.addInitScript(
      `document.addEventListener('DOMContentLoaded', () => { ${CHANGES[change]} });`,
    );
    let start = await openWithout(page, paths.submit);
    const typed = page.getByRole('textbox');
    await typed.pressSequentially('Chuck Norris');
    await page.keyboard.press('Home');
    start();
    await fieldShows(page, 'A draft.\nChuck Norris');
    await focused(page, field(page)).waitFor();
    await page.keyboard.type('Mr. ');
    await fieldShows(page, 'A draft.\nMr. Chuck Norris');

    start = await openWithout(page, '/search?q=fact');
    await page.getByRole('searchbox').fill('facts of many');
    await star(page, 3, '2 stars').click();
    start();
    await hydrated(page);
    await voted(page, 3).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('facts of many');
    const id = change === 'an extension' ? 5 : 6;
    await star(page, id, '4 stars').click();
    await voted(page, id).waitFor();
  },
);

test('a page starts although its script is lost or answered by a portal once, and an image never arrives', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/ERR_CONNECTION_RESET/);
  const { page } = visitor;
  await page.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', '<img src="/never.webp" /></body>');
    await route.fulfill({ response, body });
  });
  await page.route('**/never.webp', () => undefined);
  const failures: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort('connectionreset'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
  ];
  for (const failure of failures) {
    await page.route(APPLICATION, failure, { times: 1 });
    await page.goto('/', { waitUntil: 'commit' });
    await hydrated(page);
    await expect.poll(() => notice(page).count()).toBe(0);
  }
});

test('a page that could not start says so, only then, stays readable, and starts after a reload', async () => {
  await using reader = await site.visit({ javaScriptEnabled: false });
  await reader.page.goto('/');
  expect(await reader.page.locator('body').textContent()).not.toContain('finished loading');

  await using visitor = await site.visit();
  visitor.expectConsoleError(/ERR_FAILED/);
  const { page } = visitor;
  // Half a minute passes at once.
  await page.addInitScript(`const { timeout } = AbortSignal;
    AbortSignal.timeout = (delay) => timeout.call(AbortSignal, delay / 30_000);`);
  let arrives = false;
  // Removing the route instead would also let earlier requests continue.
  await page.route(APPLICATION, (route) => (arrives ? route.continue() : undefined));
  for (const path of ['/', paths.login]) {
    await page.goto(path, { waitUntil: 'commit' });
    await notice(page).waitFor();
  }
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Test fact number 3 of many.').waitFor();
  await notice(page).waitFor();
  await page.addInitScript('AbortSignal.timeout = () => null;');
  arrives = true;
  await link(page, 'Reload').click();
  await hydrated(page);
  await star(page, 2, '4 stars').click();
  await voted(page, 2).waitFor();
  await expect.poll(() => notice(page).count()).toBe(0);
});

test('a script that a deployment has removed leads to one reload, and a draft is never lost', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/404|dynamically imported module|A script is missing|ERR_FAILED/);
  // A script that turns out to be missing while React hydrates the screen is also an error of hydration.
  visitor.expectConsoleError(/React error #422/);
  const { page } = visitor;
  await page.goto(paths.submit);
  await field(page).fill(FACT);
  const started = countDocuments(page);
  await page.route(APPLICATION, (route) =>
    started() === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.reload({ waitUntil: 'commit' });
  await fieldShows(page, FACT);
  expect(started()).toBe(2);

  const openAboutWithout = async (tab: Page, times?: number) => {
    await openForm(tab);
    await field(tab).fill(FACT);
    const options = times === undefined ? {} : { times };
    await tab.route('**/assets/story-*.js', (route) => route.fulfill({ status: 404 }), options);
    const documents = countDocuments(tab);
    await link(tab, 'About').click();
    return documents;
  };
  const updated = await visitor.openTab();
  const ofUpdated = await openAboutWithout(updated, 1);
  await heading(updated, 'About Chuck Norris Facts').waitFor();
  expect(ofUpdated()).toBe(1);
  await link(updated, 'Submit').click();
  await fieldShows(updated, FACT);

  const broken = await visitor.openTab();
  const ofBroken = await openAboutWithout(broken);
  await heading(broken, 'This screen needs a connection').waitFor();
  expect(ofBroken()).toBe(1);
  await broken.unroute('**/assets/story-*.js');
  await button(broken, 'Try again').click();
  await heading(broken, 'About Chuck Norris Facts').waitFor();

  const offline = await visitor.openTab();
  await offline.goto('/');
  const ofOffline = countDocuments(offline);
  // Chromium's own emulation may still fail the reload when it reports a connection.
  await offline.evaluate("Object.defineProperty(navigator, 'onLine', { value: false })");
  await offline.route('**/assets/privacy-*.js', (route) => route.abort(), { times: 1 });
  await link(offline, 'Privacy').click();
  await heading(offline, 'This screen needs a connection').waitFor();
  expect(ofOffline()).toBe(0);
  await offline.evaluate("dispatchEvent(new Event('online'))");
  await heading(offline, 'Privacy').waitFor();

  // Without storage the draft exists only in the page.
  const blocked = await visitor.openTab();
  await blocked.addInitScript(BLOCK_STORAGE);
  const ofBlocked = await openAboutWithout(blocked);
  await heading(blocked, 'This screen needs a connection').waitFor();
  await blocked.goBack();
  await fieldShows(blocked, FACT);
  expect(ofBlocked()).toBe(0);
});

test('a screen that fails to render shows an error, the other screens work, and reloading fixes it', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  visitor.expectConsoleError(/Nothing to draw with/);
  const { page } = visitor;
  const script = '**/assets/submit-screen-*.js';
  const body = 'export default () => { throw new Error("Nothing to draw with"); };';
  await page.route(script, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  const openMenu = async (name: string) => {
    await button(page, 'Menu').click();
    await page.getByRole('banner').getByRole('link', { name }).click();
  };
  await page.goto('/');
  await openMenu('Submit');
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await expect.poll(() => findViolations(page)).toEqual([]);
  await expect.poll(() => overflow(page)).toBe(0);

  await openMenu('Newest');
  await page.getByText('Test fact number 1 of many.').waitFor();
  await expect.poll(() => alert.count()).toBe(0);

  await openMenu('Submit');
  await page.unroute(script);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Submit a Fact').waitFor();
});
