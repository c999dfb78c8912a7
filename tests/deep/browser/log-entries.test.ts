import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeReceipt, endpoints } from '../../../functions/src/contract/index.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { moderatedJokes } from '../../support/e2e/dashboard-steps.ts';
import { doubleText, focused } from '../../support/e2e/page-state.ts';
import { announces, button, link, refuse, shows } from '../../support/e2e/page-steps.ts';
import { callApi } from '../../support/e2e/queue-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** Even facts are pending, fact 5 is rejected. */
const site = useSite(moderatedJokes(60));

const entriesOf = (page: Page) => page.locator('.log_entries > .log_entry');

test('an empty log says so, and a failure can be tried again', async () => {
  const { page, expectConsoleError } = await site.open('/admin/log');
  expectConsoleError(/status of 404/);
  await shows(page, 'Nobody has decided anything yet.');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await refuse(page, '**/api/v1/admin/changes?*', 404, 'No log today.', 1);
  const day = page.getByLabel('Day');
  await day.fill('2026-01-31');
  await shows(page, 'Error: No log today.');
  // The field keeps the focus while the day is typed.
  await focused(page, day).waitFor();
  await button(page, 'Try again').click();
  await shows(page, 'No entries match the filter.');
});

test('the log shows who did what with the changed words, filters it, and undoes what can be undone', async () => {
  const { page } = await site.open('/admin');
  const items = Array.from({ length: 21 }, (_, index) => ({
    joke_id: 20 + 2 * index,
    patch: { status: 'approved' },
  }));
  await callApi(page, 'POST', '/admin/changes', changeReceipt, { action: 'approve', items });
  await callApi(page, 'POST', '/admin/changes', changeReceipt, {
    action: 'reject',
    reason: 'off_topic',
    items: [{ joke_id: 2, patch: { status: 'rejected' } }],
  });
  const edited = { joke_text: 'Test fact number 4 of only a few.' };
  await callApi(page, 'PUT', '/admin/edit/4', endpoints.editJoke.output, edited);
  await callApi(page, 'DELETE', '/admin/delete/8', endpoints.deleteJoke.output);

  await link(page, 'Log').click();
  const entries = entriesOf(page);
  const entry = (title: string) =>
    entries.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await entry('Deleted fact no. 8').getByText('Test fact number 8 of many.').waitFor();
  await entry('Rejected fact no. 2').getByText('Reason: Off topic').waitFor();
  const edit = entry('Edited fact no. 4');
  await expect
    .poll(() => edit.locator('del').allInnerTexts())
    .toEqual([expect.stringContaining('many')]);
  await expect
    .poll(() => edit.locator('ins').allInnerTexts())
    .toEqual([expect.stringContaining('only a few')]);
  // One request is one entry, with its first ten facts.
  const approved = entry('Approved 21 facts: no. 20, 22, 24 …');
  await approved.getByText('Show the first 10 of 21 facts').click();
  await expect.poll(() => approved.getByRole('listitem').count()).toBe(10);
  await approved.getByText('Test fact number 24 of many.').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);

  await button(page, 'Undo: Edited fact no. 4').click();
  await announces(page, 'Undone: restored the text of fact no. 4.');
  await focused(page, edit.getByRole('heading')).waitFor();
  await expect.poll(() => button(page, 'Undo: Edited fact no. 4').count()).toBe(0);

  const factField = page.getByRole('searchbox', { name: 'Fact no.' });
  await edit.getByRole('link', { name: 'History of fact no. 4' }).click();
  await expect.poll(() => entries.count()).toBe(2);
  await expect.poll(() => factField.inputValue()).toBe('4');
  await factField.fill('#2');
  await page.keyboard.press('Enter');
  await expect.poll(() => entries.count()).toBe(1);
  // A moderator's changes are those of all facts.
  await page.getByLabel('Moderator').selectOption('owner');
  await entry('Edited fact no. 4').getByText('owner').waitFor();
  await doubleText(page);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('older changes follow page by page', async () => {
  const { page } = await site.open('/admin');
  for (let count = 0; count < 11; count += 1) {
    await callApi(page, 'POST', '/admin/reject/12', endpoints.rejectJoke.output);
    await callApi(page, 'POST', '/admin/approve/12', endpoints.approveJoke.output);
  }
  await page.goto('/admin/log?fact=12');
  const entries = entriesOf(page);
  await expect.poll(() => entries.count()).toBe(20);
  await button(page, 'Older entries').click();
  await announces(page, '2 older entries.');
  await expect.poll(() => button(page, 'Older entries').count()).toBe(0);
});
