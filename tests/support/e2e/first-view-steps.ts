import type { Page } from 'playwright-core';
import type { FreshBrowser } from './fresh-browser.ts';
import { createAdmin, generateImage } from './administrator.ts';
import { layoutShift } from './page-state.ts';
import { startProxy } from './proxy.ts';

/** The screens with facts that a new visitor may open first. */
export const FACT_SCREENS = ['/', '/top-100', '/newest', '/random'] as const;

export const LAPTOP = { width: 1280, height: 800 };

/**
 * The requests and layout shift of a first view. Same-origin requests are paths; others are whole
 * URLs.
 */
export interface FirstView {
  /** the page's requests in order, without those of images in view and the service worker's own */
  requests: string[];
  /** the requests of images in view */
  images: string[];
  /** cumulative layout shift */
  shift: number;
}

/**
 * Resolves once the application has nothing left to do, the page has linked its web manifest, which it does last, and
 * the fonts and the images in view have loaded. @returns the paths of those images
 */
async function settle(page: Page): Promise<string[]> {
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  return page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await document.fonts.ready;
    const images = [...document.querySelectorAll<HTMLImageElement>('main img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    await Promise.allSettled(images.map((image) => image.decode()));
    return images.map(({ currentSrc }) => currentSrc && new URL(currentSrc).pathname);
  });
}

/**
 * Opens a screen in a browser without cached data and records its requests. Each call uses a new
 * origin. Waits until nothing is left to do or to load, and no request is open.
 */
export async function openFirstView(
  freshBrowser: FreshBrowser,
  siteOrigin: string,
  path: string,
  viewport: { width: number; height: number },
): Promise<FirstView> {
  await using proxy = await startProxy(siteOrigin);
  await using page = await freshBrowser.page.context().newPage();
  await page.setViewportSize(viewport);
  const otherOrigins: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== proxy.origin) otherOrigins.push(url.href);
  });
  await page.goto(proxy.origin + path);
  await settle(page);
  await proxy.idle();
  const inView = await settle(page);
  const ofPage = proxy.requests.filter(({ byWorker }) => !byWorker).map(({ path }) => path);
  const all = [...ofPage, ...otherOrigins];
  const isInView = (url: string) => inView.includes(url);
  return {
    requests: all.filter((url) => !isInView(url)),
    images: all.filter(isInView),
    shift: await layoutShift(page),
  };
}

/** Generates the images of facts 1 to `count`. */
export async function generateImages(origin: string, count: number): Promise<void> {
  const bearer = await createAdmin(origin);
  for (let id = 1; id <= count; id += 1) await generateImage(origin, id, bearer);
}
