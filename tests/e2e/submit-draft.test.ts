import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused } from './page-state.ts';
import { numberedJokes } from './site.ts';
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

const LATER = 'Please try again in a minute.';
const UNREACHABLE =
  "The server can't be reached. Please check your connection and try again later.";
const OFFLINE = 'Submitting needs a connection. Your draft is safe here until there is one.';

const site = useSite(numberedJokes(1));

const saysWhy = (page: Page, text: string) =>
  outcome(page).getByText(text, { exact: true }).waitFor();

test("a failure tells the server's words, or some of its own where there are none or the connection breaks; the text survives it and a reload, and another try succeeds", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 50|ERR_CONNECTION_RESET/);
  await openForm(page);
  for (const [answer, text] of [
    [{ status: 503, json: { detail: LATER } }, LATER],
    [{ status: 500, json: { detail: '' } }, 'Failed to submit joke. Please try again.'],
    [undefined, UNREACHABLE],
  ] as const) {
    await page.route(
      SUBMIT,
      (route) => (answer === undefined ? route.abort('connectionreset') : route.fulfill(answer)),
      { times: 1 },
    );
    await field(page).fill(FACT);
    await submitButton(page).click();
    await saysWhy(page, text);
    await focused(page, submitButton(page)).waitFor();
    await holds(page, FACT);
    await page.reload();
    await holds(page, FACT);
    expect(await outcome(page).textContent()).toBe('');
  }
  await submitButton(page).click();
  await submitted(page);
  await page.reload();
  await holds(page, '');
});

test('a draft is there on the next visit, in the same browser only; two tabs have one draft: neither destroys what the other wrote, nor does submitting it', async () => {
  await using visitor = await site.visit();
  await openForm(visitor.page);
  await field(visitor.page).pressSequentially('Half a');
  await visitor.page.getByRole('link', { name: 'About' }).click();
  await visitor.page.close();
  const first = await visitor.openTab();
  await openForm(first);
  await holds(first, 'Half a');
  await using other = await site.visit();
  await openForm(other.page);
  await holds(other.page, '');

  const second = await visitor.openTab();
  await openForm(second);
  await field(first).fill(FACT);
  await holds(second, FACT);
  await field(second).press('End');
  await second.keyboard.type(' Twice.');
  await holds(first, `${FACT} Twice.`);

  const held = Promise.withResolvers<Route>();
  await first.route(SUBMIT, held.resolve);
  await submitButton(first).click();
  const route = await held.promise;
  await field(second).fill('Something else entirely.');
  await holds(first, 'Something else entirely.');
  await route.fulfill(ACCEPTED);
  await submitted(first);
  expect(await first.getByRole('article').innerText()).toContain(`${FACT} Twice.`);
  await second.reload();
  await holds(second, 'Something else entirely.');
});

test('where the browser refuses to store anything, writing and submitting still work; offline, the form says that submitting needs a connection, and keeps the draft until there is one', async () => {
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

  await page.addInitScript(
    "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
  );
  await openForm(page);
  await holds(page, '');
  await field(page).pressSequentially(FACT);
  await holds(page, FACT);
  await submitButton(page).click();
  await submitted(page);
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await holds(page, '');
});

// The last test: from then on nobody may submit for an hour.
test('who submits too many is told when the next one can go', async () => {
  for (let status = 201; status !== 429;) {
    const answer = await fetch(`${site.origin}/api/v1/jokes/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_text: FACT }),
    });
    ({ status } = answer);
    expect([201, 429]).toContain(status);
  }
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await saysWhy(page, 'Too many requests. Please try again later.');
  await outcome(page)
    .getByText(/^Each network can submit 10 facts an hour\..* in about (5\d|60) minutes/)
    .waitFor();
  await holds(page, FACT);
});
