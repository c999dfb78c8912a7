import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { shows } from './page-steps.ts';

/** A valid fact. */
export const FACT = 'Chuck Norris can fold a round table in half.';

/** The URL pattern of submissions. */
export const SUBMIT = '**/api/v1/jokes/submit';

/** The URL pattern of a submission’s status. */
export const SUBMISSION = '**/api/v1/submissions/*';

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Your fact' });

/** The submit button with either label. */
export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Submit Fact|Submitting\.\.\.)$/ });

export const outcome = (page: Page): Locator => page.getByRole('main').getByRole('alert');

/** What the form says about a published fact that the draft is close to. */
export const similarHint = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'This is close to' });

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

/** Answers submissions instead of the server, which limits them per hour. */
export async function answerSubmissions(
  page: Page,
  answer: Parameters<Route['fulfill']>[0],
): Promise<void> {
  await answerPending(page);
  await page.route(SUBMIT, (route) => route.fulfill(answer));
}

/** An answer about a submission, which is pending unless it says otherwise. */
export const submissionState = (differences: object = {}) => ({
  json: {
    status: 'pending',
    reason: null,
    submitted_at: '2026-11-22T12:00:00.000Z',
    decided_at: null,
    duplicate_of: null,
    joke_id: null,
    ...differences,
  },
});

/** Answers, in all of the browser's tabs, that every submission is pending: for those that the server never got. */
export function answerPending(page: Page): Promise<unknown> {
  return page.context().route(SUBMISSION, (route) => route.fulfill(submissionState()));
}

export const ACCEPTED = {
  status: 201,
  json: { joke_id: 4822, status: 'pending', receipt: 'r'.repeat(43) },
};
