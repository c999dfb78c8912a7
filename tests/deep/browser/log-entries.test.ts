import { expect, test } from 'vitest';
import {
  deletionReceipt,
  editedJoke,
  generatedImage,
  moderationReceipt,
  moderationResults,
} from '../../../functions/src/contract/index.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { moderatedJokes, openDashboardSite } from '../../support/e2e/dashboard-site.ts';
import { doubleText, focused } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { callApi, readLog } from '../../support/e2e/queue-steps.ts';

/** Even facts are pending, fact 5 is rejected. Each test has its own log. */
const openSite = () => openDashboardSite(moderatedJokes(60));

test('an empty log says so, and a failure can be tried again', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin/log');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await shows(page, 'Nobody has decided anything yet.');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.route('**/api/v1/admin/audit?*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No log today.' } }),
  );
  await page.getByLabel('Action').selectOption('Rejected');
  await shows(page, 'Error: No log today.');
  await page.unroute('**/api/v1/admin/audit?*');
  await button(page, 'Try again').click();
  await shows(page, 'No entries match the filter.');
});

test('the log shows who did what with the changed words, filters it, and undoes what can be undone', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  const joke_ids = Array.from({ length: 21 }, (_, index) => 20 + 2 * index);
  const many = { action: 'approve', joke_ids };
  await callApi(page, 'POST', '/admin/moderate', moderationResults, many);
  const spam = { action: 'reject', joke_ids: [2], reason: 'off_topic' };
  await callApi(page, 'POST', '/admin/moderate', moderationResults, spam);
  const edited = { joke_text: 'Test fact number 4 of only a few.' };
  await callApi(page, 'PUT', '/admin/edit/4', editedJoke, edited);
  await callApi(page, 'POST', '/admin/approve/6', moderationReceipt);
  await callApi(page, 'POST', '/images/generate/6', generatedImage);
  await callApi(page, 'DELETE', '/admin/delete/8', deletionReceipt);

  await link(page, 'Log').click();
  const entries = page.locator('.log-content > .log-entries > .log-entry');
  const entry = (title: string) =>
    entries.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await entry('Deleted fact no. 8').getByText('Test fact number 8 of many.').waitFor();
  await entry('Approved fact no. 6').getByText('owner').waitFor();
  await entry('Rejected fact no. 2').getByText('Reason: Off topic').waitFor();
  const edit = entry('Edited fact no. 4');
  const factField = page.getByRole('searchbox', { name: 'Fact no.' });
  await expect
    .poll(() => edit.locator('del').allInnerTexts())
    .toEqual([expect.stringContaining('many')]);
  await expect
    .poll(() => edit.locator('ins').allInnerTexts())
    .toEqual([expect.stringContaining('only a few')]);
  // What was done in one request is one entry, whole on its page.
  await expect.poll(() => entries.count()).toBe(6);
  await button(page, 'Older entries').click();
  await button(page, 'Older entries').waitFor({ state: 'detached' });
  await expect.poll(() => entries.count()).toBe(6);
  const approved = entry('Approved 21 facts: no. 20, 22, 24 …');
  await approved.getByText('Show the 21 facts').click();
  await expect.poll(() => approved.locator('.log-entry').count()).toBe(21);
  await expect.poll(() => findFaults(page)).toEqual([]);
  await callApi(page, 'POST', '/admin/reject/22', moderationReceipt);
  await page.reload();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(new URL(request.url()).pathname);
  });
  await button(page, 'Undo 20: Approved 21 facts').click();
  await announces(page, 'Undid 20 of 20 decisions.');
  expect(requests).toEqual(['/api/v1/admin/undo']);
  await focused(page, approved.getByRole('heading').first()).waitFor();
  await entry('Undid a change of 20 facts: no. 20, 24, 26 …').waitFor();
  await approved.getByText('Show the 21 facts').click();
  await approved.getByRole('link', { name: 'See who undid it' }).first().click();
  await focused(
    page,
    page.getByRole('heading', { name: /^Undid a change of fact no\. \d+$/ }),
  ).waitFor();
  const before = await entries.count();
  await button(page, 'Undo: Edited fact no. 4').click();
  await announces(page, 'Undone: restored the text of fact no. 4.');
  await expect.poll(() => entries.count()).toBe(before + 1);
  await focused(page, edit.getByRole('heading')).waitFor();
  await expect
    .poll(() => entries.first().getByRole('heading').innerText())
    .toBe('Undid a change of fact no. 4');
  await expect.poll(() => button(page, 'Undo: Edited fact no. 4').count()).toBe(0);

  await edit.getByRole('link', { name: 'History of fact no. 4' }).click();
  await expect.poll(() => entries.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?fact=4');
  await expect.poll(() => factField.inputValue()).toBe('4');
  await page.getByLabel('Action').selectOption('Edited');
  await expect.poll(() => entries.count()).toBe(1);
  await link(page, 'See who undid it').click();
  await focused(
    page,
    page.getByRole('heading', { name: 'Undid a change of fact no. 4' }),
  ).waitFor();
  await factField.fill('#2');
  await page.keyboard.press('Enter');
  await page.getByLabel('Action').selectOption('All');
  await page.getByLabel('Reason').selectOption('Off topic');
  await page.getByLabel('Moderator').selectOption('owner');
  await page.getByLabel('Day').fill('2026-01-31');
  await shows(page, 'No entries match the filter.');
  await page.getByLabel('Day').fill('');
  await entry('Rejected fact no. 2').waitFor();
  await expect.poll(() => entries.count()).toBe(1);
  const reloaded = page.waitForResponse(
    (response) => response.url().includes('/admin/audit?') && !response.url().includes('reason='),
  );
  await page.getByLabel('Reason').selectOption('All');
  await reloaded;
  await button(page, 'Undo: Rejected fact no. 2').waitFor();

  // Somebody else has changed it meanwhile.
  visitor.expectConsoleError(/status of 409/);
  await callApi(page, 'POST', '/admin/approve/2', moderationReceipt);
  await button(page, 'Undo: Rejected fact no. 2').click();
  await entry('Rejected fact no. 2')
    .getByRole('alert')
    .getByText(/^Error: .*can[’']t be undone/)
    .waitFor();
  await entry('Approved fact no. 2').waitFor();
  await doubleText(page);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('a deleted fact is deleted for good', async () => {
  await using site = await openSite();
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await callApi(page, 'DELETE', '/admin/delete/12', deletionReceipt);
  await link(page, 'Log').click();
  const entry = page.locator('.log-entry').filter({
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
    action: 'delete',
    joke_id: 12,
    reason: 'personal_data',
  });
});
