import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../local/stack/firebase-json.ts';
import { startHosting } from '../../../local/stack/hosting/hosting.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { faultsOf } from '../../support/e2e/dock-steps.ts';
import {
  cachedPaths,
  isSaved,
  openHomeWithWorker,
  openWithServiceWorker,
  until,
  workerReady,
} from '../../support/e2e/offline-steps.ts';
import { facts } from '../../support/e2e/fact-steps.ts';
import { fontsLoaded, layoutShift, scrollTo } from '../../support/e2e/page-state.ts';
import { announces, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';
import { jokeCalls } from '../../../web/src/paths.ts';

const built = join(root, 'web', 'dist');
/** Hosting serves a copy of the build, which a release replaces. */
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const dist = join(folder, 'web', 'dist');
afterAll(() => rmSync(folder, { recursive: true }));

/** Where requests go instead of the function. */
let elsewhere: string | undefined;
const site = useSite(numberedJokes(3), {
  startSite(options) {
    cpSync(join(root, 'firebase.json'), join(folder, 'firebase.json'));
    cpSync(built, dist, { recursive: true });
    const functionOrigin = () => elsewhere ?? options.functionOrigin();
    return startHosting({ ...options, functionOrigin, folder });
  },
});

/** From now on until the test ends, this gets the requests to the function. */
async function replaceFunction(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, LOOPBACK);
  onTestFinished(() => {
    elsewhere = undefined;
    return closeServer(server);
  });
  elsewhere = `http://${LOOPBACK}:${await listeningPort(server)}`;
}

/** The names of the built scripts, without their extension. */
const SCRIPT_NAME = /[\w-]+-[\w-]{8}(?=\.js)/g;
let version = 0;

/**
 * Releases a new version, whose scripts have its number in their names. The function's pages keep the scripts of the
 * build. @returns the path of its first script
 */
function release(): string {
  version += 1;
  const inVersion = (text: string) => text.replaceAll(SCRIPT_NAME, `$&-v${version}`);
  rmSync(dist, { recursive: true });
  cpSync(built, dist, { recursive: true });
  for (const file of globSync('{*.html,assets/**/*.js,sw.js}', { cwd: built })) {
    const text = inVersion(readFileSync(join(built, file), 'utf8'));
    // As in a build, new content has a new revision.
    const revised = text.replace(/"[^"]*","url":"app\.html"/, `"${version}","url":"app.html"`);
    writeFileSync(join(dist, inVersion(file)), revised);
  }
  const about = readFileSync(join(dist, 'about.html'), 'utf8');
  return / data-app="([^"]+)"/.exec(about)?.[1] ?? '';
}

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

/** Releases a version, which the browser finds, as when a page opens. @returns the path of its first script */
async function releaseUpdate(page: Page): Promise<string> {
  const script = release();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  return script;
}

/** Sets page state that a reload would lose. */
const fillIn = (page: Page) =>
  page.evaluate(() => (document.documentElement.dataset['filled'] = ''));
const isHalfFilled = async (page: Page) => (await page.locator('html[data-filled]').count()) === 1;

test(
  'a new version is offered, beside back to top; after Later the next page has it',
  { tags: ['U6', 'U14'] },
  async () => {
    const { page } = await openWithServiceWorker(site);
    const first = release();
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
    await scrollTo(page, 301);
    await page.getByRole('button', { name: 'Back to top' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await button(page, 'Later').click();
    await updateBar(page).waitFor({ state: 'detached' });
    expect(await isHalfFilled(page)).toBe(true);
    await showsVersion(page, first);
    await page.reload();
    await showsVersion(page, second);
    await until(
      page,
      async () => (await navigator.serviceWorker.getRegistration())?.waiting === null,
    );
    expect(await updateBar(page).count()).toBe(0);
  },
);

test('offline, the saved version stays until Update, which reloads no other tab and removes earlier files and caches', async () => {
  const { page, openTab } = await openWithServiceWorker(site);
  const first = release();
  await openAbout(page);
  const other = await openTab();
  await openAbout(other);
  await fillIn(other);
  // The local stack has the origin of other applications.
  const [earlier, foreign] = ['facts-lists-1', 'notes-of-another-application'];
  for (const name of [earlier, foreign])
    await page.evaluate(`caches.open('${name}').then(() => {})`);
  const second = await releaseUpdate(page);
  await updateBar(other).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await showsVersion(page, first);
  await button(page, 'Update').click();
  await showsVersion(page, second);
  await page.getByRole('heading', { level: 1, name: 'About Chuck Norris Facts' }).waitFor();
  expect(await isHalfFilled(other)).toBe(true);
  await button(other, 'Update').click();
  await showsVersion(other, second);
  await expect.poll(() => cachedPaths(page)).not.toContain(first);
  expect(await cachedPaths(page)).toContain(second);
  const caches = () => page.evaluate<string[]>('caches.keys()');
  await expect.poll(caches).not.toContain(earlier);
  expect(await caches()).toContain(foreign);
});

test('visited screens work if the function hangs, breaks off, or a portal answers in its place', async () => {
  const { page } = await openHomeWithWorker(site);
  await isSaved(page, jokeCalls.newest.url);
  await replaceFunction(() => undefined);
  await page.goto('/');
  await shows(page, 'Page 1 of 1');
  await replaceFunction((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Log in to this network</title>');
  });
  // A file of Hosting, which the portal does not replace here.
  await page.goto('/about');
  await page.getByRole('link', { name: 'Newest', exact: true }).first().click();
  await facts(page).first().waitFor();
  await replaceFunction((request) => request.destroy());
  await page.goto('/fact/2');
  await shows(page, 'Test fact number 2 of many.');
});
