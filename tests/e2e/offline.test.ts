import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { CACHES } from '../../web/src/api/caches.ts';
import { moderatedJokes } from './dashboard-site.ts';
import { facts } from './fact-steps.ts';
import {
  noticeOffline,
  openReader,
  savedAddresses,
  savedContent,
  until,
  visitOnce,
  workerReady,
} from './offline-steps.ts';
import { createOwner, makePicture, signIn } from './owner.ts';
import { shows } from './page-steps.ts';
import { openReleaseSite } from './release-site.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const banner = (page: Page) => page.getByRole('status').getByText(/^You are offline\./);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A file of the site as pages and styles name it; scripts name more, the administrator's among them. */
const NAMED_FILE = /(?<=(?:href|src)="|url\()\/assets\/[\w.-]+/g;

/** Waits until the pictures that an element holds are drawn. */
const drawn = (page: Page, selector: string) =>
  until(page, `document.querySelector('${selector} img')?.naturalWidth > 0`);

/** The address of a picture without its width, and what follows. */
const nameOf = (address: string) => address.replace(/-640\.webp.*$/, '');

// Approved are the odd ones but 5, 15, 25 …: 60 facts, three pages. Fact 2 is pending.
const site = useSite(moderatedJokes(150));
let bearer: string;
const picturesOf = { approved: '', pending: '' };
beforeAll(async () => {
  await createOwner(site.origin);
  bearer = await signIn(site.origin);
  picturesOf.approved = await makePicture(site.origin, 149, bearer);
  picturesOf.pending = await makePicture(site.origin, 150, bearer);
  expect(picturesOf.pending).toContain('signature=');
});

test('after one visit of the home page the screens, with whatever they name of scripts, styles and typefaces, the Top 100 and the newest facts are there without a network', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  await visitOnce(page);
  expect(await banner(page).count()).toBe(0);
  const saved = await savedContent(page);
  const addresses = (await savedAddresses(page)).join('\n');
  const named = new Set([...saved.values()].flatMap((text) => text.match(NAMED_FILE) ?? []));
  expect(named.size).toBeGreaterThan(0);
  for (const file of named) expect(addresses).toContain(file);
  await page.context().setOffline(true);

  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  expect(await facts(page).count()).toBe(20);
  await noticeOffline(page);
  await banner(page).waitFor();

  await page.goto('/top-100');
  await shows(page, 'Page 1 of 6');
  expect(await facts(page).count()).toBe(10);

  await page.getByRole('link', { name: 'Newest' }).click();
  await shows(page, 'The latest approved Chuck Norris Facts!');
  await facts(page).first().waitFor();
  expect(await facts(page).count()).toBe(40);

  for (const [path, title] of [
    ['/random', 'Random Chuck Norris Fact'],
    ['/submit', 'Submit a Fact'],
    ['/about', 'About Chuck Norris Facts'],
    ['/facts-archive', 'Facts Archive'],
    ['/history', 'The History of Chuck Norris Facts'],
    ['/no/such/page', 'Page Not Found'],
  ] as const) {
    await page.goto(path);
    await heading(page, title).waitFor();
  }
});

test('a page of the list that was visited is there without a network, another is not', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  await visitOnce(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await shows(page, 'Page 2 of 3');
  // The 21st from the end: pages hold the approved ones alone.
  await shows(page, 'Test fact number 99 of many. Ends in a roundhouse.');
  await page.context().setOffline(true);
  await page.goto('/?page=2');
  await shows(page, 'Page 2 of 3');
  await shows(page, 'Test fact number 99 of many. Ends in a roundhouse.');
  expect(await savedAddresses(page)).toContain('/api/v1/jokes?page=2&per_page=20&status=active');
  expect(await savedAddresses(page)).not.toContain(
    '/api/v1/jokes?page=3&per_page=20&status=active',
  );
});

test('a single fact is found in the lists without a network, one that was never read is not', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  await visitOnce(page);
  await page.context().setOffline(true);
  const read = (id: number) =>
    page.evaluate<unknown>(
      `fetch('/api/v1/jokes/${id}').then((answer) => answer.json()).catch(() => null)`,
    );
  expect(await read(149)).toMatchObject({
    joke_id: 149,
    joke_text: 'Test fact number 149 of many.',
  });
  expect(await read(150)).toBeNull();
  // Any address opens: the screen is drawn by what is saved.
  await page.goto('/fact/149');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

test('a picture that was seen, even before the worker ran, is there without a network', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  await page.goto('/top-100');
  await drawn(page, 'article');
  await workerReady(page);
  // In whichever width the browser chose.
  const name = nameOf(picturesOf.approved);
  await until(
    page,
    `caches.open('${CACHES.images}').then(async (cache) =>
      (await cache.keys()).some(({ url }) => url.includes('${name}')))`,
  );
  // Saved by its name, whatever stands behind it; and nothing that is an administrator's alone.
  const asked = [picturesOf.pending, `${picturesOf.approved.replace(/\?.*/, '')}?t=1789000000000`];
  for (const address of asked) {
    expect(await page.evaluate<number>(`fetch('${address}').then(({ status }) => status)`)).toBe(
      200,
    );
  }
  const saved = (await savedAddresses(page)).filter((address) => address.includes('/images/'));
  expect(saved.filter((address) => !address.endsWith('.webp'))).toEqual([]);
  expect(saved.join('\n')).not.toContain(nameOf(picturesOf.pending));
  await page.context().setOffline(true);
  await page.goto('/top-100');
  await drawn(page, 'article');
});

test('what was visited is there when the function is down, and when nothing answers at all', async () => {
  await using own = await openReleaseSite(numberedJokes(30));
  await using visitor = await openReader(own);
  const { page } = visitor;
  await visitOnce(page);
  await own.stopFunction();
  await page.goto('/newest');
  await facts(page).first().waitFor();
  await own.stopHosting();
  await page.goto('/top-100');
  await facts(page).first().waitFor();
  await page.goto('/');
  await shows(page, 'Page 1 of 2');
});

test('nothing of the administrator is saved: no code, no answer, no picture', async () => {
  await using visitor = await openReader(site);
  const { page } = visitor;
  await visitOnce(page);
  await page.goto('/login');
  await heading(page, 'Login').waitFor();
  await page.evaluate(`localStorage.setItem('adminToken', '${bearer}')`);
  await page.goto('/admin');
  await shows(page, 'Page 1 of 8');
  await page.getByRole('button', { name: /^Preview image of fact no\. 150,/ }).click();
  await drawn(page, 'dialog');
  await page.goto('/setup-admin');
  await heading(page, 'Setup Admin').waitFor();
  await page.goto('/top-100');
  await facts(page).first().waitFor();

  const saved = await savedContent(page);
  const addresses = [...saved.keys()].join('\n');
  expect(addresses).toContain('/api/v1/jokes/top');
  expect(addresses).not.toMatch(
    /admin|login|dashboard|firebase|auth|jokes\/random|status=(?!active)/,
  );
  expect(addresses).not.toContain(nameOf(picturesOf.pending));
  for (const [address, content] of saved) {
    const isOfTheAdmin =
      /Admin Dashboard|identitytoolkit\.googleapis\.com|Choose an Auth emulator account|"status":"(?:pending|rejected)"/.test(
        content,
      );
    expect(isOfTheAdmin, address).toBe(false);
  }
});
