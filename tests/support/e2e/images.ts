import type { Page } from 'playwright-core';

export const RANDOM = /\/api\/v1\/jokes\/random\?/;

/**
 * Opens pages with the shell, as the service worker does when the server fails: the page requests what it
 * shows, and the test can answer. From the server, a page comes with its content.
 */
export async function openInShell(page: Page): Promise<void> {
  const isRendered = ({ pathname }: URL) => /^\/(top-100|newest|random|fact\/.*)?$/.test(pathname);
  await page.route(isRendered, async (route) => {
    const url = new URL('/app', route.request().url()).href;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

/** Whether a joke's image is on the page and has loaded. */
export function isImageLoaded(page: Page, jokeId: number): Promise<boolean> {
  return page.evaluate((selector) => {
    const image = document.querySelector<HTMLImageElement>(selector);
    return image !== null && image.naturalWidth > 0 && !image.currentSrc.startsWith('data:');
  }, `img[alt="Illustration of fact no. ${jokeId}"]`);
}
