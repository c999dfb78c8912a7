import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '../../support/e2e/administrator.ts';
import { focused } from '../../support/e2e/page-state.ts';
import {
  announces,
  pauseClock,
  recordRequests,
  requestsRecorded,
  shows,
  ticksUntilVisible,
} from '../../support/e2e/page-steps.ts';
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
  similarHint,
  SUBMISSION,
  SUBMIT,
  submitButton,
  showsSuccess,
} from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));
beforeAll(() => createAdmin(site.origin));

const SUCCESS = 'Fact Submitted Successfully!';

/** The number of the fact that was just submitted. */
async function submittedId(page: Page): Promise<number> {
  const number = page.getByRole('article').getByRole('heading');
  return Number((await number.innerText()).replace(/\D/g, ''));
}

const SIMILAR = '**/api/v1/jokes/similar';
/** How long a visitor does not type before the form asks. */
const PAUSE_MS = 800;

test('a visitor sees which published fact a draft is close to', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  await openForm(page);
  const asked = recordRequests(page, /\/jokes\/similar$/);
  await pauseClock(page);
  await field(page).fill('TEST FACT, number 2');
  await field(page).pressSequentially(' of many!');
  await page.clock.runFor(PAUSE_MS - 1);
  await requestsRecorded(page);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await ticksUntilVisible(page, similarHint(page).getByText('Test fact number 2 of many.'));
  await expect.poll(() => similarHint(page).getByRole('link').getAttribute('href')).toBe('/fact/2');
  // One request for a pause, not one for each key.
  expect(asked).toHaveLength(1);
  await page.clock.resume();

  // It disappears with the text that it is about; a failure is silent.
  const tooMany = { status: 429, json: { detail: 'Too many requests.' } };
  await page.route(SIMILAR, (route) => route.fulfill(tooMany), { times: 1 });
  const refused = page.waitForResponse(SIMILAR);
  await field(page).fill('Test fact (number 1) of many');
  await expect.poll(() => similarHint(page).count()).toBe(0);
  expect((await refused).status()).toBe(429);
  await expect.poll(() => similarHint(page).count()).toBe(0);
  await expect.poll(() => outcome(page).textContent()).toBe('');
});

test('a visitor follows the review of a submitted fact', async () => {
  const bearer = { authorization: `Bearer ${await signIn(site.origin)}` };
  await using visitor = await site.visit({ permissions: ['clipboard-write'] });
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await showsSuccess(page);
  const id = await submittedId(page);

  const moderate = async (decision: object, joke_id = id) => {
    const response = await fetch(`${site.origin}/api/v1/admin/moderate`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ joke_ids: [joke_id], ...decision }),
    });
    expect(response.status).toBe(200);
  };
  await page.getByText('Check back here. A dot on “Submit” means that we’ve decided.').waitFor();
  await moderate({ action: 'approve' });
  const asked = recordRequests(page, /^\/api\/v1\/submissions\//);
  await page.goto('/');
  const decided = page.getByRole('link', { name: 'Submit, your fact was decided' });
  await decided.waitFor();
  await page.goto('/about');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Menu, your fact was decided' }).click();
  // Once a visit.
  expect(asked).toHaveLength(1);
  await decided.click();
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
  const submissions = page.getByRole('region', { name: 'Your submissions' });
  const listShows = (text: string) => submissions.getByText(text).waitFor();
  await listShows('On the site, where Chuck Norris can see it.');
  await submissions.getByRole('button', { name: `Share fact no. ${id}` }).click();
  await announces(page, 'Copied the link.');
  await moderate({ action: 'reject', reason: 'duplicate', duplicate_of: 2 });
  await page.reload();
  await listShows('We already have this one, so it was not added.');
  const original = submissions.getByRole('link', { name: 'It’s fact no. 2', exact: true });
  await expect.poll(() => original.getAttribute('href')).toBe('/fact/2');

  await moderate({ action: 'reject' }, 2);
  await page.reload();
  await listShows('The fact it repeats isn’t on the site right now.');
  await expect.poll(() => submissions.getByRole('link').count()).toBe(0);

  // What is known stays on screen while it can't be checked.
  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED|status of 429/);
  await page.context().setOffline(true);
  await listShows('Couldn’t check their status: you are offline.');
  await page.route(SUBMISSION, (route) => route.fulfill({ status: 429, json: { detail: 'No.' } }));
  await page.context().setOffline(false);
  await listShows('Couldn’t check their status.');
  await listShows('We already have this one, so it was not added.');
  await page.unroute(SUBMISSION);
  await submissions.getByRole('button', { name: 'Try again' }).click();
  await submissions.getByText('Couldn’t check').waitFor({ state: 'hidden' });

  await submissions.getByRole('button', { name: `Remove from this list: ${FACT}` }).click();
  await submissions.waitFor({ state: 'detached' });
  await page.reload();
  await field(page).waitFor();
  await expect.poll(() => submissions.count()).toBe(0);
});

test('the line breaks of a fact are shown in its confirmation, in lists, on its page and in the dashboard', async () => {
  const bearer = await signIn(site.origin);
  const shown = '"Is Chuck Norris in?"\n"He is."\n\n"Since when?"\n"Since you asked."';
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(`${shown.replace('\n\n', ' \n\n\n\n')}\n`);
  await submitButton(page).click();
  await showsSuccess(page);
  const text = () => page.getByText('Is Chuck Norris in?').innerText();
  await expect.poll(() => text()).toBe(shown);
  const id = await submittedId(page);
  const approved = await fetch(`${site.origin}/api/v1/admin/approve/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(approved.status).toBe(200);
  for (const path of ['/', `/fact/${id}`]) {
    await page.goto(path);
    await expect.poll(() => text(), { message: path }).toBe(shown);
  }
  await page.evaluate(`localStorage.setItem('adminToken', '${bearer}')`);
  await page.goto('/admin?search=since+you');
  await expect.poll(() => text()).toBe(shown);
  await page.getByRole('button', { name: `Edit fact no. ${id}` }).click();
  await expect.poll(() => page.getByRole('dialog').getByRole('textbox').inputValue()).toBe(shown);
});

test('a visitor submits facts by keyboard alone', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focused(page, field(page)).waitFor();
  await page.keyboard.type(FACT);
  await page.keyboard.press('Tab');
  await focused(page, submitButton(page)).waitFor();
  await page.keyboard.press('Enter');
  for (const keys of ['Control+Enter', 'Meta+Enter']) {
    await focused(page, page.getByRole('heading', { name: SUCCESS })).waitFor();
    await expect.poll(() => page.title()).toBe(`${SUCCESS} | Chuck Norris Facts`);
    await announces(page, 'Your fact is no. 4822. Its status is pending.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await focused(page, field(page)).waitFor();
    await fieldShows(page, '');
    await field(page).fill(FACT);
    await field(page).press(keys);
  }
  await showsSuccess(page);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  await page.goBack();
  await fieldShows(page, '');
});

test("a pending submission shows 'Submitting...', is sent once, and announces its result on other screens", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const sent = recordRequests(page, /\/jokes\/submit$/);
  const held = Promise.withResolvers<Route>();
  await answerPending(page);
  await page.route(SUBMIT, held.resolve);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  const pending = await held.promise;
  const busy = page.getByRole('button', { name: 'Submitting...', disabled: true });
  await focused(page, busy).waitFor();
  await page.keyboard.press('Enter');
  await field(page).press('Control+Enter');
  await field(page).press('x');
  await fieldShows(page, FACT);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'The History of Chuck Norris Facts' }).waitFor();
  await page.getByRole('link', { name: 'Submit', exact: true }).first().click();
  await field(page).press('Control+Enter');
  await busy.waitFor();
  await page.getByRole('link', { name: 'About' }).click();
  await pending.fulfill(ACCEPTED);
  await announces(page, 'Your fact is no. 4822.');
  expect(sent).toHaveLength(1);
});

const FULL = '500/500 characters';
const LIMIT_REACHED = 'That’s as long as a fact gets.';

const putCaret = (page: Page, place: number) =>
  page.evaluate(`document.querySelector('textarea').setSelectionRange(${place}, ${place})`);
const caret = (page: Page) =>
  page.evaluate<number>("document.querySelector('textarea').selectionEnd");
const contains = (page: Page, text: string) =>
  expect.poll(() => field(page).inputValue()).toBe(text);

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText('${text}')`);
  await page.keyboard.press('Control+V');
}

test('what is pasted or typed beyond 500 characters is left out, and Undo brings back what was there before', async () => {
  await using visitor = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await openForm(page);
  await field(page).focus();
  const typed = 'a'.repeat(490);
  const capped = 'a'.repeat(5) + 'b'.repeat(10) + 'a'.repeat(485);
  await page.keyboard.insertText(typed);
  await putCaret(page, 5);
  await paste(page, 'b'.repeat(600));
  await shows(page, FULL);
  await contains(page, capped);
  await announces(page, LIMIT_REACHED);
  await expect.poll(() => caret(page)).toBe(15);
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await contains(page, capped);
  await expect.poll(() => caret(page)).toBe(15);
  await page.keyboard.press('Control+Z');
  await contains(page, typed);
  await shows(page, '490/500 characters');
  await expect.poll(() => page.getByText(LIMIT_REACHED).count()).toBe(0);
  await page.keyboard.press('Control+Shift+Z');
  await contains(page, capped);
  await shows(page, FULL);

  await page.keyboard.press('Control+A');
  await paste(page, '👨‍👩‍👧'.repeat(20) + 'x'.repeat(500));
  await contains(page, '👨‍👩‍👧'.repeat(20) + 'x'.repeat(480));
  await shows(page, FULL);
  await page.keyboard.press('Control+Z');
  await contains(page, capped);
});

test('a composition is cut only when it is finished', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill('x'.repeat(499));
  await field(page).press('End');
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'かき', selectionStart: 2, selectionEnd: 2 });
  await shows(page, '501/500 characters');
  await input.send('Input.insertText', { text: 'かき' });
  await shows(page, FULL);
  await contains(page, `${'x'.repeat(499)}か`);
});
