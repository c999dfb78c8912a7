import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { jokeList } from '../../functions/src/contract/index.ts';
import { createOwner, signIn } from './owner.ts';
import { focused } from './page-state.ts';
import { numberedJokes } from './site.ts';
import {
  ACCEPTED,
  answerSubmissions,
  counts,
  FACT,
  field,
  openForm,
  outcome,
  SUBMIT,
  submitButton,
  submitted,
} from './submit-steps.ts';
import { useSite } from './use-site.ts';

const TOO_SHORT = 'Please enter a joke that is at least 10 characters long.';

const site = useSite(numberedJokes(3));

async function listed(query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await fetch(`${site.origin}/api/v1/jokes?${query}`, { headers });
  return jokeList.parse(await response.json()).jokes.map((joke) => joke.joke_text);
}

test('a visitor reads the guidelines and how long a fact may be; characters are counted as people count; fewer than ten can not be submitted: the button is disabled, the keyboard gets an alert', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  await openForm(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Submit a Fact');
  await counts(page, '0/500 characters');
  await page.getByText('Minimum 10 characters', { exact: true }).waitFor();
  const guidelines = page.getByRole('region', { name: 'Submission Guidelines' });
  expect(await guidelines.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Family-friendly',
    'Funny and original',
    'About Chuck Norris',
    'Nothing offensive',
    'Reviewed before approval',
  ]);

  for (const [text, shown] of [
    ['abc', '3/500 characters'],
    // Blanks, too, as they are typed.
    [' a b ', '5/500 characters'],
    ['🥋🤠', '2/500 characters'],
    ['e\u0301', '1/500 characters'],
  ] as const) {
    await field(page).fill(text);
    await counts(page, shown);
  }

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  const nine = '123456789';
  for (const text of ['', nine, `   ${nine}   `, '🥋'.repeat(9), '\u200B'.repeat(20)]) {
    alerts.length = 0;
    await field(page).fill(text);
    expect(await submitButton(page).isDisabled(), text).toBe(true);
    await field(page).press('Control+Enter');
    await expect.poll(() => alerts).toEqual([TOO_SHORT]);
    await focused(page, field(page)).waitFor();
  }
  await field(page).fill('1234567890');
  expect(await submitButton(page).isEnabled()).toBe(true);
  expect(requests).not.toContain('POST');
});

test('a visitor submits a fact, trimmed; it awaits approval and nobody but an administrator sees it', async () => {
  await createOwner(site.origin);
  const bearer = { authorization: `Bearer ${await signIn(site.origin)}` };
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(`  ${FACT}\n`);
  const request = page.waitForRequest(SUBMIT);
  await submitButton(page).click();
  expect((await request).postDataJSON()).toEqual({ joke_text: FACT });
  await submitted(page);
  await page
    .getByText(
      'Your Chuck Norris fact has been submitted and is awaiting approval. Thanks for contributing to the collection!',
      { exact: true },
    )
    .waitFor();
  const fact = page.getByRole('article', { name: 'Fact no. 4', exact: true });
  expect(await fact.innerText()).toContain(FACT);
  await fact.getByText('Pending').waitFor();
  expect(await listed('status=pending', bearer)).toEqual([FACT]);
  expect(await listed('per_page=100')).not.toContain(FACT);
  expect(await listed('search=round+table')).toEqual([]);
});

test('the keyboard alone does it all: what became of a fact has the focus and is announced, Submit Another Fact leads to an empty field, and the thanks are gone when one comes back', async () => {
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
  await submitted(page);
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  expect(await page.title()).toBe('Fact Submitted Successfully! | Chuck Norris Facts');
  await page
    .getByRole('status')
    .getByText('Your fact is no. 4822. Its status is pending.')
    .waitFor();
  for (const keys of ['Control+Enter', 'Meta+Enter']) {
    await page.keyboard.press('Tab');
    await focused(page, page.getByRole('button', { name: 'Submit Another Fact' })).waitFor();
    await page.keyboard.press('Enter');
    await focused(page, field(page)).waitFor();
    expect(await field(page).inputValue()).toBe('');
    await counts(page, '0/500 characters');
    await field(page).fill(FACT);
    await field(page).press(keys);
    await submitted(page);
    await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  }

  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  await page.goBack();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('');
});

test("while it is pending the button says 'Submitting...', keeps the focus, and nothing is sent twice; who has left meanwhile is told there", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const first = Promise.withResolvers<Route>();
  let requests = 0;
  await page.route(SUBMIT, (route) => {
    requests += 1;
    first.resolve(route);
  });
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  const pending = await first.promise;
  const busy = page.getByRole('button', { name: 'Submitting...' });
  await focused(page, busy).waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await field(page).press('Control+Enter');
  await field(page).press('x');
  expect(await field(page).inputValue()).toBe(FACT);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'The History of Chuck Norris Facts' }).waitFor();
  await page.getByRole('link', { name: 'Submit', exact: true }).first().click();
  await field(page).press('Control+Enter');
  await busy.waitFor();
  await pending.fulfill(ACCEPTED);
  await submitted(page);
  expect(requests).toBe(1);

  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  const second = Promise.withResolvers<Route>();
  await page.route(SUBMIT, second.resolve);
  await field(page).fill(FACT);
  await submitButton(page).click();
  const left = await second.promise;
  await page.getByRole('link', { name: 'About' }).click();
  await left.fulfill({ status: 201, json: { joke_id: 4823, status: 'pending' } });
  await page.getByRole('status').getByText('Your fact is no. 4823.').waitFor();
  expect(await outcome(page).count()).toBe(0);
});

const FULL = '500/500 characters';
const AS_LONG = 'That is as long as a fact gets.';

const paste = (page: Page, text: string) => page.keyboard.insertText(text);
const putCaret = (page: Page, place: number) =>
  page.evaluate(`document.querySelector('textarea').setSelectionRange(${place}, ${place})`);
const caret = (page: Page) =>
  page.evaluate<number>("document.querySelector('textarea').selectionEnd");

test('what is pasted is capped at 500 characters, emoji among them, and that is said; what stands behind it stays, and so does the caret; a word that is being composed is left alone until it is finished', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).focus();
  await paste(page, 'x'.repeat(600));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('x'.repeat(500));
  await page.getByRole('status').getByText(AS_LONG).waitFor();
  await field(page).press('Backspace');
  await counts(page, '499/500 characters');
  expect(await page.getByText(AS_LONG).count()).toBe(0);
  await page.keyboard.type('yz');
  expect(await field(page).inputValue()).toBe(`${'x'.repeat(499)}y`);

  await field(page).fill('');
  await paste(page, '🥋'.repeat(501));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('🥋'.repeat(500));

  await field(page).fill('a'.repeat(490));
  await putCaret(page, 5);
  await paste(page, 'b'.repeat(20));
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe('a'.repeat(5) + 'b'.repeat(10) + 'a'.repeat(485));
  expect(await caret(page)).toBe(15);
  await page.keyboard.type('c');
  expect(await caret(page)).toBe(15);

  await field(page).fill('x'.repeat(499));
  await field(page).press('End');
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'かき', selectionStart: 2, selectionEnd: 2 });
  await counts(page, '501/500 characters');
  await input.send('Input.insertText', { text: 'かき' });
  await counts(page, FULL);
  expect(await field(page).inputValue()).toBe(`${'x'.repeat(499)}か`);
});
