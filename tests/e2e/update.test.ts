import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { openWithServiceWorker, until, openHomeWithWorker } from './offline-steps.ts';
import { focusIn, layoutShift } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { versionSelector, openReleaseSite, type ReleaseSite } from './release-site.ts';

let site: ReleaseSite;
beforeAll(async () => {
  site = await openReleaseSite(numberedJokes(3));
});
afterAll(() => site[Symbol.asyncDispose]());

const updateBar = (page: Page) => page.getByRole('region', { name: 'A new version is ready.' });
const button = (page: Page, name: string) => updateBar(page).getByRole('button', { name });
const showsVersion = (page: Page, version: string) =>
  page.locator(versionSelector(version)).waitFor({ state: 'attached' });

/** Makes the browser check for a new version, as it does when a page opens. */
const lookForUpdate = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');

/** Sets page state that a reload would lose. */
const fillIn = (page: Page) => page.evaluate('window.halfFilled = true');
const isHalfFilled = (page: Page) => page.evaluate<boolean>('window.halfFilled === true');

test('a new version is offered without moving focus or reloading the page', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  const first = site.release();
  await openHomeWithWorker(page);
  await showsVersion(page, first);
  await fillIn(page);
  await page.getByRole('link', { name: 'About' }).focus();
  site.release();
  await lookForUpdate(page);
  await updateBar(page).waitFor();
  await page.getByRole('status').getByText('A new version is ready.').waitFor();
  expect(await page.locator('footer').locator(':focus').innerText()).toBe('About');
  expect(await focusIn(updateBar(page)).count()).toBe(0);
  expect(await layoutShift(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  expect(await isHalfFilled(page)).toBe(true);
  await showsVersion(page, first);
});

test('Update loads the new version', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  site.release();
  await openHomeWithWorker(page);
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await showsVersion(page, second);
  await page.getByRole('article').first().waitFor();
  expect(await updateBar(page).count()).toBe(0);
});

test('Later leaves the page unchanged, and the next page load offers the new version again', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  const first = site.release();
  await openHomeWithWorker(page);
  await fillIn(page);
  site.release();
  await lookForUpdate(page);
  await button(page, 'Later').click();
  await updateBar(page).waitFor({ state: 'detached' });
  expect(await isHalfFilled(page)).toBe(true);
  await page.reload();
  await showsVersion(page, first);
  await updateBar(page).waitFor();
});

test('updating one tab does not reload another tab, which is offered the new version', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  site.release();
  await openHomeWithWorker(page);
  const other = await visitor.openTab();
  await openHomeWithWorker(other);
  await fillIn(other);
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await showsVersion(page, second);
  await updateBar(other).waitFor();
  expect(await isHalfFilled(other)).toBe(true);
  await button(other, 'Update').click();
  await showsVersion(other, second);
});

test('an update removes files that the previous version cached', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  site.release();
  await openHomeWithWorker(page);
  await page.evaluate("caches.open('facts-of-long-ago')");
  const second = site.release();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await showsVersion(page, second);
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

test('npm run dev on the same origin is offered as a new version and removes the service worker of npm start', async () => {
  await using devSite = await openReleaseSite(numberedJokes(3));
  await using visitor = await openWithServiceWorker(devSite);
  const { page } = visitor;
  await openHomeWithWorker(page);
  await devSite.develop();
  await lookForUpdate(page);
  await button(page, 'Update').click();
  await page.locator('script[src="/@vite/client"]').waitFor({ state: 'attached' });
  await until(
    page,
    'navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)',
  );
});
