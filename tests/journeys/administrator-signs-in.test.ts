import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { ADMIN, createAdmin } from '../support/e2e/administrator.ts';
import { focused } from '../support/e2e/page-state.ts';
import { button, showsError } from '../support/e2e/page-steps.ts';
import {
  field,
  fillInSetup,
  link,
  logIn,
  NO_TOKENS,
  SETUP,
  showsDashboard,
  statusOf,
  storedTokens,
  tab,
  topBar,
} from '../support/e2e/sign-in-steps.ts';
import { useSite } from '../support/e2e/use-site.ts';

const newSite = useSite([], { environment: SETUP });
const site = useSite([]);
beforeAll(() => createAdmin(site.origin));

const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('adminLogin'));

test('the first administrator is created by keyboard alone, once, and logs in', async () => {
  const late = await newSite.visit();
  late.expectConsoleError(/409/);
  await late.page.goto(paths.setupAdmin);
  await fillInSetup(late.page, 'late', 'too late for this');

  const { page } = await newSite.visit();
  await page.goto(paths.setupAdmin);
  await field(page, 'Username').focus();
  for (const text of ['chuck', 'roundhouse', 'roundhouse', SETUP.SETUP_KEY]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await focused(page, button(page, 'Create Admin User')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(paths.login);
  await logIn(page, { username: 'chuck', password: 'roundhouse' });
  await page.waitForURL(paths.hiddenAdmin);
  await showsDashboard(page);

  await button(late.page, 'Create Admin User').click();
  await showsError(late.page, 'Admin user already exists. Please login instead.');
  await late.page.reload();
  await late.page.getByRole('heading', { name: 'Admin Already Exists' }).waitFor();
  await button(late.page, 'Go to Login').click();
  await tab(late.page, 'Admin Login').waitFor();
});

test('the administrator finds the login by the hidden route, uses it by keyboard alone, and logs out', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/401/);
  await page.goto(paths.admin);
  await page.waitForURL(paths.login);
  await button(page, 'Sign in with Google').waitFor();
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  await page.goto(paths.hiddenAdmin);
  await page.waitForURL(paths.login);
  await expect.poll(() => tab(page, 'Google Login').getAttribute('aria-selected')).toBe('true');

  await tab(page, 'Google Login').focus();
  await page.keyboard.press('ArrowRight');
  await focused(page, tab(page, 'Admin Login')).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, field(page, 'Username')).waitFor();
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong password');
  await page.keyboard.press('Enter');
  await showsError(page, 'Incorrect username or password.');
  await focused(page, field(page, 'Password')).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(paths.hiddenAdmin);
  await showsDashboard(page);
  await expect.poll(() => flag(page)).toBeNull();
  const { admin, firebase, token } = await storedTokens(page);
  expect(firebase).toBeNull();
  expect(token).toBe(admin);
  await expect.poll(() => statusOf(site, admin)).toBe(200);

  await page.reload();
  await showsDashboard(page);
  await topBar(page).getByText(ADMIN.username).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(paths.login);
  await link(page, 'Login').waitFor();
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  await expect.poll(() => storedTokens(page)).toEqual(NO_TOKENS);
  await expect.poll(() => statusOf(site, admin)).toBe(401);
});
