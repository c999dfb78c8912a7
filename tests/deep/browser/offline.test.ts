import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { storeItem } from '../../support/e2e/page-state.ts';
import { moderatedJokes } from '../../support/e2e/dashboard-steps.ts';
import { facts } from '../../support/e2e/fact-steps.ts';
import {
  cachedContent,
  cachedPaths,
  isSaved,
  openHomeWithWorker,
  openWithServiceWorker,
  reportOffline,
  until,
  workerReady,
} from '../../support/e2e/offline-steps.ts';
import { generateImage } from '../../support/e2e/administrator.ts';
import { shows } from '../../support/e2e/page-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';
import { jokeCalls } from '../../../web/src/paths.ts';

/**
 * Matches the site files that HTML and CSS reference. JavaScript references more, including the
 * administrator's files.
 */
const NAMED_FILE = /(?<=(?:href|src)="|url\()\/assets\/[\w.-]+/g;
/** The letters that few facts have are not saved. */
const UNSAVED = /text-latin-ext/;

const ADMIN_CONTENT =
  /Admin Dashboard|identitytoolkit\.googleapis\.com|"status":"(?:pending|rejected)"/;

/** Waits until the first image inside an element has loaded. */
const showsImage = (page: Page, selector: string) =>
  until(
    page,
    (image) => (document.querySelector<HTMLImageElement>(image)?.naturalWidth ?? 0) > 0,
    `${selector} img`,
  );

/** An image URL without its width and everything after it. */
const imageBase = (url: string) => url.replace(/-640\.webp.*$/, '');

// Odd ids except 5, 15, 25 … are approved: 100 facts on five pages. Fact 250 is pending.
const site = useSite(moderatedJokes(250));
const imageUrls = { approved: '', pending: '' };
beforeAll(async () => {
  const bearer = await site.bearer();
  imageUrls.approved = await generateImage(site.origin, 249, bearer);
  imageUrls.pending = await generateImage(site.origin, 250, bearer);
});

test('every file that a saved page or style names is saved', async () => {
  const { page } = await openHomeWithWorker(site);
  const cached = await cachedContent(page);
  const named = new Set([...cached.values()].flatMap((text) => text.match(NAMED_FILE) ?? []));
  expect(named.size).toBeGreaterThan(0);
  const urls = [...cached.keys()].join('\n');
  for (const file of named) expect(urls.includes(file), file).toBe(!UNSAVED.test(file));
});

test('offline, the pages of the list that were visited can be read', { tags: 'U7' }, async () => {
  const { page } = await openHomeWithWorker(site);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  const showsPage = (number: number) => pager.getByText(`Page ${number} of 5`).waitFor();
  await pager.getByText('Next', { exact: true }).click();
  await showsPage(2);
  await page.goto('/?page=4');
  await showsPage(4);
  for (const number of [1, 2, 4]) await isSaved(page, jokeCalls.page(number).url);
  await page.context().setOffline(true);

  for (const number of [4, 2]) {
    await page.goto(`/?page=${number}`);
    await showsPage(number);
    await expect.poll(() => facts(page).count()).toBe(20);
  }
  await page.goto('/?page=5');
  await reportOffline(page);
  const alert = page.getByRole('alert');
  await alert.getByText('You are offline, and this browser has not saved this page.').waitFor();
  await alert.getByText('It loads automatically when you are back online.').waitFor();
});

test('a viewed image works offline, even if it was viewed before the service worker ran', async () => {
  const { page } = await openWithServiceWorker(site);
  await page.goto('/top-100');
  await showsImage(page, 'article');
  await workerReady(page);
  const images = async () =>
    (await cachedPaths(page)).filter((path) => path.includes('/images/')).join('\n');
  // The browser may have chosen any width.
  await expect.poll(images).toContain(imageBase(imageUrls.approved));
  // An image that only an administrator may see is not saved.
  const { pending } = imageUrls;
  const fetched = page.evaluate(
    async ([url, bearer]) => {
      const headers = { authorization: `Bearer ${bearer}` };
      return (await fetch(url, { headers })).status;
    },
    [pending, await site.bearer()] as const,
  );
  expect(await fetched).toBe(200);
  expect(await images()).not.toContain(imageBase(pending));
  await isSaved(page, jokeCalls.top.url);
  await page.context().setOffline(true);
  await page.goto('/top-100');
  await showsImage(page, 'article');
});

test("the service worker saves no pages and nothing of an administrator's", async () => {
  const { page } = await openHomeWithWorker(site);
  for (const path of ['/no/such/page', '/fact/250', '/random']) await page.goto(path);
  // Feeds and what else is no page come from the network alone. (Chromium's viewer of XML violates the
  // policy, so the test opens none.)
  for (const path of ['/robots.txt', '/feed/x', '/embed/x', '/compat/x']) {
    expect((await page.goto(path))?.fromServiceWorker(), path).toBe(false);
  }

  await page.goto('/login');
  await storeItem(page, 'adminToken', await site.bearer());
  await page.goto('/admin');
  await shows(page, 'Page 1 of 13');
  await page.getByRole('button', { name: /^Preview image of fact no\. 250,/ }).click();
  await showsImage(page, 'dialog');
  await page.goto('/setup-admin');
  await page.goto('/top-100');
  await facts(page).first().waitFor();
  await isSaved(page, jokeCalls.top.url);

  const saved = await cachedPaths(page);
  expect(saved.filter((path) => /^\/[\w.]*(\?|$)/.test(path)).toSorted()).toEqual([
    '/app.html',
    '/manifest.webmanifest',
  ]);
  const urls = saved.join('\n');
  expect(urls).toContain('/api/v1/jokes/top');
  expect(urls).not.toMatch(/admin|login|dashboard|firebase|auth|jokes\/random|status=(?!active)/);
  expect(urls).not.toContain(imageBase(imageUrls.pending));
  for (const [url, content] of await cachedContent(page)) {
    expect(ADMIN_CONTENT.test(content), url).toBe(false);
  }
});
