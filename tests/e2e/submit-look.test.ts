import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from './axe.ts';
import { findOverflows } from './page-state.ts';
import { numberedJokes } from './site.ts';
import {
  ACCEPTED,
  answerSubmissions,
  FACT,
  field,
  openForm,
  outcome,
  submitButton,
  submitted,
  SUBMIT,
} from './submit-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(1));

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '2533' },
  json: { detail: 'Too many requests. Please try again later.' },
};

/** Looks at the screen as it stands, in every theme and width, and with doubled text. */
async function look(page: Page, state: string): Promise<void> {
  expect(await findFaults(page), state).toEqual([]);
  expect(await findOverflows(page), state).toEqual([]);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

test('empty, full, offline, sending, failed and submitted: axe finds nothing, and nothing scrolls sideways, with doubled text neither', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  await look(page, 'empty');

  await field(page).fill('Roundhouse'.repeat(60));
  await look(page, 'full');

  await field(page).fill(`${FACT} ${'Roundhouse'.repeat(20)}`);
  await page.context().setOffline(true);
  await page.getByText('Submitting needs a connection.').waitFor();
  await look(page, 'offline');

  await page.context().setOffline(false);
  const held = Promise.withResolvers<Route>();
  await page.route(SUBMIT, held.resolve, { times: 1 });
  await submitButton(page).click();
  const route = await held.promise;
  await look(page, 'sending');

  await route.fulfill(TOO_MANY);
  await outcome(page).getByText('Too many requests.').waitFor();
  await look(page, 'failed');

  await answerSubmissions(page, ACCEPTED);
  await submitButton(page).click();
  await submitted(page);
  await look(page, 'submitted');
});
