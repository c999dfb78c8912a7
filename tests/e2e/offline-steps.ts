import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './browser.ts';
import type { Site } from './site.ts';

/** Opens a browser that lets the site's service worker run. */
export async function openReader(
  site: Pick<Site, 'visit'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const visitor = await site.visit({ serviceWorkers: 'allow', ...options });
  // What Chromium says of each request that finds no network.
  visitor.expectConsoleError(/^Failed to load resource/);
  return visitor;
}

/** Waits until the service worker has saved what it saves by itself, and answers the page's requests. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) resolve();
    else serviceWorker.addEventListener('controllerchange', () => resolve());
  })`);
}

/** Waits until an expression is true in the page. */
export async function until(page: Page, expression: string): Promise<void> {
  // Playwright's own waiting would evaluate text in the page, which its policy forbids.
  await expect.poll(() => page.evaluate<boolean>(expression), { timeout: 20_000 }).toBe(true);
}

/** One visit of the home page. */
export async function visitOnce(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('article').first().waitFor();
  await workerReady(page);
}

/** Everything that the browser has saved: addresses, and what they hold where it is text. */
export async function savedContent(page: Page): Promise<Map<string, string>> {
  const entries = await page.evaluate<[string, string][]>(`(async () => {
    const entries = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true });
        entries.push([request.url, await response.text()]);
      }
    }
    return entries;
  })()`);
  return new Map(entries);
}

/** The addresses of what is saved, without the origin. */
export async function savedAddresses(page: Page): Promise<string[]> {
  const addresses = [...(await savedContent(page)).keys()];
  return addresses.map((address) => address.replace(/^\w+:\/\/[^/]+/, ''));
}

/**
 * Tells a page that was opened without a network that there is none. Chromium 150 has it believe
 * otherwise, although its emulation lets no request through. Holds as long as the page.
 */
export async function noticeOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const offline = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', offline);
}
