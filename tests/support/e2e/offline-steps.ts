import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './browser.ts';
import type { Site } from './site.ts';

/** Opens a browser that allows the site's service worker. */
export async function openWithServiceWorker(site: Pick<Site, 'visit'>): Promise<Visitor> {
  const visitor = await site.visit({ serviceWorkers: 'allow' });
  // Chromium logs each request that fails offline, React each screen that can't be loaded.
  visitor.expectConsoleError(/^Failed to load resource|A script is missing/);
  return visitor;
}

/** Waits until the service worker has cached its initial files and controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) return;
    await new Promise((controlled) =>
      serviceWorker.addEventListener('controllerchange', controlled),
    );
  });
}

/** Waits until a function returns true in the page. */
export async function until(
  page: Page,
  isTrue: (given: string) => boolean | Promise<boolean>,
  given = '',
): Promise<void> {
  // Playwright's waitForFunction evaluates code that the page's policy forbids.
  await expect.poll(() => page.evaluate(isTrue, given), { message: String(isTrue) }).toBe(true);
}

/** Waits until the browser has saved the response of a URL. */
export const isSaved = (page: Page, url: string): Promise<void> =>
  until(page, async (url) => (await caches.match(url)) !== undefined, url);

/** Opens the home page in a new browser and waits until the service worker is ready. */
export async function openHomeWithWorker(site: Pick<Site, 'visit'>): Promise<Visitor> {
  const visitor = await openWithServiceWorker(site);
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('article').first().waitFor();
  await workerReady(page);
  return visitor;
}

/** Everything in the browser's caches: URLs with their content as text. */
export async function cachedContent(page: Page): Promise<Map<string, string>> {
  const entries = await page.evaluate(async () => {
    const entries: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        if (response) entries.push([request.url, await response.text()]);
      }
    }
    return entries;
  });
  return new Map(entries);
}

/** The cached URLs without their origins and revisions. */
export async function cachedPaths(page: Page): Promise<string[]> {
  const urls = [...(await cachedContent(page)).keys()];
  return urls.map((url) => url.replace(/^\w+:\/\/[^/]+|\?__WB_REVISION__=.*/g, ''));
}

/**
 * Makes a page that was opened offline report that it is offline. Chromium 150 reports the page as
 * online, although its emulation blocks every request. Lasts until the page is closed.
 */
export async function reportOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', offline);
}
