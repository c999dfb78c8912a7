import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { action, moderatedJokes, showsPage, row, shownIds } from './dashboard-site.ts';
import { signIn } from './administrator.ts';
import { star } from './fact-steps.ts';
import { focused } from './page-state.ts';
import { announces } from './page-steps.ts';
import { field, submitButton, showsSuccess } from './submit-steps.ts';
import { useDashboardSite } from './use-site.ts';

// 42 pending jokes fill three pages, with two jokes on the last page.
const site = useDashboardSite(moderatedJokes(84));

const showsBadge = (page: Page, id: number, word: string) =>
  row(page, id).locator('.badge').getByText(word, { exact: true }).waitFor();
const showsError = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

test('an administrator approves and rejects jokes of any status, with the buttons of a joke disabled during its request', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await showsBadge(page, 83, 'Approved');
  await action(page, 'Reject', 83).click();
  await showsBadge(page, 83, 'Rejected');
  await announces(page, 'Fact no. 83 rejected.');
  await action(page, 'Approve', 83).click();
  await showsBadge(page, 83, 'Approved');
  await focused(page, action(page, 'Approve', 83)).waitFor();

  const held = Promise.withResolvers<Route>();
  let approvals = 0;
  await page.route('**/api/v1/admin/approve/81', (route) => {
    approvals += 1;
    held.resolve(route);
  });
  await action(page, 'Approve', 81).click();
  const route = await held.promise;
  for (const button of await row(page, 81).getByRole('button').all()) {
    expect(await button.isDisabled()).toBe(true);
  }
  expect(await row(page, 81).locator('.ring').count()).toBe(1);
  expect(await action(page, 'Approve', 79).isDisabled()).toBe(false);
  await action(page, 'Approve', 81).press('Enter');
  await route.continue();
  await announces(page, 'Fact no. 81 approved.');
  await expect.poll(() => action(page, 'Approve', 81).isDisabled()).toBe(false);
  expect(approvals).toBe(1);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('table').waitFor({ state: 'detached' });
  expect(await row(page, 79).getByRole('button').count()).toBe(5);
  await action(page, 'Reject', 79).click();
  await showsBadge(page, 79, 'Rejected');
});

test('a failed action shows its error below the filters until an action succeeds', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 409/);
  for (const [name, path, detail, text] of [
    ['Approve', 'approve', 'Not that one.', 'Not that one.'],
    ['Reject', 'reject', 'Not that one.', 'Not that one.'],
    ['Approve', 'approve', '', 'Failed to approve joke'],
    ['Reject', 'reject', '', 'Failed to reject joke'],
    ['Delete', 'delete', '', 'An unknown error occurred'],
  ] as const) {
    const call = `**/api/v1/admin/${path}/77`;
    await page.route(call, (route) => route.fulfill({ status: 409, json: { detail } }));
    await action(page, name, 77).click();
    await showsError(page, `Error: ${text}`);
    await showsBadge(page, 77, 'Approved');
    await page.unroute(call);
    await action(page, 'Approve', 75).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await announces(page, 'Fact no. 75 approved.');
  }

  await page.route('**/api/v1/admin/approve/65', (route) =>
    route.fulfill({ status: 409, json: { detail: 'Not that one.' } }),
  );
  await action(page, 'Approve', 65).click();
  const alert = await page.getByRole('alert').boundingBox();
  const filters = await page.getByRole('search').boundingBox();
  if (alert === null || filters === null) throw new Error('Not drawn');
  expect(alert.y).toBeGreaterThanOrEqual(filters.y + filters.height);
  expect(alert.y + alert.height).toBeLessThan(720);
});

test('focus moves to the next row when a joke leaves the list, and an emptied last page gives way to the previous page', async () => {
  await using visitor = await site.open('/admin?status=pending');
  const { page } = visitor;
  await showsPage(page, 'Page 1 of 3');
  await action(page, 'Approve', 82).focus();
  await page.keyboard.press('Enter');
  await row(page, 82).waitFor({ state: 'detached' });
  await focused(page, action(page, 'Preview image', 80)).waitFor();
  await announces(page, 'Fact no. 82 approved.');

  await page.goto('/admin?status=pending&sort=date_asc&page=3');
  await showsPage(page, 'Page 3 of 3');
  for (let left = (await shownIds(page)).length; left > 0; left -= 1) {
    const [id] = await shownIds(page);
    if (id === undefined) throw new Error('No row');
    await action(page, 'Reject', id).press('Enter');
    await row(page, id).waitFor({ state: 'detached' });
  }
  await showsPage(page, 'Page 2 of 2');
  expect(await shownIds(page)).toHaveLength(20);
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await focused(page, page.getByRole('heading', { name: 'Joke Management' })).waitFor();
});

test('an administrator deletes a joke only after confirmation, and a joke deleted elsewhere leaves the list with an error', async () => {
  await using visitor = await site.open('/admin?sort=date_asc');
  const { page } = visitor;
  await action(page, 'Delete', 7).click();
  await row(page, 7).waitFor({ state: 'detached' });
  expect(visitor.alerts).toEqual(['Are you sure you want to delete this joke?']);
  await focused(page, action(page, 'Preview image', 8)).waitFor();
  await announces(page, 'Fact no. 7 deleted.');
  expect((await fetch(`${site.origin}/api/v1/jokes/7`)).status).toBe(404);

  await page.evaluate('window.confirm = () => false');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await action(page, 'Delete', 9).click();
  await action(page, 'Approve', 9).click();
  await announces(page, 'Fact no. 9 approved.');
  expect(requests).not.toContain('DELETE');

  visitor.expectConsoleError(/status of 404/);
  const token = await page.evaluate<string>("localStorage.getItem('adminToken')");
  const headers = { authorization: `Bearer ${token}` };
  const deleted = await page.request.delete('/api/v1/admin/delete/11', { headers });
  expect(deleted.status()).toBe(200);
  await action(page, 'Approve', 11).click();
  await page
    .getByRole('alert')
    .getByText(/^Error: /)
    .waitFor();
  await row(page, 11).waitFor({ state: 'detached' });
});

test('Logout removes the token and goes to /login, and the dashboard is no longer accessible', async () => {
  await using visitor = await site.open('/admin', {}, await signIn(site.origin));
  const { page } = visitor;
  await showsPage(page, 'Page 1 of 5');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate("localStorage.getItem('adminToken')")).toBeNull();
  await page.goto('/admin');
  await page.waitForURL('**/login');
});

/** Adds an unknown field to every object in a JSON value, as a later version of the API might. */
function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMoreFields(field)]);
  return { ...Object.fromEntries(fields), added_later: { since: 2 } };
}

test(
  'visitors and administrators can use the site if every response has additional fields',
  { tags: 'S21' },
  async () => {
    await using visitor = await site.open('/admin');
    const { page } = visitor;
    visitor.expectConsoleError(/status of 400/);
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({ response, json: withMoreFields(body) });
    });
    await page.reload();
    await showsBadge(page, 73, 'Approved');
    await action(page, 'Reject', 73).click();
    await showsBadge(page, 73, 'Rejected');
    await action(page, 'Preview image', 73).click();
    await page.getByText('No image generated yet.').waitFor();
    await page.keyboard.press('Escape');

    for (const name of ['Top 100', 'Newest', 'Random']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('radio', { name: '5 stars' }).first().waitFor();
    }
    await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
    await page.getByRole('link', { name: 'Fact no. 71', exact: true }).click();
    await page.getByRole('heading', { name: 'Fact no. 71', level: 1 }).waitFor();
    await star(page, 71, '5 stars').click();
    await announces(page, 'Voted 5 of 5 stars for fact no. 71.');
    await page.evaluate("localStorage.removeItem('votedJokes')");
    await page.reload();
    visitor.alerts.length = 0;
    await star(page, 71, '4 stars').click();
    await expect.poll(() => visitor.alerts).toEqual(['You have already rated this joke!']);
    await page.getByRole('link', { name: 'Submit', exact: true }).click();
    await field(page).fill('Chuck Norris reads the answers of tomorrow today.');
    await submitButton(page).click();
    await showsSuccess(page);
  },
);
