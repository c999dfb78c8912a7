import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../functions/src/contract/index.ts';
import { focused } from './page-state.ts';
import { numberedJokes, openSite } from './site.ts';
import {
  ACCEPTED,
  answerSubmissions,
  FACT,
  field,
  holds,
  openForm,
  outcome,
  SUBMIT,
  submitButton,
  submitted,
} from './submit-steps.ts';
import { useSite } from './use-site.ts';

const OFFLINE = 'Submitting needs a connection. Your draft is safe here until there is one.';

const site = useSite(numberedJokes(1));

const saysWhy = (page: Page, text: string) =>
  outcome(page).getByText(text, { exact: true }).waitFor();

test.each([
  ["the server's words", 503, 'Please try again in a minute.', 'Please try again in a minute.'],
  ['words of its own, where there are none', 500, '', 'Failed to submit joke. Please try again.'],
])('a failure tells %s, and the text survives it and a reload', async (_, status, detail, text) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 50/);
  await answerSubmissions(page, { status, json: { detail } });
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await saysWhy(page, text);
  await focused(page, submitButton(page)).waitFor();
  await holds(page, FACT);
  await page.reload();
  await holds(page, FACT);
  expect(await outcome(page).textContent()).toBe('');
  await page.unroute(SUBMIT);
  await submitButton(page).click();
  await submitted(page);
  await page.reload();
  await holds(page, '');
});

test('a connection that breaks is a failure, and another try succeeds', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/ERR_CONNECTION_RESET/);
  await page.route(SUBMIT, (route) => route.abort('connectionreset'));
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await saysWhy(
    page,
    "The server can't be reached. Please check your connection and try again later.",
  );
  await page.unroute(SUBMIT);
  await answerSubmissions(page, ACCEPTED);
  await submitButton(page).click();
  await submitted(page);
});

test('who submits too many is told when the next one can go', async () => {
  await using busy = await openSite(numberedJokes(1));
  for (let turn = 0; turn < limits.submissionsPerHour; turn += 1) {
    const { status } = await fetch(`${busy.origin}/api/v1/jokes/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_text: `${FACT} ${turn}` }),
    });
    expect(status).toBe(201);
  }
  await using visitor = await busy.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await saysWhy(page, 'Too many requests. Please try again later.');
  await outcome(page)
    .getByText(/^Each network can submit 10 facts an hour\..* in about (59|60) minutes/)
    .waitFor();
  await holds(page, FACT);
});

test('a draft is there on the next visit, in the same browser only', async () => {
  await using visitor = await site.visit();
  await openForm(visitor.page);
  await field(visitor.page).pressSequentially('Half a');
  await visitor.page.getByRole('link', { name: 'About' }).click();
  await visitor.page.close();
  const later = await visitor.openTab();
  await openForm(later);
  await holds(later, 'Half a');
  await using other = await site.visit();
  await openForm(other.page);
  await holds(other.page, '');
});

test('two tabs have one draft: neither destroys what the other wrote', async () => {
  await using visitor = await site.visit();
  const first = visitor.page;
  await openForm(first);
  const second = await visitor.openTab();
  await openForm(second);
  await field(first).fill(FACT);
  await holds(second, FACT);
  await field(second).press('End');
  await second.keyboard.type(' Twice.');
  await holds(first, `${FACT} Twice.`);
});

test('a draft that another tab has gone on with stays when the first is submitted', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  await page.route(SUBMIT, held.resolve);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  const route = await held.promise;
  const second = await visitor.openTab();
  await openForm(second);
  await field(second).fill('Something else entirely.');
  await holds(page, 'Something else entirely.');
  await route.fulfill(ACCEPTED);
  await submitted(page);
  expect(await page.getByRole('article').innerText()).toContain(FACT);
  await second.reload();
  await holds(second, 'Something else entirely.');
});

test('where the browser refuses to store anything, writing and submitting still work', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.addInitScript(
    "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
  );
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await field(page).pressSequentially(FACT);
  await holds(page, FACT);
  await submitButton(page).click();
  await submitted(page);
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await holds(page, '');
});

test('offline, the form says that submitting needs a connection, and keeps the draft until there is one', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await page.context().setOffline(true);
  await field(page).fill(FACT);
  await page.getByRole('main').getByRole('status').getByText(OFFLINE).waitFor();
  const button = page.getByRole('button', { name: 'Submit Fact', description: OFFLINE });
  expect(await button.isDisabled()).toBe(true);
  await field(page).press('Control+Enter');
  // Told again, to who may not see where it stands.
  await expect.poll(() => page.getByRole('status').getByText(OFFLINE).count()).toBe(2);
  await page.context().setOffline(false);
  await page.getByRole('main').getByText(OFFLINE).waitFor({ state: 'detached' });
  await holds(page, FACT);
  await submitButton(page).click();
  await submitted(page);
});
