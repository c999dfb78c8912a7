import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { focused } from './page-state.ts';
import { numberedJokes, unapproved } from './site.ts';

/**
 * Creates `count` jokes with the texts 'Test fact number N of many.'. Even ids are pending, odd
 * multiples of 5 are rejected, and the other odd ids are approved. Multiples of 9 also have the
 * text 'Ends in a roundhouse.'.
 */
export function moderatedJokes(count: number): SeedJoke[] {
  return numberedJokes(count).map(({ joke_text, ...rest }) => {
    const { joke_id: id } = rest;
    const ending = id % 9 === 0 ? ' Ends in a roundhouse.' : '';
    const joke = { ...rest, joke_text: joke_text + ending };
    if (id % 2 === 0) return unapproved(joke);
    return id % 5 === 0 ? unapproved(joke, 'rejected') : joke;
  });
}

/** A joke's table row or card. */
export function row(page: Page, id: number): Locator {
  return page.locator(`[data-joke-id="${id}"]`);
}

/** The ids of the jokes on the page, from top to bottom. */
export async function shownIds(page: Page): Promise<number[]> {
  const rows = await page.locator('[data-joke-id]').all();
  return Promise.all(rows.map(async (each) => Number(await each.getAttribute('data-joke-id'))));
}

/** A button in a joke's row. */
export function action(page: Page, name: string, id: number): Locator {
  const full = name === 'Preview image' ? `${name} of fact no. ${id},` : `${name} fact no. ${id}`;
  return page.getByRole('button', { name: full, exact: name !== 'Preview image' });
}

/** Clicks Reject in a joke's row, and rejects it without a reason. */
export async function reject(page: Page, id: number): Promise<void> {
  await action(page, 'Reject', id).click();
  await focused(page, page.getByRole('button', { name: 'No reason' })).waitFor();
  await page.keyboard.press('Enter');
}

/** Waits until the pagination shows this 'Page x of y' and the list has loaded. */
export async function showsPage(page: Page, text: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();
  await page.locator('.dashboard_browser > [aria-busy=false]').waitFor({ state: 'attached' });
}

/** Waits until a joke's row shows this status. */
export function showsBadge(page: Page, id: number, word: string): Promise<void> {
  return row(page, id).locator('.badge_badge').getByText(word, { exact: true }).waitFor();
}

/** Reports a fact as a visitor without a cookie does. */
export async function report(origin: string, joke_id: number, reason: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/v1/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id, reason }),
  });
  expect(status).toBe(201);
}
