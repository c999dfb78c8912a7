import type { Route } from 'playwright-core';
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

test('a visitor reads the guidelines and how long a fact may be', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
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

test('what became of it has the focus and is announced; Submit Another Fact leads to an empty field', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  expect(await page.title()).toBe('Fact Submitted Successfully! | Chuck Norris Facts');
  await page
    .getByRole('status')
    .getByText('Your fact is no. 4822. Its status is pending.')
    .waitFor();
  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await focused(page, field(page)).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await counts(page, '0/500 characters');
});

test('the keyboard alone does it all', async () => {
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
  await page.keyboard.press('Tab');
  await focused(page, page.getByRole('button', { name: 'Submit Another Fact' })).waitFor();
  await page.keyboard.press('Enter');
  await focused(page, field(page)).waitFor();
});

test.each(['Control+Enter', 'Meta+Enter'])('%s in the field submits', async (keys) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await field(page).fill(FACT);
  await field(page).press(keys);
  await submitted(page);
});

test.each([
  ['nothing', ''],
  ['nine characters', '123456789'],
  ['nine characters among blanks', '   123456789   '],
  ['nine emoji', '🥋'.repeat(9)],
  ['invisible characters', '\u200B'.repeat(20)],
])(
  '%s can not be submitted: the button is disabled, the keyboard gets an alert',
  async (_, text) => {
    await using visitor = await site.visit();
    const { page, alerts } = visitor;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.method()));
    await openForm(page);
    await field(page).fill(text);
    expect(await submitButton(page).isDisabled()).toBe(true);
    await field(page).press('Control+Enter');
    await expect.poll(() => alerts).toEqual([TOO_SHORT]);
    expect(requests).not.toContain('POST');
    await focused(page, field(page)).waitFor();
  },
);

test('ten characters can be submitted', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill('1234567890');
  expect(await submitButton(page).isEnabled()).toBe(true);
});

test.each([
  ['letters', 'abc', '3/500 characters'],
  ['blanks too, as they are typed', ' a b ', '5/500 characters'],
  ['an emoji as one', '🥋🤠', '2/500 characters'],
  ['a letter with an accent as one', 'e\u0301', '1/500 characters'],
])('the counter counts %s', async (_, text, shown) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openForm(page);
  await field(page).fill(text);
  await counts(page, shown);
});

test("while it is pending the button says 'Submitting...', keeps the focus, and nothing is sent twice", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  let requests = 0;
  await page.route(SUBMIT, (route) => {
    requests += 1;
    held.resolve(route);
  });
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
  const route = await held.promise;
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
  await route.fulfill(ACCEPTED);
  await submitted(page);
  expect(requests).toBe(1);
});

test('who has left meanwhile is told there', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  await page.route(SUBMIT, held.resolve);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await page.getByRole('link', { name: 'About' }).click();
  await (await held.promise).fulfill(ACCEPTED);
  await page.getByRole('status').getByText('Your fact is no. 4822.').waitFor();
  expect(await outcome(page).count()).toBe(0);
});

test('the thanks for a fact are gone when one comes back', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerSubmissions(page, ACCEPTED);
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await submitted(page);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  await page.goBack();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('');
});
