import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joke } from '../../../functions/src/contract/index.ts';
import {
  action,
  moderatedJokes,
  reject,
  row,
  shownIds,
  showsBadge,
} from '../../support/e2e/dashboard-steps.ts';
import { focused, fontsLoaded } from '../../support/e2e/page-state.ts';
import {
  announces,
  answerQuestions,
  button,
  dialog,
  recordRequests,
  refuse,
  showsError,
} from '../../support/e2e/page-steps.ts';
import { callApi, countPending, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// 42 pending jokes fill three pages, with two jokes on the last page.
const site = useSite(moderatedJokes(84));

const CHANGES = '**/api/v1/admin/changes';

test('a failed action shows its error until an action succeeds', async () => {
  const { page, expectConsoleError } = await site.open('/admin');
  expectConsoleError(/status of 409/);
  for (const [name, detail, text] of [
    ['Approve', 'Not that one.', 'Not that one.'],
    ['Approve', '', 'Failed to approve joke'],
    ['Reject', '', 'Failed to reject joke'],
    ['Delete', '', 'An unknown error occurred'],
  ] as const) {
    await refuse(page, CHANGES, 409, detail);
    await action(page, name, 77).click();
    if (name === 'Reject') await page.keyboard.press('Enter');
    await showsError(page, `Error: ${text}`);
    await showsBadge(page, 77, 'Approved');
    await page.unroute(CHANGES);
    await action(page, 'Approve', 75).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await announces(page, /fact no\. 75/i);
  }
});

const listed = (page: Page) => page.locator('[data-joke-id]').first().waitFor();

/** The last changes in the log, each with its joke and reason. */
const lastLogged = async (page: Page, count: number) =>
  (await readLog(page))
    .slice(-count)
    .map(({ action, joke_id, reason }) => [action, joke_id, reason].join(' ').trim());

test('clicks on the original positions, before and after the answers, decide about the intended facts, whose rows stay', async () => {
  const viewport = { width: 1280, height: 1600 };
  const { page } = await site.open('/admin?status=pending', { viewport });
  await listed(page);
  await fontsLoaded(page);
  const pending = await countPending(page);
  const ids = (await shownIds(page)).slice(0, 8);
  const spots = await Promise.all(
    ids.map(async (id, index) => {
      const name = index % 2 === 0 ? 'Approve' : 'Reject';
      const box = await action(page, name, id).boundingBox();
      if (box === null) throw new Error('Not drawn');
      return { name, id, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
  );
  const lists = recordRequests(page, /^\/api\/v1\/jokes$/);
  const released = Promise.withResolvers<void>();
  await page.route(CHANGES, async (route) => {
    await released.promise;
    await route.continue();
  });
  const click = async ({ name, x, y }: (typeof spots)[number]) => {
    await page.mouse.click(x, y);
    if (name === 'Reject') await page.keyboard.press('Enter');
  };
  for (const spot of spots.slice(0, 4)) await click(spot);
  released.resolve();
  for (const [index, spot] of spots.entries()) {
    const { name, id } = spot;
    if (index >= 4) await click(spot);
    await showsBadge(page, id, name === 'Approve' ? 'Approved' : 'Rejected');
  }
  expect((await shownIds(page)).slice(0, 8)).toEqual(ids);
  await sent(page);
  const meant = spots.map(({ name, id }) => `${name.toLowerCase()} ${id}`);
  expect((await lastLogged(page, 8)).toSorted()).toEqual(meant.toSorted());
  expect(lists).toEqual([]);
  await page.getByRole('link', { name: `Dashboard ${pending - 8} pending` }).waitFor();
});

const focusedRow = (page: Page, id: number) => focused(page, row(page, id)).waitFor();

test('keys move between the rows, select, approve, reject, edit and undo, unless a field or dialog has the focus', async () => {
  const { page } = await site.open('/admin?status=pending&sort=date_asc');
  await listed(page);
  const [first = 0, second = 0, third = 0, fourth = 0] = await shownIds(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // Nothing has the focus yet.
  await press('a', 'x', 'r', 'e');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await press('j', 'j', 'j', 'k');
  await focusedRow(page, second);
  // A decision is about the selection, if there is one, wherever the focus is.
  await press('x', 'j', 'x', 'k', 'k');
  await focusedRow(page, first);
  await press('a');
  await announces(page, 'Approved 2 facts.');
  await showsBadge(page, first, 'Pending');
  await press('z');
  await announces(page, 'Undone for 2 facts.');
  await sent(page);
  await row(page, second).focus();
  await press('a');
  await announces(page, `Approved fact no. ${second}.`);
  await focusedRow(page, third);
  await press('r');
  await dialog(page, `Why reject fact no. ${third}?`).waitFor();
  await press('a', '4');
  await announces(page, `Rejected fact no. ${third}.`);
  await focusedRow(page, fourth);
  await press('e', 'a', 'Escape', 'z', 'z');
  await announces(page, `Undone. Fact no. ${second} is pending.`);

  await page.getByLabel('Search jokes').focus();
  await press('a', 'j');
  await expect.poll(() => page.getByLabel('Search jokes').inputValue()).toBe('aj');
  await row(page, first).focus();
  await press('Control+a', 'Shift+?');
  await dialog(page, 'Keyboard shortcuts').waitFor();
  await press('a', 'Escape');
  await showsBadge(page, first, 'Pending');
});

test('an administrator decides about the selected facts by one request, and undoes that by another', async () => {
  const { page } = await site.open('/admin?status=pending&sort=date_asc');
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.waitFor();
  const ids = await shownIds(page);
  const requests = recordRequests(page, /^\/api\/v1\/admin\/changes/);
  await all.check();
  await page.getByRole('button', { name: 'Reject 20…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  await announces(page, 'Rejected 20 facts.');
  await row(page, ids[0] ?? 0)
    .getByText('Duplicate', { exact: true })
    .waitFor();
  await focused(page, all).waitFor();
  for (const id of ids) await showsBadge(page, id, 'Rejected');
  await button(page, 'Undo').click();
  await announces(page, 'Undone for 20 facts.');
  for (const id of ids) await showsBadge(page, id, 'Pending');
  expect(requests).toHaveLength(2);
});

test(
  'a decision about a fact that another moderator has edited meanwhile changes nothing and shows the new text, about which the next one decides',
  { tags: 'S24' },
  async () => {
    const { page } = await site.open('/admin?status=rejected&sort=date_asc');
    await listed(page);
    const [first = 0] = await shownIds(page);
    const changed = /Changed by you .*\. Read it again\.$/;
    const joke_text = 'Another moderator wrote this.';
    await callApi(page, 'PUT', `/admin/edit/${first}`, joke, { joke_text });
    await action(page, 'Approve', first).click();
    await showsError(page, changed);
    await row(page, first).getByText('Another moderator wrote this.', { exact: true }).waitFor();
    await showsBadge(page, first, 'Rejected');
    expect(await lastLogged(page, 1)).toEqual([`edit ${first}`]);
    await action(page, 'Approve', first).click();
    await showsBadge(page, first, 'Approved');
    await page.getByText(changed).waitFor({ state: 'detached' });
  },
);

test('a joke is not deleted without confirmation', async () => {
  const { page } = await site.open('/admin?sort=date_asc');
  await answerQuestions(page, false);
  await action(page, 'Delete', 9).click();
  await reject(page, 9);
  await announces(page, 'Rejected fact no. 9.');
  expect(await lastLogged(page, 2)).not.toContain('delete 9');
});
