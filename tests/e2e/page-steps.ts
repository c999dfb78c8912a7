import type { Locator, Page } from 'playwright-core';

/** The button of exactly this name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** Waits until the page says exactly this, in one place. */
export const shows = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).waitFor();

/** Waits until assistive technology is told this. */
export const hears = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').getByText(text).waitFor();
