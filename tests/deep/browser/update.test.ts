import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jokeUrls } from '../../../functions/src/contract/urls.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { root } from '../../../local/stack/firebase-json.ts';
import { startHosting } from '../../../local/stack/hosting/hosting.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { startTestStack } from '../../support/local/test-stack.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { openVisitor, sharedBrowser, type Visitor } from '../../support/e2e/browser.ts';
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

/** A running site that can release new versions and whose function can fail. */
interface ReleaseSite extends AsyncDisposable {
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /**
   * Releases a new version, whose scripts have new names, and returns the path of its first script.
   * The function's pages keep the scripts of the build.
   */
  release(): string;
  /** From now on, this gets the requests to the function. */
  replaceFunction(listener: RequestListener): Promise<void>;
}

const built = join(root, 'web', 'dist');

/** The names of the built scripts, without their extension. */
const SCRIPT_NAME = /[\w-]+-[\w-]{8}(?=\.js)/g;

/** Writes the build into a folder, with a version after the name of each script. */
function writeVersion(version: string, folder: string): void {
  const inVersion = (text: string) => text.replaceAll(SCRIPT_NAME, `$&-v${version}`);
  for (const file of globSync('{*.html,assets/**/*.js,sw.js}', { cwd: built })) {
    const text = inVersion(readFileSync(join(built, file), 'utf8'));
    // As in a build, new content has a new revision.
    const revised = text.replace(
      /"app\.html",revision:"[^"]*"/,
      `"app.html",revision:"${version}"`,
    );
    writeFileSync(join(folder, inVersion(file)), revised);
  }
}

/** Starts the real stack with a copy of the built site. */
async function openReleaseSite(jokes: readonly SeedJoke[]): Promise<ReleaseSite> {
  const browser = await sharedBrowser();
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'firebase.json'), join(folder, 'firebase.json'));
  const dist = join(folder, 'web', 'dist');
  const copyBuild = () => cpSync(built, dist, { recursive: true });
  copyBuild();

  /** Where requests go instead of the function. */
  let elsewhere: string | undefined;
  const stack = await startTestStack({
    seed: jokes,
    startSite: (options) =>
      startHosting({
        ...options,
        functionOrigin: () => elsewhere ?? options.functionOrigin(),
        folder,
      }),
  });
  parts.defer(() => stack.stop());
  const all = parts.move();
  let released = 0;
  return {
    visit: (options) => openVisitor(browser, stack.origin, options),
    release() {
      released += 1;
      rmSync(dist, { recursive: true });
      copyBuild();
      writeVersion(String(released), dist);
      const [, script = ''] =
        / data-app="([^"]+)"/.exec(readFileSync(join(dist, 'about.html'), 'utf8')) ?? [];
      return script;
    },
    async replaceFunction(listener) {
      const server = createServer(listener).listen(0, LOOPBACK);
      all.defer(() => closeServer(server));
      elsewhere = `http://${LOOPBACK}:${await listeningPort(server)}`;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

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

test('visited screens work if the function hangs, breaks off, or a portal answers in its place', async () => {
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
  await releaseSite.replaceFunction((request) => request.destroy());
  await page.goto('/fact/7');
  await shows(page, 'Test fact number 7 of many.');
});
