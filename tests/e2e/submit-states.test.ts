import type { Locator, Page, Route } from 'playwright-core';
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
  showsSuccess,
  SUBMIT,
} from './submit-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(1));

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '2533' },
  json: { detail: 'Too many requests. Please try again later.' },
};

/** Checks the current screen in both themes, at every width and with doubled text. */
async function checkScreen(page: Page, state: string): Promise<void> {
  expect(await findFaults(page), state).toEqual([]);
  expect(await findOverflows(page), state).toEqual([]);
  await page.evaluate("document.documentElement.style.fontSize = ''");
}

const SIMILAR = '**/api/v1/jokes/similar';

/** What the form says about a fact that the draft is close to. */
const hint = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'close to' });

/** Replaces the draft, waits for the server's response about it and returns its status. */
async function pauseAfter(page: Page, text: string): Promise<number> {
  const response = page.waitForResponse(SIMILAR);
  await field(page).fill(text);
  return (await response).status();
}

test('the form passes axe and never scrolls horizontally while empty, full, close to a fact, offline, sending, failed or submitted', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  await checkScreen(page, 'empty');

  await field(page).fill('Roundhouse'.repeat(60));
  await checkScreen(page, 'full');

  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/jokes/similar')) asked.push(request.postDataJSON());
  });
  await field(page).fill('TEST FACT, number 1');
  await field(page).pressSequentially(' of many!', { delay: 50 });
  await hint(page).getByText('Test fact number 1 of many.').waitFor();
  expect(await hint(page).innerText()).toMatch(/^This is close to fact no. 1:/);
  expect(await hint(page).getByRole('link').getAttribute('href')).toBe('/fact/1');
  // One request for a pause, not one for each key.
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(asked.at(-1)).toEqual({ joke_text: 'TEST FACT, number 1 of many!' });
  await checkScreen(page, 'close to a fact');

  // It disappears with the text that it is about, whose request is canceled; a failure is silent.
  const held = Promise.withResolvers<Route>();
  await page.route(SIMILAR, held.resolve, { times: 1 });
  await field(page).fill('Test fact: number 1, of many');
  expect(await hint(page).count()).toBe(0);
  const request = (await held.promise).request();
  const canceled = page.waitForEvent('requestfailed', (failed) => failed === request);
  expect(await pauseAfter(page, FACT)).toBe(200);
  await canceled;
  await page.route(SIMILAR, (route) => route.fulfill(TOO_MANY), { times: 1 });
  expect(await pauseAfter(page, 'Test fact (number 1) of many')).toBe(429);
  expect(await hint(page).count()).toBe(0);
  expect(await outcome(page).textContent()).toBe('');
  expect(await submitButton(page).isEnabled()).toBe(true);

  await field(page).fill(`${FACT} ${'Roundhouse'.repeat(20)}`);
  await page.context().setOffline(true);
  await page.getByText('Submitting needs a connection.').waitFor();
  await checkScreen(page, 'offline');

  await page.context().setOffline(false);
  const submission = Promise.withResolvers<Route>();
  await page.route(SUBMIT, submission.resolve, { times: 1 });
  await submitButton(page).click();
  const route = await submission.promise;
  await checkScreen(page, 'sending');

  await route.fulfill(TOO_MANY);
  await outcome(page).getByText('Too many requests.').waitFor();
  await checkScreen(page, 'failed');

  await answerSubmissions(page, ACCEPTED);
  await submitButton(page).click();
  await showsSuccess(page);
  await checkScreen(page, 'submitted');
});
