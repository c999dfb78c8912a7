import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { moderationReceipt } from '../../../functions/src/contract/index.ts';
import { more, row, shownIds, showsBadge } from '../../support/e2e/dashboard-site.ts';
import { dialog, dialogButton } from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, button } from '../../support/e2e/page-steps.ts';
import { pendingFacts } from '../../support/e2e/queue-site.ts';
import {
  callApi,
  current,
  currentId,
  passed,
  readLog,
  sent,
} from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const site = useDashboardSite(pendingFacts());

/** How many facts have their text and buttons above the bar at the bottom, and below what stays at the top. */
const WHOLE_ROWS = `(() => {
  const bottom = document.querySelector('.bulk-bar_bar').getBoundingClientRect().top;
  const top = document.querySelector('[role=search]').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('[data-joke-id]')].filter((row) => {
    const boxes = [row, ...row.querySelectorAll('.joke-text, button')].map((each) =>
      each.getBoundingClientRect(),
    );
    return boxes.every((box) => box.top >= top && box.bottom <= bottom);
  }).length;
})()`;

const PENDING = '/admin?status=pending&sort=date_asc';

test('the dashboard shows at least 4 facts on a phone and 8 on a laptop at once', async () => {
  await using visitor = await site.open(PENDING, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await row(page, 9).waitFor();
  await expect.poll(() => page.evaluate(WHOLE_ROWS)).toBeGreaterThanOrEqual(4);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('table').waitFor();
  await expect.poll(() => page.evaluate(WHOLE_ROWS)).toBeGreaterThanOrEqual(8);
});

const focusedRow = (page: Page, id: number) => focused(page, row(page, id)).waitFor();

test('keys move between the rows, select, approve, reject, edit and undo, unless a field or dialog has the focus or shortcuts are off', async () => {
  await using visitor = await site.open(PENDING);
  const { page } = visitor;
  await row(page, 9).waitFor();
  const before = (await readLog(page)).length;
  const [first = 0, second = 0, third = 0, fourth = 0] = await shownIds(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // Nothing has the focus yet.
  await press('a', 'x', 'r', 'e');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await press('j');
  await focusedRow(page, first);
  await press('j', 'j', 'k');
  await focusedRow(page, second);
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.activeElement).outlineStyle'))
    .toBe('solid');
  await press('x');
  await button(page, 'Approve 1').waitFor();
  await press('x');
  await button(page, 'Approve 1').waitFor({ state: 'detached' });
  // A decision is about the selection, if there is one, wherever the focus is.
  await press('x', 'j', 'x', 'k', 'k');
  await focusedRow(page, first);
  await press('a');
  await announces(page, 'Approved 2 facts.');
  await showsBadge(page, third, 'Approved');
  await showsBadge(page, first, 'Pending');
  await press('z');
  await announces(page, 'Undone for 2 facts.');
  await sent(page);
  const decided = (await readLog(page)).slice(before);
  expect(decided.map(({ joke_id }) => joke_id)).toEqual([second, third, second, third]);
  await row(page, second).focus();
  await press('a');
  await announces(page, `Approved fact no. ${second}.`);
  await focusedRow(page, third);
  await press('r');
  await dialog(page, `Why reject fact no. ${third}?`).waitFor();
  await press('a', '4');
  await announces(page, `Rejected fact no. ${third}.`);
  await row(page, third).getByText('Not funny').waitFor();
  await focusedRow(page, fourth);
  await press('e');
  await dialog(page, 'Edit Joke').waitFor();
  await page.keyboard.type('x');
  await dialogButton(page, 'Cancel').click();
  await press('z');
  await announces(page, `Undone. Fact no. ${third} is pending.`);
  await press('z');
  await announces(page, `Undone. Fact no. ${second} is pending.`);
  await showsBadge(page, second, 'Pending');
  await sent(page);
  expect(
    (await readLog(page)).slice(before + 4).map(({ action: what, joke_id }) => [what, joke_id]),
  ).toEqual([
    ['approve', second],
    ['reject', third],
    ['undo', third],
    ['undo', second],
  ]);

  await page.getByLabel('Search jokes').focus();
  await press('a', 'j');
  await expect.poll(() => page.getByLabel('Search jokes').inputValue()).toBe('aj');
  await row(page, first).focus();
  await press('Control+a', 'Shift+?');
  await dialog(page, 'Keyboard shortcuts').waitFor();
  await page.getByLabel('Keyboard shortcuts on this device').uncheck();
  await press('Escape', 'j', 'a', '?');
  await focusedRow(page, first);
  await showsBadge(page, first, 'Pending');
  await button(page, 'Keyboard shortcuts').click();
  await page.getByLabel('Keyboard shortcuts on this device').check();
});

/** Takes a published fact down, whose five duplicates are pending. Returns their numbers. */
async function orphanedTwins(page: Page, original: number): Promise<number[]> {
  await callApi(page, 'POST', `/admin/reject/${original}`, moderationReceipt);
  const facts = pendingFacts();
  const words = facts[original - 1]?.joke_text
    .replace(/[.!?]$/, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  return facts
    .filter(
      ({ joke_text, status }) =>
        status === 'pending' &&
        joke_text
          .replaceAll(/\s+/g, ' ')
          .toLowerCase()
          .includes(words ?? '-'),
    )
    .map(({ joke_id }) => joke_id);
}

/** The fact that the log's last change has approved, and those that it has rejected as its duplicates. */
async function lastKept(page: Page): Promise<{ kept: number[]; rejected: number[] }> {
  const log = await readLog(page);
  const last = log.filter(
    ({ change_id, action: what }) => change_id === log.at(-1)?.change_id && what === 'keep-one',
  );
  const approved = last.filter(({ after }) => after.status === 'approved');
  const kept = approved.map(({ joke_id }) => joke_id);
  const rejected = last.filter(({ after }) => after.duplicate_of === kept[0]);
  return { kept, rejected: rejected.map(({ joke_id }) => joke_id).sort((a, b) => a - b) };
}

test('of pending twins without a published original, a moderator approves one and rejects the others as its duplicates in one change, in the dashboard', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  const [kept = 0, ...rejected] = await orphanedTwins(page, 1);
  expect(rejected.length).toBe(4);
  await page.goto(`/admin?search=%23${kept}`);
  await more(page, kept, 'Similar facts…');
  await dialogButton(page, 'Approve this one, reject 4 duplicates').click();
  await announces(page, 'Kept one of 5 facts.');
  await showsBadge(page, kept, 'Approved');
  await expect.poll(() => lastKept(page)).toEqual({ kept: [kept], rejected });
  await button(page, 'Undo').click();
  await announces(page, 'Undone for 5 facts.');
  await showsBadge(page, kept, 'Pending');
});

test('and in the queue, this one or the most similar one', async () => {
  await using visitor = await site.open('/admin/queue');
  const { page } = visitor;
  await current(page).waitFor();
  const [kept = 0, ...rejected] = await orphanedTwins(page, 2);
  await page.reload();
  while ((await currentId(page)) !== kept) {
    const id = await currentId(page);
    await page.keyboard.press('s');
    await passed(page, id);
  }
  await page.getByText(/^Nothing like this is published\. Pending too: no\. /).waitFor();
  await page.keyboard.press('k');
  await announces(page, `Kept one of ${1 + rejected.length} facts.`);
  await sent(page);
  await expect.poll(() => lastKept(page)).toEqual({ kept: [kept], rejected });
  await page.keyboard.press('z');
  await current(page, kept).waitFor();
  await sent(page);
  const other = page.getByRole('button', { name: /^Keep no\. \d+$/ });
  const best = Number((await other.innerText()).replaceAll(/\D/g, ''));
  await other.click();
  await sent(page);
  const others = [kept, ...rejected].filter((id) => id !== best);
  await expect.poll(() => lastKept(page)).toEqual({ kept: [best], rejected: others });
});
