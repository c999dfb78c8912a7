import type { Locator, Page } from 'playwright-core';

/** The button with exactly this name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The link with exactly this name. */
export const link = (page: Page, name: string): Locator =>
  page.getByRole('link', { name, exact: true });

/** Waits until the page shows exactly this text in one place. */
export const shows = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();

/** Waits until a status message announces this text. */
export const announces = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(text).waitFor();

/** The paths of the requests that match a pattern, from now on. */
export function recordRequests(page: Page, pattern: RegExp): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) found.push(pathname);
  });
  return found;
}
