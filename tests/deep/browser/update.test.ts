import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jokeUrls } from '../../../functions/src/contract/joke-urls.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import {
  cachedPaths,
  isSaved,
  openHomeWithWorker,
  openWithServiceWorker,
  until,
  workerReady,
} from '../../support/e2e/offline-steps.ts';
import { facts } from '../../support/e2e/fact-steps.ts';
import { layoutShift, fontsLoaded } from '../../support/e2e/page-state.ts';
import { announces, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { openReleaseSite, type ReleaseSite } from '../../support/e2e/release-site.ts';

let site: ReleaseSite;
beforeAll(async () => {
  site = await openReleaseSite(numberedJokes(3));
});
afterAll(() => site[Symbol.asyncDispose]());

const updateBar = (page: Page) => page.getByRole('region', { name: 'A new version is ready.' });
const button = (page: Page, name: string) => updateBar(page).getByRole('button', { name });
/** @param script the first script of the version */
const showsVersion = (page: Page, script: string) =>
  page.locator(`html[data-app="${script}"]`).waitFor({ state: 'attached' });

/** Opens a page of the site's files, which a release replaces, and waits for the service worker. */
async function openAbout(page: Page): Promise<void> {
  await page.goto('/about');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await workerReady(page);
}

/** Makes the browser check for a new version, as it does when a page opens. */
const lookForUpdate = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');

/** Releases a version, which the browser finds. @returns the path of its first script */
async function releaseUpdate(page: Page): Promise<string> {
  const script = site.release();
  await lookForUpdate(page);
  return script;
}

/** Updates a page to the version with this first script. */
async function update(page: Page, script: string): Promise<void> {
  await button(page, 'Update').click();
  await showsVersion(page, script);
}

/** Sets page state that a reload would lose. */
const fillIn = (page: Page) => page.evaluate('window.halfFilled = true');
const isHalfFilled = (page: Page) => page.evaluate<boolean>('window.halfFilled === true');

test('a new version is offered without moving focus or reloading the page; after Later the next page has it', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  const first = site.release();
  await openAbout(page);
  await fillIn(page);
  await fontsLoaded(page);
  await page.getByRole('link', { name: 'About' }).focus();
  const second = await releaseUpdate(page);
  await updateBar(page).waitFor();
  await announces(page, 'A new version is ready.');
  await expect.poll(() => page.locator('footer').locator(':focus').innerText()).toBe('About');
  expect(await layoutShift(page)).toBe(0);
  await expect.poll(() => findViolations(page)).toEqual([]);
  await button(page, 'Later').click();
  await updateBar(page).waitFor({ state: 'detached' });
  expect(await isHalfFilled(page)).toBe(true);
  await showsVersion(page, first);
  await page.reload();
  await showsVersion(page, second);
  await until(
    page,
    'navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting === null)',
  );
  expect(await updateBar(page).count()).toBe(0);
});

test('offline, the saved version stays until Update, which reloads no other tab and removes the earlier files', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  const first = site.release();
  await openAbout(page);
  const other = await visitor.openTab();
  await openAbout(other);
  await fillIn(other);
  const second = await releaseUpdate(page);
  await updateBar(other).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await showsVersion(page, first);
  await update(page, second);
  await page.getByRole('heading', { level: 1, name: 'About Chuck Norris Facts' }).waitFor();
  expect(await isHalfFilled(other)).toBe(true);
  await update(other, second);
  await expect.poll(() => cachedPaths(page)).not.toContain(first);
  expect(await cachedPaths(page)).toContain(second);
});

test('Update in a tab that an earlier version of the site opened activates this one, which removes what that has left', async () => {
  await using visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  site.release();
  await openAbout(page);
  await page.evaluate(`(async () => {
    await caches.open('facts-lists');
    await (await navigator.serviceWorker.ready).navigationPreload.enable();
  })()`);
  await releaseUpdate(page);
  await updateBar(page).waitFor();
  await page.evaluate(`navigator.serviceWorker.ready.then(({ waiting }) => {
    waiting.postMessage({ type: 'take-over' });
  })`);
  await until(page, "caches.has('facts-lists').then((exists) => !exists)");
  await until(
    page,
    `navigator.serviceWorker.ready
      .then(({ navigationPreload }) => navigationPreload.getState())
      .then(({ enabled }) => !enabled)`,
  );
});

test('visited screens work if the function hangs, a portal answers in its place, and the whole server is down', async () => {
  await using releaseSite = await openReleaseSite(numberedJokes(30));
  await using visitor = await openHomeWithWorker(releaseSite);
  const { page } = visitor;
  await isSaved(page, jokeUrls.newest);
  await releaseSite.replaceFunction(() => undefined);
  await page.goto('/');
  await shows(page, 'Page 1 of 2');
  await releaseSite.replaceFunction((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Log in to this network</title>');
  });
  // A file of Hosting, which the portal does not replace here.
  await page.goto('/about');
  await page.getByRole('link', { name: 'Newest', exact: true }).first().click();
  await facts(page).first().waitFor();
  releaseSite.stopFunction();
  await page.goto('/fact/7');
  await shows(page, 'Test fact number 7 of many.');
  await releaseSite.stopHosting();
  await page.goto('/top-100');
  await facts(page).first().waitFor();
});
