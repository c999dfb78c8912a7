// How a page starts: what works before, what others change meanwhile, and scripts that don't arrive.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { hydrated } from '../../support/e2e/browser.ts';
import { fact, RATINGS, star, voted } from '../../support/e2e/fact-steps.ts';
import {
  answerNext,
  APPLICATION,
  button,
  hold,
  link,
  openWithout,
  refuse,
} from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { FACT, field, fieldShows, openForm } from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(9));

const notice = (page: Page) =>
  page.getByText('This page hasn’t finished loading.').filter({ visible: true });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Counts the pages that a tab has opened from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test('what is pressed or typed before the start counts when it starts', async () => {
  const { page } = await site.visit({ viewport: { width: 390, height: 844 } });
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
  for (const id of [9, 7]) await voted(page, id).waitFor();
  await expect
    .poll(() => votes)
    .toEqual([
      { joke_id: 9, rating_num: 4 },
      { joke_id: 7, rating_num: 3 },
    ]);
  // An arrow key only moves.
  await expect.poll(() => fact(page, 8).locator(':checked').count()).toBe(0);

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

test(
  'where something on the way has changed the first script, a notice says so, and the page stays readable',
  { tags: 'U17' },
  async () => {
    const { page, expectConsoleError } = await site.visit();
    expectConsoleError(/Content Security Policy/);
    await page.route('**/', async (route) => {
      const response = await route.fetch();
      // As a proxy that collapses blanks.
      const body = (await response.text()).replaceAll(/[ \t\n]{2,}/g, ' ');
      return route.fulfill({ response, body });
    });
    await page.goto('/', { waitUntil: 'commit' });
    await notice(page).waitFor();
    await page.getByText('Test fact number 3 of many.').waitFor();
  },
);

test('without HTTPS, votes and submissions work', { tags: 'U17' }, async () => {
  const { page } = await site.visit();
  // What browsers have on encrypted pages only.
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    Object.defineProperty(window, 'caches', { value: undefined });
    for (const name of ['serviceWorker', 'clipboard', 'share', 'locks', 'storage']) {
      Object.defineProperty(Navigator.prototype, name, { value: undefined });
    }
  });
  await page.goto('/');
  await hydrated(page);
  await star(page, 5, '4 stars').click();
  await voted(page, 5).waitFor();
  await openForm(page);
  await field(page).fill(FACT);
  await button(page, 'Submit Fact').click();
  await page.getByText('Fact Submitted Successfully!').waitFor();
});

test('a page starts although its script is lost or answered by a portal once', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/ERR_CONNECTION_RESET/);
  const failures: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort('connectionreset'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
  ];
  for (const failure of failures) {
    await answerNext(page, APPLICATION, failure);
    await page.goto('/');
    await expect.poll(() => notice(page).count()).toBe(0);
  }
});

test('a page that could not start says so, only then, stays readable, and starts after a reload', async () => {
  const reader = await site.visit({ javaScriptEnabled: false });
  await reader.page.goto('/');
  expect(await notice(reader.page).count()).toBe(0);

  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/ERR_FAILED/);
  // Half a minute passes at once.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (delay) => timeout(delay / 30_000);
  });
  let arrives = false;
  // Removing the route instead would also let earlier requests continue.
  await page.route(APPLICATION, (route) => (arrives ? route.continue() : undefined));
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Test fact number 3 of many.').waitFor();
  await notice(page).waitFor();
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  arrives = true;
  await link(page, 'Reload').click();
  await hydrated(page);
  await star(page, 2, '4 stars').click();
  await voted(page, 2).waitFor();
  await expect.poll(() => notice(page).count()).toBe(0);
});

test('a script that a deployment has removed leads to one reload, and a draft is never lost', async () => {
  const { page, expectConsoleError, openTab } = await site.visit();
  expectConsoleError(/404|dynamically imported module|A script is missing|ERR_FAILED/);
  // A script that turns out to be missing while React hydrates the screen is also an error of hydration.
  expectConsoleError(/React error #422/);
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
    await refuse(tab, '**/assets/story-*.js', 404, 'No.', times);
    const documents = countDocuments(tab);
    await link(tab, 'About').click();
    return documents;
  };
  const updated = await openTab();
  await openAboutWithout(updated, 1);
  await heading(updated, 'About Chuck Norris Facts').waitFor();

  const broken = await openTab();
  const ofBroken = await openAboutWithout(broken);
  await heading(broken, 'This screen needs a connection').waitFor();
  expect(ofBroken()).toBe(1);
  await broken.unroute('**/assets/story-*.js');
  await button(broken, 'Try again').click();
  await heading(broken, 'About Chuck Norris Facts').waitFor();
});

test(
  'while a script is slow, a sign says so at once; that of a dialog that is missing is said where it was pressed',
  { tags: 'U20' },
  async () => {
    const { page, alerts, expectConsoleError } = await site.visit();
    expectConsoleError(/ERR_FAILED|dynamically imported module/);
    await page.goto('/newest');
    const sign = page.getByRole('status').getByText('Loading…');
    const script = await hold(page, '**/assets/story-*.js');
    await link(page, 'About').click();
    await sign.waitFor();
    await heading(page, 'Newest Chuck Norris Facts').waitFor();
    await (await script()).continue();
    await heading(page, 'About Chuck Norris Facts').waitFor();
    await expect.poll(() => sign.count()).toBe(0);

    await link(page, 'Newest').click();
    // What all dialogs need.
    await page.route('**/forms-*.js', (route) => route.abort());
    for (const press of [() => link(page, 'Follow').click(), () => page.keyboard.press('?')]) {
      const before = alerts.length;
      await press();
      const said = [expect.stringMatching(/^Couldn’t load this\./)];
      await expect.poll(() => alerts.slice(before)).toEqual(said);
    }
    await heading(page, 'Newest Chuck Norris Facts').waitFor();
    await expect.poll(() => sign.count()).toBe(0);
  },
);

test('a screen that fails to render shows an error, the other screens work, and reloading fixes it', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/Nothing to draw with/);
  const script = '**/assets/privacy-screen-*.js';
  const body = 'export default () => { throw new Error("Nothing to draw with"); };';
  await page.route(script, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  await page.goto('/');
  await link(page, 'Privacy').click();
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);

  await link(page, 'Newest').click();
  await page.getByText('Test fact number 1 of many.').waitFor();
  await expect.poll(() => alert.count()).toBe(0);

  await link(page, 'Privacy').click();
  await page.unroute(script);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Privacy').waitFor();
});

/** What the oldest supported browsers lack, or browsers with strict settings. */
function deleteNewerInterfaces(): void {
  const missing: readonly (readonly [object, string])[] = [
    [window, 'PerformanceObserver'],
    [Intl, 'Segmenter'],
    [AbortSignal, 'any'],
    [URL, 'canParse'],
    [Response, 'json'],
    [Navigator.prototype, 'locks'],
    [Navigator.prototype, 'serviceWorker'],
    [window, 'caches'],
  ];
  for (const [owner, name] of missing) Reflect.deleteProperty(owner, name);
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (name: string, value?: string) =>
    name !== 'field-sizing' && supports(name, value ?? '');
  document.addEventListener('DOMContentLoaded', () => {
    for (const { style } of document.querySelectorAll('textarea')) {
      style.setProperty('field-sizing', 'fixed');
    }
  });
}

test('a browser without newer interfaces votes, submits and logs in', { tags: 'U16' }, async () => {
  const { page } = await site.visit();
  await page.addInitScript(deleteNewerInterfaces);
  await page.goto('/');
  await star(page, 1, '5 stars').click();
  await voted(page, 1).waitFor();
  await link(page, 'Random').click();
  await heading(page, 'Random Chuck Norris Fact').waitFor();
  await page.getByRole('article').waitFor();

  await page.goto(paths.submit);
  const height = async () => (await field(page).boundingBox())?.height ?? 0;
  const empty = await height();
  await field(page).fill(`${FACT}\n`.repeat(8).trim());
  await expect.poll(() => height()).toBeGreaterThan(empty);
  await field(page).fill(FACT);
  await fieldShows(page, FACT);
  await button(page, 'Submit Fact').click();
  await page.getByText('Fact Submitted Successfully!').waitFor();

  await page.goto(paths.login);
  await button(page, 'Sign in with Google').waitFor();
  await page.goto(paths.setupAdmin);
  await button(page, 'Create Admin User').waitFor();
});
