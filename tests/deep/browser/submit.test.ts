import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { focused } from '../../support/e2e/page-state.ts';
import {
  announces,
  answerNext,
  button,
  hold,
  recordRequests,
  refuse,
  shows,
  showsError,
} from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import {
  blockStorage,
  FACT,
  field,
  fieldShows,
  openForm,
  SUBMIT,
  submitButton,
  showsSuccess,
} from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

const SUCCESS = 'Fact Submitted Successfully!';
const SUBMISSION = '**/api/v1/submissions/*';
const PENDING = { json: { status: 'pending', submitted_at: '2026-11-22T12:00:00.000Z' } };
const REJECTED = { json: { ...PENDING.json, status: 'rejected', reason: 'off_topic' } };
const ACCEPTED = {
  status: 201,
  json: { joke_id: 4822, status: 'pending', receipt: 'r'.repeat(43) },
};

/** Answers submissions instead of the server, which limits them per hour. */
async function answerSubmissions(page: Page): Promise<void> {
  await page.route(SUBMISSION, (route) => route.fulfill(PENDING));
  await page.route(SUBMIT, (route) => route.fulfill(ACCEPTED));
}

// The journey sees an approval.
test('a visitor follows the review of a submitted fact', async () => {
  const { page, expectConsoleError } = await site.visit();
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await showsSuccess(page);
  const repeats = { ...REJECTED.json, reason: 'duplicate', duplicate_of: 2 };
  await page.route(SUBMISSION, (route) => route.fulfill({ json: repeats }));
  const asked = recordRequests(page, /^\/api\/v1\/submissions\//);
  await page.goto('/about');
  const decided = page.getByRole('link', { name: 'Submit, your fact was decided' });
  await decided.waitFor();
  // Once a visit.
  expect(asked).toHaveLength(1);
  await decided.click();
  const submissions = page.getByRole('region', { name: 'Your submissions' });
  const listShows = (text: string) => submissions.getByText(text).waitFor();
  await listShows('We already have this one, so it was not added.');
  const original = submissions.getByRole('link', { name: 'It’s fact no. 2', exact: true });
  await expect.poll(() => original.getAttribute('href')).toBe('/fact/2');

  // What is known stays on screen while it can't be checked.
  expectConsoleError(/status of 429/);
  await refuse(page, SUBMISSION, 429, 'No.', 1);
  await page.reload();
  await listShows('Couldn’t check their status.');
  await listShows('We already have this one, so it was not added.');
  await submissions.getByRole('button', { name: 'Try again' }).click();
  await submissions.getByText('Couldn’t check').waitFor({ state: 'hidden' });

  await submissions.getByRole('button', { name: `Remove from this list: ${FACT}` }).click();
  await submissions.waitFor({ state: 'detached' });
});

test("a visitor submits a fact by keyboard alone; while it is pending, the button says 'Submitting...', and it is sent once", async () => {
  const { page } = await site.visit();
  const sent = recordRequests(page, /\/jokes\/submit$/);
  await answerSubmissions(page);
  const held = await hold(page, SUBMIT);
  await openForm(page);
  await field(page).focus();
  await page.keyboard.type(FACT);
  await page.keyboard.press('Tab');
  await focused(page, submitButton(page)).waitFor();
  await page.keyboard.press('Enter');
  const pending = await held();
  const busy = page.getByRole('button', { name: 'Submitting...', disabled: true });
  await focused(page, busy).waitFor();
  await page.keyboard.press('Enter');
  await field(page).press('Control+Enter');
  await field(page).press('x');
  await fieldShows(page, FACT);
  await pending.fulfill(ACCEPTED);
  await focused(page, page.getByRole('heading', { name: SUCCESS })).waitFor();
  await expect.poll(() => page.title()).toBe(`${SUCCESS} | Chuck Norris Facts`);
  await announces(page, 'Your fact is no. 4822. Its status is pending.');
  expect(sent).toHaveLength(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await focused(page, field(page)).waitFor();
  await fieldShows(page, '');
});

const FULL = '500/500 characters';

const contains = (page: Page, text: string) =>
  expect.poll(() => field(page).inputValue()).toBe(text);

test('what is pasted or typed beyond 500 characters is left out, and Undo brings back what was there before', async () => {
  const { page } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openForm(page);
  await field(page).focus();
  const typed = 'a'.repeat(490);
  const family = '👨‍👩‍👧'.repeat(10);
  const capped = `${'a'.repeat(5)}${family}${'a'.repeat(485)}`;
  const textarea = page.locator('textarea');
  await page.keyboard.insertText(typed);
  await textarea.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(5, 5));
  await page.evaluate((text) => navigator.clipboard.writeText(text), family.repeat(60));
  await page.keyboard.press('Control+V');
  await shows(page, FULL);
  await contains(page, capped);
  await announces(page, 'That’s as long as a fact gets.');
  await page.keyboard.press('c');
  await contains(page, capped);
  expect(await textarea.evaluate((text: HTMLTextAreaElement) => text.selectionEnd)).toBe(
    5 + family.length,
  );
  await page.keyboard.press('Control+Z');
  await contains(page, typed);
  await shows(page, '490/500 characters');
});

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '2533' },
  json: { detail: 'Too many requests. Try again in 43 minutes.' },
};

const isAccessible = (page: Page, message: string) =>
  expect.poll(() => findFaults(page), { message }).toEqual([]);

test('the form is accessible and fits in every state', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/status of 429/);
  await openForm(page);
  await field(page).fill('TEST FACT, number 1 of many!');
  const hint = page.getByRole('status').filter({ hasText: 'This is close to' });
  const original = hint.getByRole('link');
  await expect.poll(() => original.getAttribute('href')).toBe('/fact/1');
  await isAccessible(page, 'close to a fact');

  await field(page).fill(`${FACT} ${'Roundhouse'.repeat(60)}`);
  await page.context().setOffline(true);
  await page.getByText('Submitting needs a connection.').waitFor();
  await isAccessible(page, 'full, offline');

  await page.context().setOffline(false);
  const held = await hold(page, SUBMIT);
  await submitButton(page).click();
  const route = await held();
  await isAccessible(page, 'sending');

  await route.fulfill(TOO_MANY);
  await showsError(page, /^Each network can submit 40 facts an hour\..* in about 43 minutes/);
  await isAccessible(page, 'failed');

  await answerSubmissions(page);
  await submitButton(page).click();
  await showsSuccess(page);
  await isAccessible(page, 'submitted');

  await page.route(SUBMISSION, (route) => route.fulfill(REJECTED));
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await page.getByText('Not added: it isn’t about Chuck Norris. He noticed.').waitFor();
  await isAccessible(page, 'with a list of submissions');
});

const FAILED = 'Failed to submit joke. Please try again.';
const SAVED = 'Your text is saved in this browser.';
const CHECK_BACK = 'Check back here. A dot on “Submit” means that we’ve decided.';
const NOTE_NUMBER =
  'This browser stores nothing, so note the number: if we say yes, it’s fact no. 4822.';
const REMEMBERS = 'Only this browser remembers them.';
const FORGETS = 'This browser couldn’t store this list. It’s gone when you leave.';

const LOSES = 'This browser stores nothing, so keep this page open.';
test.each([
  [
    'stores texts',
    undefined,
    'Your draft is safe here until there is one.',
    SAVED,
    CHECK_BACK,
    REMEMBERS,
  ],
  ['stores nothing', blockStorage, LOSES, LOSES, NOTE_NUMBER, FORGETS],
])(
  'in a browser that %s, a fact can be submitted once there is a connection, and what the screen promises is true',
  async (_what, script, offline, failed, submitted, list) => {
    const needsConnection = `Submitting needs a connection. ${offline}`;
    const { page, expectConsoleError } = await site.visit();
    expectConsoleError(/ERR_CONNECTION_RESET|status of 503/);
    await answerSubmissions(page);
    if (script) await page.addInitScript(script);
    await openForm(page);
    await field(page).fill(FACT);
    await page.context().setOffline(true);
    const options = { name: 'Submit Fact', description: needsConnection, disabled: true };
    await page.getByRole('button', options).waitFor();
    await page.context().setOffline(false);
    await answerNext(page, SUBMIT, (route) => route.abort('connectionreset'));
    await submitButton(page).click();
    await showsError(page, `${FAILED} ${failed}`);
    const detail = 'Please try again in a minute.';
    await refuse(page, SUBMIT, 503, detail, 1);
    await submitButton(page).click();
    await showsError(page, detail);
    await submitButton(page).click();
    await showsSuccess(page);
    await shows(page, submitted);
    await button(page, 'Submit Another Fact').click();
    await fieldShows(page, '');
    await shows(page, list);
  },
);
