import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  changeReceipt,
  deletionReceipt,
  editedJoke,
  generatedImage,
  moderationReceipt,
} from '../../../functions/src/contract/index.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { moderatedJokes, openDashboardSite } from '../../support/e2e/dashboard-site.ts';
import { doubleText, focused } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { callApi, readLog } from '../../support/e2e/queue-steps.ts';

/** Even facts are pending, fact 5 is rejected. Each test has its own log. */
const openSite = () => openDashboardSite(moderatedJokes(60));

/** The changes that the log shows. */
const entriesOf = (page: Page) => page.locator('.log_entries > .log_entry');

test('an empty log says so, and a failure can be tried again', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin/log');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await shows(page, 'Nobody has decided anything yet.');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.route('**/api/v1/admin/changes?*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No log today.' } }),
  );
  await page.getByLabel('Day').fill('2026-01-31');
  await shows(page, 'Error: No log today.');
  await page.unroute('**/api/v1/admin/changes?*');
  await button(page, 'Try again').click();
  await shows(page, 'No entries match the filter.');
});

test('the log shows who did what with the changed words, filters it, and undoes what can be undone', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin');
  const { page } = visitor;
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
  await callApi(page, 'PUT', '/admin/edit/4', editedJoke, edited);
  await callApi(page, 'POST', '/admin/approve/6', moderationReceipt);
  await callApi(page, 'POST', '/images/generate/6', generatedImage);
  await callApi(page, 'DELETE', '/admin/delete/8', deletionReceipt);

  await link(page, 'Log').click();
  const entries = entriesOf(page);
  const entry = (title: string) =>
    entries.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await entry('Deleted fact no. 8').getByText('Test fact number 8 of many.').waitFor();
  await entry('Approved fact no. 6').getByText('owner').waitFor();
  await entry('Rejected fact no. 2').getByText('Reason: Off topic').waitFor();
  const edit = entry('Edited fact no. 4');
  await expect
    .poll(() => edit.locator('del').allInnerTexts())
    .toEqual([expect.stringContaining('many')]);
  await expect
    .poll(() => edit.locator('ins').allInnerTexts())
    .toEqual([expect.stringContaining('only a few')]);
  // One request is one entry, with its first ten facts.
  await expect.poll(() => entries.count()).toBe(6);
  const approved = entry('Approved 21 facts: no. 20, 22, 24 …');
  await approved.getByText('Show the first 10 of 21 facts').click();
  await expect.poll(() => approved.getByRole('listitem').count()).toBe(10);
  await approved.getByText('Test fact number 24 of many.').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);

  // Undoing it leaves what has changed since, and says so.
  await callApi(page, 'POST', '/admin/reject/22', moderationReceipt);
  await page.reload();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname);
  });
  await button(page, 'Undo: Approved 21 facts: no. 20, 22, 24 …').click();
  await approved
    .getByRole('alert')
    .getByText(/^Undone for 20 facts\. No\. 22: Nothing is left to undo: it was changed by you /)
    .waitFor();
  expect(requests).toHaveLength(1);
  await focused(page, approved.getByRole('heading').first()).waitFor();
  await entry('Undid a change of 20 facts: no. 20, 24, 26 …').waitFor();

  await button(page, 'Undo: Edited fact no. 4').click();
  await announces(page, 'Undone: restored the text of fact no. 4.');
  await focused(page, edit.getByRole('heading')).waitFor();
  await expect
    .poll(() => entries.first().getByRole('heading').innerText())
    .toBe('Undid a change of fact no. 4');
  await expect.poll(() => button(page, 'Undo: Edited fact no. 4').count()).toBe(0);

  const factField = page.getByRole('searchbox', { name: 'Fact no.' });
  await edit.getByRole('link', { name: 'History of fact no. 4' }).click();
  await expect.poll(() => entries.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?fact=4');
  await expect.poll(() => factField.inputValue()).toBe('4');
  await factField.fill('#2');
  await page.keyboard.press('Enter');
  await expect.poll(() => entries.count()).toBe(1);
  await page.getByLabel('Day').fill('2026-01-31');
  await shows(page, 'No entries match the filter.');
  await page.getByLabel('Day').fill('');
  await entry('Rejected fact no. 2').waitFor();
  // A moderator's changes are those of all facts.
  await page.getByLabel('Moderator').selectOption('owner');
  await entry('Approved fact no. 6').waitFor();
  expect(new URL(page.url()).search).toBe('?by=owner');
  await expect.poll(() => factField.inputValue()).toBe('');

  // Somebody else has changed it meanwhile.
  visitor.expectConsoleError(/status of 409/);
  await callApi(page, 'POST', '/admin/approve/2', moderationReceipt);
  await button(page, 'Undo: Rejected fact no. 2').click();
  await entry('Rejected fact no. 2')
    .getByRole('alert')
    .getByText(/^Error: Nothing is left to undo: it was changed by you /)
    .waitFor();
  await entry('Approved fact no. 2').waitFor();
  await doubleText(page);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('older changes follow page by page', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  for (let count = 0; count < 11; count += 1) {
    await callApi(page, 'POST', '/admin/reject/2', moderationReceipt);
    await callApi(page, 'POST', '/admin/approve/2', moderationReceipt);
  }
  await link(page, 'Log').click();
  const entries = entriesOf(page);
  await expect.poll(() => entries.count()).toBe(20);
  await button(page, 'Older entries').click();
  await announces(page, '2 older entries.');
  await focused(page, entries.nth(20).getByRole('heading')).waitFor();
  await expect.poll(() => button(page, 'Older entries').count()).toBe(0);
  await expect.poll(() => entries.count()).toBe(22);
});

test('a deleted fact is deleted for good', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await callApi(page, 'DELETE', '/admin/delete/12', deletionReceipt);
  await link(page, 'Log').click();
  const entry = page.locator('.log_entry').filter({
    has: page.getByRole('heading', { name: 'Deleted fact no. 12', exact: true }),
  });
  await entry.getByText('Test fact number 12 of many.').waitFor();
  const erase = button(page, 'Delete for good: fact no. 12');
  await erase.click();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Cancel').click();
  await focused(page, erase).waitFor();
  await erase.click();
  await page.getByRole('dialog', { name: 'Delete fact no. 12 for good?' }).waitFor();
  await button(page, 'Delete for good').click();
  await announces(page, 'Deleted fact no. 12 for good.');
  await focused(page, entry.getByRole('heading').last()).waitFor();
  await entry.first().getByText('Reason: Contains personal information').waitFor();
  await expect.poll(() => entry.count()).toBe(2);
  await expect.poll(() => page.getByText('Test fact number 12').count()).toBe(0);
  await expect.poll(() => erase.count()).toBe(0);
  expect((await readLog(page)).at(-1)).toMatchObject({
    action: 'reject',
    joke_id: 12,
    reason: 'personal_data',
  });
});
