import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { moderatedJokes, place } from './dashboard-site.ts';
import { dialog, dialogButton, dialogSays, openPasswordDialog } from './dialog-steps.ts';
import { OWNER } from './owner.ts';
import { focused } from './page-state.ts';
import { useDashboardSite } from './use-site.ts';

const CHANGE = '**/api/v1/admin/change-password';

const site = useDashboardSite(moderatedJokes(1));

const password = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const fillPassword = async (page: Page, current: string, next: string, confirmation = next) => {
  await password(page, 'Current Password').fill(current);
  await password(page, 'New Password').fill(next);
  await password(page, 'Confirm New Password').fill(confirmation);
};

test("a password that can not be changed says why, in the specification's words or the server's, and keeps the form", async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/net::ERR_FAILED|status of 4\d\d/);
  await openPasswordDialog(page);
  await dialogSays(page, 'Minimum 8 characters');
  for (const [current, next, again, message, field] of [
    ['', 'long enough', 'long enough', 'Current password is required', 'Current Password'],
    ['x', 'seven77', 'seven77', 'New password must be at least 8 characters long', 'New Password'],
    ['x', 'long enough', 'long enougH', 'New passwords do not match', 'Confirm New Password'],
  ] as const) {
    await fillPassword(page, current, next, again);
    await password(page, 'Confirm New Password').press('Enter');
    await dialogSays(page, message);
    await focused(page, password(page, field)).waitFor();
  }

  await page.route(CHANGE, (route) => route.abort(), { times: 1 });
  await fillPassword(page, 'not the password', 'long enough');
  await dialogButton(page, 'Change Password').click();
  await dialogSays(page, 'Failed to change password. Please try again.');
  expect(await password(page, 'New Password').inputValue()).toBe('long enough');

  const answered = page.waitForResponse(CHANGE);
  await dialogButton(page, 'Change Password').click();
  const answer: unknown = await (await answered).json();
  const shown = await page.getByRole('dialog').getByRole('alert').innerText();
  expect(answer).toEqual({ detail: shown });
});

test('a password is changed; the dialog says so and closes after two seconds', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await place(page, 'Page 1 of 1');
  // Time stands still, but for the moments that the test lets pass.
  await page.clock.install({ time: '2030-01-01T00:00:00Z' });
  await page.clock.pauseAt('2030-01-01T00:01:00Z');
  const comes = (shown: string) => {
    const afterMoment = async () => {
      await page.clock.runFor(1);
      return page.getByRole('dialog').getByText(shown, { exact: true }).isVisible();
    };
    return expect.poll(afterMoment, { timeout: 15_000 }).toBe(true);
  };
  await openPasswordDialog(page);
  await fillPassword(page, OWNER.password, OWNER.password);
  const held = Promise.withResolvers<Route>();
  await page.route(CHANGE, held.resolve);
  await dialogButton(page, 'Change Password').click();
  const route = await held.promise;
  await comes('Changing...');
  await route.continue();
  await comes('✓ Password changed successfully!');
  await page.clock.runFor(1_900);
  expect(await dialog(page, 'Change Password').isVisible()).toBe(true);
  await page.clock.runFor(200);
  await dialog(page, 'Change Password').waitFor({ state: 'detached' });
  await focused(page, page.getByRole('button', { name: 'Change Password' })).waitFor();
});
