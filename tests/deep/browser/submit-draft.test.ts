import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openVisitor } from '../../support/e2e/browser.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { button, shows } from '../../support/e2e/page-steps.ts';
import { startProxy } from '../../support/e2e/proxy.ts';
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

const FAILED = 'Failed to submit joke. Please try again.';
const SAVED = 'Your text is saved in this browser.';
const CHECK_BACK = 'Check back here. A dot on “Submit” means that we’ve decided.';
const NOTE_NUMBER =
  'This browser stores nothing, so note the number: if we say yes, it’s fact no. 4822.';
const REMEMBERS = 'Only this browser remembers them.';
const FORGETS = 'This browser couldn’t store this list. It’s gone when you leave.';

const BLOCK_STORAGE =
  "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }";

const site = useSite(numberedJokes(1));

const showsError = (page: Page, text: string) =>
  outcome(page).getByText(text, { exact: true }).waitFor();

test('a text that another app shares is in the field, below an earlier draft', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill('My own draft.');
  await page.goto(`/submit?${new URLSearchParams({ title: 'A page', text: FACT }).toString()}`);
  await fieldShows(page, `My own draft.\n${FACT}`);
  expect(page.url()).toBe(`${site.origin}/submit`);
});

test("a failed submission shows the server's error or a default one, and the text stays", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 50/);
  await openForm(page);
  await field(page).fill(FACT);
  for (const [detail, text] of [
    ['Please try again in a minute.', 'Please try again in a minute.'],
    ['', `${FAILED} ${SAVED}`],
  ] as const) {
    await page.route(SUBMIT, (route) => route.fulfill({ status: 503, json: { detail } }));
    await submitButton(page).click();
    await showsError(page, text);
    await focused(page, submitButton(page)).waitFor();
    await fieldShows(page, FACT);
  }
});

test('a fact whose answer was lost is in the form again after a reload, and Submit sends it once', async () => {
  const keys: unknown[] = [];
  await using proxy = await startProxy(site.origin, {
    fateOf({ url, headers }) {
      if (url !== '/api/v1/jokes/submit') return 'send';
      keys.push(headers['idempotency-key']);
      return keys.length === 1 ? 'drop' : 'send';
    },
  });
  await using visitor = await openVisitor(site.browser, proxy.origin);
  visitor.expectConsoleError(/ERR_EMPTY_RESPONSE/);
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await showsError(page, `${FAILED} ${SAVED}`);
  await page.reload();
  await fieldShows(page, FACT);
  expect(keys).toHaveLength(1);
  await submitButton(page).click();
  await showsSuccess(page);
  // With the same key, the server has stored one fact.
  expect(keys).toEqual([keys[0], keys[0]]);
  await page.reload();
  await fieldShows(page, '');
});

test('a draft is shared between the tabs of a browser, also while one of them submits it', async () => {
  await using visitor = await site.visit();
  const { page: first } = visitor;
  const second = await visitor.openTab();
  for (const tab of [first, second]) await openForm(tab);
  await field(first).fill(FACT);
  await fieldShows(second, FACT);
  const held = Promise.withResolvers<Route>();
  await answerPending(first);
  await first.route(SUBMIT, held.resolve);
  await submitButton(first).click();
  const route = await held.promise;
  await field(second).fill('Something else entirely.');
  await fieldShows(first, 'Something else entirely.');
  await route.fulfill(ACCEPTED);
  await showsSuccess(first);
  await expect.poll(() => first.getByRole('article').innerText()).toContain(FACT);
  await second.reload();
  await fieldShows(second, 'Something else entirely.');
});

const LOSES = 'This browser stores nothing, so keep this page open.';
test.each([
  ['stores texts', '', 'Your draft is safe here until there is one.', SAVED, CHECK_BACK, REMEMBERS],
  ['stores nothing', BLOCK_STORAGE, LOSES, LOSES, NOTE_NUMBER, FORGETS],
])(
  'in a browser that %s, a fact can be submitted once there is a connection, and what the screen promises is true',
  async (_what, script, offline, failed, submitted, list) => {
    const needsConnection = `Submitting needs a connection. ${offline}`;
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/ERR_CONNECTION_RESET/);
    await answerSubmissions(page, ACCEPTED);
    await page.addInitScript(script);
    await openForm(page);
    await field(page).fill(FACT);
    await page.context().setOffline(true);
    const options = { name: 'Submit Fact', description: needsConnection, disabled: true };
    await page.getByRole('button', options).waitFor();
    await page.context().setOffline(false);
    await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
    await submitButton(page).click();
    await showsError(page, `${FAILED} ${failed}`);
    await submitButton(page).click();
    await showsSuccess(page);
    await shows(page, submitted);
    await button(page, 'Submit Another Fact').click();
    await fieldShows(page, '');
    await shows(page, list);
  },
);
