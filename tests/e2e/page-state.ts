import type { Locator, Page } from 'playwright-core';

// Scripts for the page are text: the tests' own types know no browser.

/** How far the page is scrolled down, in pixels. */
export function scrollY(page: Page): Promise<number> {
  return page.evaluate<number>('window.scrollY');
}

/** Scrolls the page to so many pixels from its top. */
export function scrollTo(page: Page, top: number): Promise<unknown> {
  return page.evaluate(`window.scrollTo(0, ${top})`);
}

/** By how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Doubles the size of all text, as the browser's setting does. */
export function doubleText(page: Page): Promise<unknown> {
  return page.evaluate("document.documentElement.style.fontSize = '200%'");
}

/** Makes the window so many pixels wide and 800 high, and waits until the page is drawn in it. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
}

/** From a small phone to a large screen. */
export const WIDTHS = [320, 768, 1280, 1920] as const;

/** Where the page is wider than its window, with its text as it is and doubled. Leaves it doubled. */
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

/** How far the page's parts have moved by themselves since it was opened (cumulative layout shift). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let shift = 0;
    const add = (entries) => entries.forEach((entry) => (shift += entry.value));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => {
      add(observer.takeRecords());
      resolve(shift);
    }));
  })`);
}

/** The element itself where it has the focus. */
export function focused(page: Page, element: Locator): Locator {
  return element.and(page.locator(':focus'));
}

/** What has the focus inside an element. */
export function focusIn(element: Locator): Locator {
  return element.locator(':focus');
}
