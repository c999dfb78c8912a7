import type { Locator, Page, Route } from 'playwright-core';

/** A fact that may be submitted. */
export const FACT = 'Chuck Norris can fold a round table in half.';

/** Where a submission goes to. */
export const SUBMIT = '**/api/v1/jokes/submit';

export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Your fact' });

/** The button, whatever it says. */
export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Submit Fact|Submitting\.\.\.)$/ });

export const outcome = (page: Page): Locator => page.getByRole('main').getByRole('alert');

export async function openForm(page: Page): Promise<void> {
  await page.goto('/submit');
  await field(page).waitFor();
}

/** Waits until the counter says this. */
export function counts(page: Page, text: string): Promise<void> {
  return page.getByText(text, { exact: true }).waitFor();
}

/** Waits until the field has exactly this text, and the page has drawn it. */
export async function holds(page: Page, text: string): Promise<void> {
  const length = `${Array.from(text).length}/500 characters`;
  await counts(page, length);
  const value = await field(page).inputValue();
  if (value !== text) throw new Error(`The field holds ${value}`);
}

/** Waits until the fact is said to be submitted. */
export function submitted(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'Fact Submitted Successfully!' }).waitFor();
}

/** Answers submissions instead of the server, which takes only so many an hour. */
export function answerSubmissions(page: Page, answer: Parameters<Route['fulfill']>[0]) {
  return page.route(SUBMIT, (route) => route.fulfill(answer));
}

export const ACCEPTED = { status: 201, json: { joke_id: 4822, status: 'pending' } };
