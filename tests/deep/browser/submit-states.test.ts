import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { findOverflows } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import {
  ACCEPTED,
  answerSubmissions,
  FACT,
  field,
  openForm,
  outcome,
  similarHint,
  submitButton,
  showsSuccess,
  SUBMISSION,
  submissionState,
  SUBMIT,
} from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(1));

const REJECTED = submissionState({ status: 'rejected', reason: 'off_topic' });
const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '2533' },
  json: { detail: 'Too many requests. Please try again later.' },
};

/** Checks the current screen in both themes, at every width and with doubled text. */
async function checkScreen(page: Page, state: string): Promise<void> {
  await expect.poll(() => findFaults(page), { message: state }).toEqual([]);
  expect(await findOverflows(page), state).toEqual([]);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

test('the form is accessible and fits in every state', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  await checkScreen(page, 'empty');

  await field(page).fill('Roundhouse'.repeat(60));
  await checkScreen(page, 'full');

  await field(page).fill('TEST FACT, number 1 of many!');
  await similarHint(page).waitFor();
  await checkScreen(page, 'close to a fact');

  await field(page).fill(`${FACT} ${'Roundhouse'.repeat(20)}`);
  await page.context().setOffline(true);
  await page.getByText('Submitting needs a connection.').waitFor();
  await checkScreen(page, 'offline');

  await page.context().setOffline(false);
  const held = Promise.withResolvers<Route>();
  await page.route(SUBMIT, held.resolve, { times: 1 });
  await submitButton(page).click();
  const route = await held.promise;
  await checkScreen(page, 'sending');

  await route.fulfill(TOO_MANY);
  await outcome(page)
    .getByText(/^Each network can submit 10 facts an hour\..* in about 43 minutes/)
    .waitFor();
  await checkScreen(page, 'failed');

  await answerSubmissions(page, ACCEPTED);
  await submitButton(page).click();
  await showsSuccess(page);
  await checkScreen(page, 'submitted');

  await page.route(SUBMISSION, (route) => route.fulfill(REJECTED));
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await page.getByText('Not added: it isn’t about Chuck Norris. He noticed.').waitFor();
  await checkScreen(page, 'with a list of submissions');
});
