import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { shows } from './page-steps.ts';

/** A valid fact. */
export const FACT = 'Chuck Norris can fold a round table in half.';

/** The URL pattern of submissions. */
export const SUBMIT = '**/api/v1/jokes/submit';

/** Runs before a page: the browser stores nothing. */
export const blockStorage = (): void => {
  Storage.prototype.setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
};

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Your fact' });

/** The submit button with either label. */
export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Submit Fact|Submitting\.\.\.)$/ });

export async function openForm(page: Page): Promise<void> {
  await page.goto('/submit');
  await field(page).waitFor();
}

/** Waits until the field contains exactly this text, and the counter matches it. */
export async function fieldShows(page: Page, text: string): Promise<void> {
  await expect.poll(() => field(page).inputValue()).toBe(text);
  await shows(page, `${Array.from(text).length}/500 characters`);
}

/** Waits until the success message appears. */
export function showsSuccess(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'Fact Submitted Successfully!' }).waitFor();
}
