import { expect, test } from 'vitest';
import { action, row, showsBadge } from '../support/e2e/dashboard-steps.ts';
import { fact } from '../support/e2e/fact-steps.ts';
import { dialog, dialogButton, dialogShows, link, shows } from '../support/e2e/page-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import {
  FACT,
  field,
  openForm,
  showsSuccess,
  SUBMIT,
  submitButton,
} from '../support/e2e/submit-steps.ts';
import { useSite } from '../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

const TWO_LINES = `“Who folded the table?”\n${FACT}`;

test('a visitor submits a fact, and sees it on the site when the administrator has approved it', async () => {
  const { page, alerts } = await site.visit();
  await openForm(page);
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toBe('Submit a Fact');
  await shows(page, 'Minimum 10 characters');
  const guidelines = page.getByRole('region', { name: 'Submission guidelines' });
  await expect.poll(() => guidelines.getByRole('heading', { level: 3 }).count()).toBe(5);
  await shows(page, '0/500 characters');
  await field(page).fill('Too short');
  await shows(page, '9/500 characters');
  await expect.poll(() => submitButton(page).isDisabled()).toBe(true);
  await field(page).press('Control+Enter');
  await expect
    .poll(() => alerts)
    .toEqual(['Please enter a joke that is at least 10 characters long.']);

  await field(page).fill(`  ${TWO_LINES}\n`);
  const request = page.waitForRequest(SUBMIT);
  await submitButton(page).click();
  expect((await request).postDataJSON()).toEqual({ joke_text: TWO_LINES });
  await showsSuccess(page);
  await shows(
    page,
    'Your Chuck Norris fact has been submitted and is awaiting approval. Thanks for contributing to the collection!',
  );
  const own = fact(page, 4);
  await expect.poll(() => own.innerText()).toContain(TWO_LINES);
  await own.getByText('Pending').waitFor();

  const administrator = await site.open('/admin?status=pending');
  await expect.poll(() => row(administrator.page, 4).innerText()).toContain(TWO_LINES);
  await showsBadge(administrator.page, 4, 'Pending');
  await action(administrator.page, 'Approve', 4).click();
  await showsBadge(administrator.page, 4, 'Approved');

  await page.getByRole('button', { name: 'Submit Another Fact' }).click();
  await expect.poll(() => field(page).inputValue()).toBe('');
  await page.reload();
  const submissions = page.getByRole('region', { name: 'Your submissions' });
  await submissions.getByText('On the site, where Chuck Norris can see it.').waitFor();
  await expect.poll(() => submissions.getByRole('link').getAttribute('href')).toBe('/fact/4');
  await page.goto('/');
  await expect.poll(() => fact(page, 4).innerText()).toContain(TWO_LINES);
});

test('a visitor reports a fact, and the administrator takes it down', async () => {
  const { page, expectConsoleError } = await site.visit();
  await page.goto('/fact/2');
  await page.getByRole('button', { name: 'More about fact no. 2', exact: true }).click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog(page, 'Report fact no. 2').waitFor();
  await page.getByRole('radio', { name: 'It is offensive' }).check();
  await dialogButton(page, 'Send').click();
  await dialogShows(page, 'Thanks. We’ll take a look.');

  const administrator = await site.open('/admin');
  await link(administrator.page, '1 reported').click();
  await row(administrator.page, 2).getByText('1 report', { exact: true }).waitFor();
  await action(administrator.page, 'Take down', 2).click();
  await dialog(administrator.page, 'Why take down fact no. 2?').waitFor();
  await dialogButton(administrator.page, 'Offensive (reported)').click();
  await showsBadge(administrator.page, 2, 'Rejected');
  await link(administrator.page, '0 reported').waitFor();

  expectConsoleError(/status of 404/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'There is no fact no. 2' }).waitFor();
});
