import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminSteps } from '../../../scripts/run-stack.ts';
import { paths } from '../../../web/src/paths.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { pauseClock, ticksUntilVisible } from '../../support/e2e/page-steps.ts';
import { openSite } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const SETUP = '**/api/v1/admin/setup';
const SETUP_KEY = 'the key of this test';

const SETTINGS = { environment: { SETUP_KEY } };

const site = useSite([], SETTINGS);

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const createButton = (page: Page) => page.getByRole('button', { name: 'Create Admin User' });
const showsError = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();

async function fillIn(page: Page, username: string, password: string, confirmation = password) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(confirmation);
  await field(page, 'Setup Key').fill(SETUP_KEY);
}

test('the setup can be repeated after an error', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  visitor.expectConsoleError(/404|403|502/);
  const { page } = visitor;
  await page.route(SETUP, (route) => route.fulfill({ status: 404, json: { detail: 'No.' } }));
  await page.goto('/setup-admin');
  await showsError(page, 'Couldn’t check whether an administrator exists.');
  await page.unroute(SETUP);
  await page.getByRole('button', { name: 'Try again' }).click();
  await createButton(page).waitFor();

  for (const [username, password, confirmation, message] of [
    ['   ', 'long enough', 'long enough', 'Username is required'],
    ['chuck', 'long enough', 'different', 'Passwords do not match'],
    ['chuck', 'short', 'short', 'Password must be at least 8 characters long'],
  ] as const) {
    await fillIn(page, username, password, confirmation);
    await createButton(page).click();
    await showsError(page, message);
  }

  await fillIn(page, 'chuck', 'roundhouse');
  await field(page, 'Setup Key').fill('not the key');
  await createButton(page).click();
  await showsError(page, 'The setup key is wrong.');
  await expect.poll(() => field(page, 'Username').inputValue()).toBe('chuck');
  await expect.poll(() => field(page, 'Password').inputValue()).toBe('roundhouse');
  await expect.poll(() => field(page, 'Confirm Password').inputValue()).toBe('roundhouse');
  await expect.poll(() => overflow(page)).toBe(0);

  for (const body of ['{"detail":""}', 'Bad Gateway']) {
    await page.route(SETUP, (route) => route.fulfill({ status: 502, body }), { times: 1 });
    const answered = page.waitForResponse(SETUP);
    await createButton(page).click();
    await answered;
    await showsError(page, 'Failed to create admin user.');
  }
});

test('the start names the setup until there is an administrator, and its success is shown for two seconds', async () => {
  await using site = await openSite([], SETTINGS);
  expect((await adminSteps(site.origin))[0]).toBe(
    `open ${site.origin}/setup-admin to become the administrator, then sign in at`,
  );
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/setup-admin');
  await fillIn(page, 'chuck', 'roundhouse');
  await pauseClock(page);
  await createButton(page).click();
  await ticksUntilVisible(page, page.getByRole('heading', { name: 'Success!' }));
  await page.clock.runFor(1_998);
  expect(new URL(page.url()).pathname).toBe('/setup-admin');
  await page.clock.runFor(2);
  await page.waitForURL('/login');
  expect(await adminSteps(site.origin)).toEqual([
    `sign in at ${site.origin}${paths.hiddenAdmin} (with Google: admin@example.com)`,
  ]);
});
