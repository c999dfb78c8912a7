import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { action, moderatedJokes, row, showsPage } from '../../support/e2e/dashboard-steps.ts';
import { ADMIN, signIn } from '../../support/e2e/administrator.ts';
import { focused } from '../../support/e2e/page-state.ts';
import {
  announces,
  answerNext,
  dialog,
  dialogButton,
  dialogShows,
  hold,
  openPasswordDialog,
  pauseClock,
  ticksUntilVisible,
} from '../../support/e2e/page-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const CHANGE = '**/api/v1/admin/change-password';

const site = useSite(moderatedJokes(1));

const password = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const fillPassword = async (page: Page, current: string, next: string, confirmation = next) => {
  await password(page, 'Current Password').fill(current);
  await password(page, 'New Password').fill(next);
  await password(page, 'Confirm New Password').fill(confirmation);
};

test('an administrator whose session has ended while editing signs in again in a dialog, and nothing is lost', async () => {
  await site.bearer();
  const token = await signIn(site.origin);
  const { page, expectConsoleError } = await site.open('/admin', {}, token);
  expectConsoleError(/status of 401/);
  const typed = 'Typed before the session ended.';
  const text = page.getByRole('textbox', { name: 'Text of fact no. 1' });
  const again = dialog(page, 'Your session has ended');
  await action(page, 'Edit', 1).click();
  await text.fill(typed);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.post('/api/v1/admin/logout', { headers })).ok()).toBe(true);

  await dialogButton(page, 'Save').click();
  await focused(page, again.getByRole('heading')).waitFor();
  await again.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await again.getByText('Incorrect username or password.').waitFor();
  await again.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await row(page, 1).getByText(typed).waitFor();
  await announces(page, 'Saved fact no. 1.');
  await focused(page, action(page, 'Edit', 1)).waitFor();
});

test('a rejected password change shows the error and keeps the form', async () => {
  const { page, expectConsoleError } = await site.open('/admin');
  expectConsoleError(/net::ERR_FAILED|status of 4\d\d/);
  await openPasswordDialog(page);
  await focused(page, password(page, 'Current Password')).waitFor();
  const username = page.getByRole('dialog').locator('input[autocomplete=username]');
  await expect.poll(() => username.inputValue()).toBe(ADMIN.username);
  await dialogShows(page, 'Minimum 8 characters');
  for (const [current, next, again, message, field] of [
    ['', 'long enough', 'long enough', 'Current password is required', 'Current Password'],
    ['x', 'seven77', 'seven77', 'New password must be at least 8 characters long', 'New Password'],
    ['x', 'long enough', 'long enougH', 'New passwords do not match', 'Confirm New Password'],
  ] as const) {
    await fillPassword(page, current, next, again);
    await password(page, 'Confirm New Password').press('Enter');
    await dialogShows(page, message);
    await focused(page, password(page, field)).waitFor();
  }

  await answerNext(page, CHANGE, (route) => route.abort());
  await fillPassword(page, 'not the password', 'long enough');
  await dialogButton(page, 'Change Password').click();
  await dialogShows(page, 'Failed to change password. Please try again.');
  await expect.poll(() => password(page, 'New Password').inputValue()).toBe('long enough');

  await dialogButton(page, 'Change Password').click();
  await dialogShows(page, 'Current password is incorrect.');
});

test('an administrator changes the password, and the dialog closes after two seconds', async () => {
  const { page } = await site.open('/admin');
  await showsPage(page, 'Page 1 of 1');
  await pauseClock(page);
  const appears = (shown: string) =>
    ticksUntilVisible(page, page.getByRole('dialog').getByText(shown, { exact: true }));
  await openPasswordDialog(page);
  await fillPassword(page, ADMIN.password, ADMIN.password);
  const held = await hold(page, CHANGE);
  await dialogButton(page, 'Change Password').click();
  const route = await held();
  await appears('Changing...');
  await route.continue();
  await appears('✓ Password changed successfully!');
  await page.clock.runFor(1_998);
  await expect.poll(() => dialog(page, 'Change Password').isVisible()).toBe(true);
  await page.clock.runFor(2);
  await dialog(page, 'Change Password').waitFor({ state: 'detached' });
  await focused(page, page.getByRole('button', { name: 'Change Password' })).waitFor();
});
