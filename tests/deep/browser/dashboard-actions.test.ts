import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changePage, editedJoke } from '../../../functions/src/contract/index.ts';
import {
  action,
  moderatedJokes,
  row,
  shownIds,
  showsBadge,
} from '../../support/e2e/dashboard-site.ts';
import { focused, fontsLoaded } from '../../support/e2e/page-state.ts';
import { announces, button } from '../../support/e2e/page-steps.ts';
import { callApi, countPending, sent } from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

// 42 pending jokes fill three pages, with two jokes on the last page.
const site = useDashboardSite(moderatedJokes(84));

const CHANGES = '**/api/v1/admin/changes';

const showsError = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

test('a failed action shows its error until an action succeeds', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 409/);
  for (const [name, detail, text] of [
    ['Approve', 'Not that one.', 'Not that one.'],
    ['Reject', 'Not that one.', 'Not that one.'],
    ['Approve', '', 'Failed to approve joke'],
    ['Reject', '', 'Failed to reject joke'],
    ['Delete', '', 'An unknown error occurred'],
  ] as const) {
    await page.route(CHANGES, (route) => route.fulfill({ status: 409, json: { detail } }));
    await action(page, name, 77).click();
    await showsError(page, `Error: ${text}`);
    await showsBadge(page, 77, 'Approved');
    await page.unroute(CHANGES);
    await action(page, 'Approve', 75).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await announces(page, /fact no\. 75/i);
  }

  await page.route(CHANGES, (route) =>
    route.fulfill({ status: 409, json: { detail: 'Not that one.' } }),
  );
  await action(page, 'Approve', 65).click();
  await showsError(page, 'Error: Not that one.');
  const alert = await page.getByRole('alert').boundingBox();
  if (alert === null) throw new Error('Not drawn');
  expect(alert.y + alert.height).toBeLessThan(720);
});

/** Waits until facts are listed. */
const listed = (page: Page) => page.locator('[data-joke-id]').first().waitFor();

/** What the log says, the latest change first: the action, the joke and the reason. */
async function log(page: Page, limit: number): Promise<string[]> {
  const token = await page.evaluate<string>("localStorage.getItem('adminToken')");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.get(`/api/v1/admin/changes?limit=${limit}`, { headers });
  const { changes } = changePage.parse(await answer.json());
  return changes.flatMap(({ action, reason, items }) =>
    items.map(({ joke_id }) => [action, joke_id, reason].join(' ').trim()),
  );
}

/** Collects the requests for lists from now on. */
function listRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/jokes') requests.push(request.url());
  });
  return requests;
}

test('clicks on the original positions, before and after the answers, decide about the intended facts, whose rows stay', async () => {
  const viewport = { width: 1280, height: 1600 };
  await using visitor = await site.open('/admin?status=pending', { viewport });
  const { page } = visitor;
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
  const lists = listRequests(page);
  const released = Promise.withResolvers<void>();
  await page.route(CHANGES, async (route) => {
    await released.promise;
    await route.continue();
  });
  for (const { x, y } of spots.slice(0, 4)) await page.mouse.click(x, y);
  released.resolve();
  for (const [index, { name, id, x, y }] of spots.entries()) {
    if (index >= 4) await page.mouse.click(x, y);
    await showsBadge(page, id, name === 'Approve' ? 'Approved' : 'Rejected');
  }
  expect((await shownIds(page)).slice(0, 8)).toEqual(ids);
  for (const { name, id, x, y } of spots) {
    const box = await action(page, name, id).boundingBox();
    expect(box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }, name).toEqual({ x, y });
  }
  await sent(page);
  const meant = spots.map(({ name, id }) => `${name.toLowerCase()} ${id}`);
  expect((await log(page, 8)).toSorted()).toEqual(meant.toSorted());
  expect(lists).toEqual([]);
  await page.getByRole('link', { name: `${pending - 8} facts wait` }).waitFor();
  await page.getByRole('link', { name: `Dashboard ${pending - 8} pending` }).waitFor();
});

test('each key decides about the next fact, a held key about one, and the decided rows leave with the next page', async () => {
  await using visitor = await site.open('/admin?status=pending&sort=date_asc');
  const { page } = visitor;
  await listed(page);
  const [first = 0, second = 0, third = 0] = await shownIds(page);
  // Skip to the content, then to the facts.
  for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await focused(page, row(page, first)).waitFor();
  await page.keyboard.down('a');
  await announces(page, `Approved fact no. ${first}.`);
  await focused(page, row(page, second)).waitFor();
  // The key repeats.
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.press('a');
  await announces(page, `Approved fact no. ${second}.`);
  await focused(page, row(page, third)).waitFor();
  await showsBadge(page, third, 'Pending');
  const last = (await shownIds(page)).at(-1) ?? 0;
  await action(page, 'Reject', last).press('Enter');
  await announces(page, `Rejected fact no. ${last}.`);
  await focused(page, action(page, 'Reject', last)).waitFor();
  await expect.poll(() => shownIds(page)).toHaveLength(20);

  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await row(page, third).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Previous', exact: true }).click();
  await row(page, third).waitFor();
  await row(page, first).waitFor({ state: 'detached' });
});

test('Undo is refused where the fact has changed since', async () => {
  await using visitor = await site.open('/admin?status=pending');
  const { page } = visitor;
  await listed(page);
  const [first = 0] = await shownIds(page);
  await action(page, 'Reject', first).click();
  await showsBadge(page, first, 'Rejected');
  await button(page, 'Undo').press('Enter');
  await showsBadge(page, first, 'Pending');

  await action(page, 'Reject', first).click();
  await showsBadge(page, first, 'Rejected');
  const other = await visitor.openTab();
  await other.goto(`/admin?search=%23${first}`);
  await action(other, 'Approve', first).click();
  await showsBadge(other, first, 'Approved');
  visitor.expectConsoleError(/status of 409/);
  await button(page, 'Undo').click();
  await showsError(page, /^Error: Nothing is left to undo: it was changed by you .*\.$/);
  await showsBadge(page, first, 'Approved');
  await action(page, 'Approve', first).click();
  await announces(page, `Fact no. ${first} is already approved.`);
});

test('an administrator decides about the selected facts at once', async () => {
  await using visitor = await site.open('/admin?status=pending&sort=date_asc');
  const { page } = visitor;
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.waitFor();
  const ids = await shownIds(page);
  await all.check();
  await page.getByRole('button', { name: 'Reject 20…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  await announces(page, 'Rejected 20 facts.');
  await row(page, ids[0] ?? 0)
    .getByText('Duplicate', { exact: true })
    .waitFor();
  await focused(page, all).waitFor();
  for (const id of ids) await showsBadge(page, id, 'Rejected');
  await expect
    .poll(() => log(page, 1))
    .toEqual(ids.slice(0, 10).map((id) => `reject ${id} duplicate`));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await announces(page, 'Undone for 20 facts.');
  for (const id of ids) await showsBadge(page, id, 'Pending');
  expect(requests.filter((path) => path.endsWith('/undo'))).toHaveLength(1);

  const [first = 0, second = 0, third = 0] = ids;
  const other = await visitor.openTab();
  await other.goto(`/admin?search=%23${second}`);
  await action(other, 'Reject', second).click();
  await showsBadge(other, second, 'Rejected');
  for (const id of [first, second, third]) {
    await page.getByRole('checkbox', { name: `Select fact no. ${id}`, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await showsError(
    page,
    new RegExp(`^Approved 2 facts\\. No\\. ${second}: Already rejected by you .*\\.$`),
  );
  await showsBadge(page, second, 'Rejected');
  await showsBadge(page, third, 'Approved');

  // Of what was approved, the other tab rejects one.
  await other.goto(`/admin?search=%23${first}`);
  await action(other, 'Reject', first).click();
  await showsBadge(other, first, 'Rejected');
  await button(page, 'Undo').click();
  const refused = `Undone. Fact no. ${third} is pending. No. ${first}: Nothing is left to undo: `;
  await page.getByRole('alert').getByText(refused).waitFor();
  await showsBadge(page, first, 'Rejected');
  await showsBadge(page, third, 'Pending');
});

test(
  'a decision about a fact that another moderator has edited meanwhile changes nothing and shows the new text, about which the next one decides',
  { tags: 'S24' },
  async () => {
    await using visitor = await site.open('/admin?status=rejected&sort=date_asc');
    const { page } = visitor;
    await listed(page);
    const [first = 0, second = 0] = await shownIds(page);
    const edit = async (id: number, text: string) => {
      await callApi(page, 'PUT', `/admin/edit/${id}`, editedJoke, { joke_text: text });
    };
    const changed = /Changed by you .*\. Read it again\.$/;
    await edit(first, 'Another moderator wrote this.');
    await action(page, 'Approve', first).click();
    await showsError(page, changed);
    await row(page, first).getByText('Another moderator wrote this.', { exact: true }).waitFor();
    // It is said once.
    await expect.poll(() => page.getByText(changed).count()).toBe(1);
    await showsBadge(page, first, 'Rejected');
    expect((await log(page, 1))[0]).toBe(`edit ${first}`);
    await action(page, 'Approve', first).click();
    await showsBadge(page, first, 'Approved');
    await page.getByText(changed).waitFor({ state: 'detached' });

    await edit(second, 'Another moderator has repaired this.');
    await action(page, 'Delete', second).click();
    await row(page, second).getByText('Another moderator has repaired this.').waitFor();
    await showsBadge(page, second, 'Rejected');
    await action(page, 'Delete', second).click();
    await showsBadge(page, second, 'Deleted');
  },
);

test('a joke is not deleted without confirmation, and one that was deleted elsewhere stays in its place as Deleted', async () => {
  await using visitor = await site.open('/admin?sort=date_asc');
  const { page } = visitor;
  await page.evaluate('window.confirm = () => false');
  await action(page, 'Delete', 9).click();
  await action(page, 'Reject', 9).click();
  await announces(page, 'Rejected fact no. 9.');
  expect(await log(page, 2)).not.toContain('delete 9');

  const token = await page.evaluate<string>("localStorage.getItem('adminToken')");
  const headers = { authorization: `Bearer ${token}` };
  const deleted = await page.request.delete('/api/v1/admin/delete/11', { headers });
  expect(deleted.status()).toBe(200);
  await action(page, 'Approve', 11).click();
  await page
    .getByRole('alert')
    .getByText(/^Error: Already deleted by you /)
    .waitFor();
  await showsBadge(page, 11, 'Deleted');
});
