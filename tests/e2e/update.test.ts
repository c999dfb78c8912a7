import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { openReader, until, visitOnce } from './offline-steps.ts';
import { focusIn, layoutShift } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { ofVersion, openReleaseSite, type ReleaseSite } from './release-site.ts';

let site: ReleaseSite;
beforeAll(async () => {
  site = await openReleaseSite(numberedJokes(3));
});
afterAll(() => site[Symbol.asyncDispose]());

const bar = (page: Page) => page.getByRole('region', { name: 'A new version is ready.' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name });
const runs = (page: Page, version: string) =>
  page.locator(ofVersion(version)).waitFor({ state: 'attached' });

/** Has the browser look for a new version, as it does by itself when a page is opened. */
const lookForUpdate = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');

/** Something that a reload would lose. */
const fillIn = (page: Page) => page.evaluate('window.halfFilled = true');
const isHalfFilled = (page: Page) => page.evaluate<boolean>('window.halfFilled === true');

test('a new version is offered politely, and nothing is reloaded by itself', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  const first = site.release();
  await visitOnce(page);
  await runs(page, first);
  await fillIn(page);
  await page.getByRole('link', { name: 'About' }).focus();
  site.release();
  await lookForUpdate(page);
  await bar(page).waitFor();
  await page.getByRole('status').getByText('A new version is ready.').waitFor();
  expect(await page.locator('footer').locator(':focus').innerText()).toBe('About');
  expect(await focusIn(bar(page)).count()).toBe(0);
  expect(await layoutShift(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  expect(await isHalfFilled(page)).toBe(true);
  await runs(page, first);
});

test('Update loads the new version', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  site.release();
  await visitOnce(page);
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await runs(page, second);
  await page.getByRole('article').first().waitFor();
  expect(await bar(page).count()).toBe(0);
});

test('Later leaves the page as it is; the next page offers it again', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  const first = site.release();
  await visitOnce(page);
  await fillIn(page);
  site.release();
  await lookForUpdate(page);
  await button(page, 'Later').click();
  await bar(page).waitFor({ state: 'detached' });
  expect(await isHalfFilled(page)).toBe(true);
  await page.reload();
  await runs(page, first);
  await bar(page).waitFor();
});

test('another tab is not reloaded when one is updated; it is offered the new version', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  site.release();
  await visitOnce(page);
  const other = await visitor.openTab();
  await visitOnce(other);
  await fillIn(other);
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await runs(page, second);
  await bar(other).waitFor();
  expect(await isHalfFilled(other)).toBe(true);
  await button(other, 'Update').click();
  await runs(other, second);
});

test('what the version before has saved of its own files is cleaned up', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  site.release();
  await visitOnce(page);
  await page.evaluate("caches.open('facts-of-long-ago')");
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await runs(page, second);
  await expect
    .poll(() => page.evaluate<string[]>('caches.keys()'))
    .not.toContain('facts-of-long-ago');
  const versions = await page.evaluate<number>(`caches.keys().then(async (names) => {
    const precache = await caches.open(names.find((name) => name.includes('precache')));
    const pages = (await precache.keys()).filter(({ url }) => new URL(url).pathname === '/');
    return pages.length;
  })`);
  expect(versions).toBe(1);
});

test('npm run dev at the same address is offered, too, and ends the worker of npm start', async () => {
  await using own = await openReleaseSite(numberedJokes(3));
  await using visitor = await openReader(own);
  const { page } = visitor;
  await visitOnce(page);
  await own.develop();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await page.locator('script[src="/@vite/client"]').waitFor({ state: 'attached' });
  await until(
    page,
    'navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)',
  );
});
