import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { button } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { FACT, fieldShows, field } from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

/** What the oldest supported browsers lack, or browsers with strict settings. */
const DELETE_NEWER_INTERFACES = `
  delete window.PerformanceObserver;
  delete window.Intl.Segmenter;
  delete window.AbortSignal.any;
  delete window.URL.canParse;
  delete window.Response.json;
  delete window.Navigator.prototype.locks;
  delete window.Navigator.prototype.serviceWorker;
  delete window.caches;
  const { supports } = CSS;
  CSS.supports = (...given) => given[0] !== 'field-sizing' && supports(...given);
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('textarea')) field.style.fieldSizing = 'fixed';
  });
`;

/** The URL pattern of the application's script. */
const APPLICATION = '**/assets/index-*.js';

/** Not by its role, because it is hidden at first. */
const notice = (page: Page) => page.getByText('This page hasn’t finished loading.');

/** Opens a page whose application never arrives, and skips the seconds until the page says so. */
async function openWithoutApplication(page: Page, path: string): Promise<void> {
  const requested = page.waitForRequest(APPLICATION);
  await page.goto(path, { waitUntil: 'commit' });
  await requested;
  await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
}

test('a browser without newer interfaces shows facts, votes, submits and logs in', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.addInitScript(DELETE_NEWER_INTERFACES);
  await page.goto('/');
  await star(page, 1, '5 stars').click();
  await fact(page, 1).getByText('✓ Voted!').waitFor();
  await page.getByRole('link', { name: 'Random', exact: true }).click();
  await page.getByRole('heading', { name: 'Random Chuck Norris Fact' }).waitFor();
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

test('a page starts although one of its files never arrives', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', '<img src="/never.webp" /></body>');
    await route.fulfill({ response, body });
  });
  await page.route('**/never.webp', () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await notice(page).waitFor({ state: 'detached' });
  await star(page, 2, '4 stars').click();
  await fact(page, 2).getByText('✓ Voted!').waitFor();
});

test('a page that could not start says so, stays readable, and starts after a reload', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  let arrives = false;
  // Removing the route instead would also let earlier requests continue.
  await page.route(APPLICATION, (route) => (arrives ? route.continue() : undefined));
  await openWithoutApplication(page, '/');
  await notice(page).waitFor();
  await page.getByText('Test fact number 3 of many.').waitFor();
  for (const path of [paths.login, paths.setupAdmin, paths.admin]) {
    await openWithoutApplication(page, path);
    await notice(page).waitFor();
  }
  arrives = true;
  await page.getByRole('link', { name: 'Reload' }).click();
  await button(page, 'Sign in with Google').waitFor();
  await expect.poll(() => notice(page).count()).toBe(0);
});
