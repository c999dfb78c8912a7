import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openVisitor } from '../../support/e2e/browser.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, button } from '../../support/e2e/page-steps.ts';
import { startProxy, type Fate } from '../../support/e2e/proxy.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import {
  ACCEPTED,
  answerPending,
  answerSubmissions,
  FACT,
  field,
  fieldShows,
  openForm,
  outcome,
  SUBMIT,
  submitButton,
  showsSuccess,
} from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const LATER = 'Please try again in a minute.';
const FAILED = 'Failed to submit joke. Please try again.';
const FAILED_AND_SAVED = `${FAILED} Your text is saved in this browser.`;
const OFFLINE = 'Submitting needs a connection. Your draft is safe here until there is one.';

const BLOCK_STORAGE =
  "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }";

const site = useSite(numberedJokes(1));

const showsError = (page: Page, text: string) =>
  outcome(page).getByText(text, { exact: true }).waitFor();

test('a text that another app shares becomes the draft, and an earlier draft is not lost', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const share = (query: Record<string, string>) =>
    page.goto(`/submit?${new URLSearchParams(query).toString()}`);
  await share({ title: 'A page', text: FACT });
  await fieldShows(page, FACT);
  expect(page.url()).toBe(`${site.origin}/submit`);
  await field(page).fill('My own draft.');
  await page.reload();
  await fieldShows(page, 'My own draft.');

  await share({ text: FACT });
  const use = button(page, 'Use the shared text');
  await use.waitFor();
  await fieldShows(page, 'My own draft.');
  await use.click();
  await fieldShows(page, FACT);
  await focused(page, field(page)).waitFor();
  await button(page, 'Back to my draft').click();
  await fieldShows(page, 'My own draft.');
  await field(page).press('!');
  await use.waitFor({ state: 'detached' });
});

test("a failed submission shows the server's error or a default one, and the text survives until a retry succeeds", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 50|ERR_CONNECTION_RESET/);
  await openForm(page);
  for (const [answer, text] of [
    [{ status: 503, json: { detail: LATER } }, LATER],
    [{ status: 500, json: { detail: '' } }, FAILED_AND_SAVED],
    [{ status: 502, body: 'Bad Gateway' }, FAILED_AND_SAVED],
    [undefined, FAILED_AND_SAVED],
  ] as const) {
    await page.route(
      SUBMIT,
      (route) => (answer === undefined ? route.abort('connectionreset') : route.fulfill(answer)),
      { times: 1 },
    );
    await field(page).fill(FACT);
    await submitButton(page).click();
    await showsError(page, text);
    await focused(page, submitButton(page)).waitFor();
    await fieldShows(page, FACT);
  }
  await submitButton(page).click();
  await showsSuccess(page);
  await page.reload();
  await fieldShows(page, '');
});

test('a fact whose answer comes after a reload is submitted once, and its success is shown on return', async () => {
  const answered = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<Fate>();
  let submissions = 0;
  await using proxy = await startProxy(site.origin, {
    fateOf({ url }) {
      if (url !== '/api/v1/jokes/submit') return 'send';
      submissions += 1;
      answered.resolve();
      return submissions === 1 ? lost.promise : 'send';
    },
  });
  await using visitor = await openVisitor(site.browser, proxy.origin);
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await answered.promise;
  // On another screen, the result is only announced, so the visitor sees it later.
  await page.goto('/about');
  const announced = await announces(page, /^Your fact is no\. \d+\./);
  const [id] = /\d+/.exec(announced) ?? [];
  await page.goto('/submit');
  await showsSuccess(page);
  await page.getByRole('article', { name: `Fact no. ${id}`, exact: true }).waitFor();
  lost.resolve('drop');
  expect(submissions).toBe(2);
  await page.reload();
  await fieldShows(page, '');
});

test('a draft is restored in the same browser only and shared between its tabs', async () => {
  await using visitor = await site.visit();
  await openForm(visitor.page);
  await field(visitor.page).pressSequentially('Half a');
  await visitor.page.getByRole('link', { name: 'About' }).click();
  await visitor.page.close();
  const first = await visitor.openTab();
  await openForm(first);
  await fieldShows(first, 'Half a');
  await using other = await site.visit();
  await openForm(other.page);
  await fieldShows(other.page, '');

  const second = await visitor.openTab();
  await openForm(second);
  await field(first).fill(FACT);
  await fieldShows(second, FACT);
  await field(second).press('End');
  await second.keyboard.type(' Twice.');
  await fieldShows(first, `${FACT} Twice.`);

  const held = Promise.withResolvers<Route>();
  await answerPending(first);
  await first.route(SUBMIT, held.resolve);
  await submitButton(first).click();
  const route = await held.promise;
  await field(second).fill('Something else entirely.');
  await fieldShows(first, 'Something else entirely.');
  await route.fulfill(ACCEPTED);
  await showsSuccess(first);
  await expect.poll(() => first.getByRole('article').innerText()).toContain(`${FACT} Twice.`);
  await second.reload();
  await fieldShows(second, 'Something else entirely.');
});

test('submitting works without browser storage, and an offline form keeps the draft until it can be submitted', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await page.context().setOffline(true);
  await field(page).fill(FACT);
  await page.getByRole('main').getByRole('status').getByText(OFFLINE).waitFor();
  const button = page.getByRole('button', { name: 'Submit Fact', description: OFFLINE });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await field(page).press('Control+Enter');
  // Announced again for visitors who cannot see the message.
  await expect.poll(() => page.getByRole('status').getByText(OFFLINE).count()).toBe(2);
  await page.context().setOffline(false);
  await page.getByRole('main').getByText(OFFLINE).waitFor({ state: 'detached' });
  await fieldShows(page, FACT);
  visitor.expectConsoleError(/ERR_CONNECTION_RESET/);
  await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
  await submitButton(page).click();
  await showsError(page, FAILED_AND_SAVED);
  // What was sent before is sent again as soon as there is a connection.
  await page.context().setOffline(true);
  await page.getByRole('main').getByText(OFFLINE).waitFor();
  await page.context().setOffline(false);
  await showsSuccess(page);

  await page.addInitScript(BLOCK_STORAGE);
  await openForm(page);
  await fieldShows(page, '');
  await field(page).pressSequentially(FACT);
  await fieldShows(page, FACT);
  await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
  await submitButton(page).click();
  await showsError(page, FAILED);
  await submitButton(page).click();
  await showsSuccess(page);
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await fieldShows(page, '');
});
