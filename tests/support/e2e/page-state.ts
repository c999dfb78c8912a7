import type { Locator, Page } from 'playwright-core';
import { hydrated } from './browser.ts';

/** A phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The vertical scroll position in pixels. */
export function scrollY(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Scrolls the page to a vertical position in pixels. */
export function scrollTo(page: Page, top: number): Promise<void> {
  return page.evaluate((to) => window.scrollTo(0, to), top);
}

/** How many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Sets the text size, like the browser's setting. */
export function setTextSize(page: Page, percent: number): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);
}

/** Doubles the text size. */
export const doubleText = (page: Page): Promise<void> => setTextSize(page, 200);

/** The value stored under a key in localStorage. */
export const storedItem = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Stores a value in localStorage. */
export const storeItem = (page: Page, key: string, value: string): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);

/** Stores a value in localStorage before each page that is opened from now on. */
export async function storeAtStart(page: Page, key: string, value: string): Promise<void> {
  await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    key,
    value,
  ] as const);
}

/** The text in the clipboard. */
export const clipboardText = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/** Waits until the page is drawn as it is now. */
export async function framesDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Sets the window to this width and a height of 800 px, and waits until it is drawn. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await framesDrawn(page);
}

/** Window widths in pixels, from a small phone to a large screen. */
export const WIDTHS = [320, 768, 1280, 1920] as const;

/**
 * Lists the widths at which the page is wider than the window, with normal and with doubled text.
 * Leaves the text doubled.
 */
export async function findOverflows(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const text of ['normal', 'doubled']) {
    if (text === 'doubled') await doubleText(page);
    for (const width of WIDTHS) {
      await setWidth(page, width);
      if ((await overflow(page)) !== 0) found.push(`${text} text at ${width} px`);
    }
  }
  return found;
}

/**
 * The cumulative layout shift since the page was opened, in hundredths: fallback fonts match the average width only, so
 * that letters move by a few pixels within a line if the fonts load late.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let shift = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) if ('value' in entry) shift += Number(entry.value);
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    add(observer.takeRecords());
    return Math.round(100 * shift) / 100;
  });
}

/** Waits until the fonts of the page have loaded, which move what is below a text. */
export function fontsLoaded(page: Page): Promise<void> {
  return page.evaluate(async () => void (await document.fonts.ready));
}

/** Waits until the page has laid out all rows of its list. Until then, they can still move. */
export const laidOut = (page: Page): Promise<void> => page.locator('html[data-whole]').waitFor();

/**
 * Waits until the fonts have loaded and the page has linked its web manifest, which it does last. The page must
 * be one that loads the application, which must not be held back.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  await hydrated(page);
  await fontsLoaded(page);
}

/** Matches the element only while it has the focus. */
export function focused(page: Page, element: Locator): Locator {
  return element.and(page.locator(':focus'));
}
