import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { focused, overflow } from './page-state.ts';
import { OWNER, createOwner } from './owner.ts';
import { button } from './page-steps.ts';
import {
  bar,
  chooseAccount,
  dashboard,
  error,
  field,
  link,
  loginAsOwner,
  logout,
  NO_TOKENS,
  statusOf,
  stored,
  storedTokens,
  tab,
} from './sign-in-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite([], { auth: true });
beforeAll(() => createOwner(site.origin));

const ME = '**/api/v1/admin/me';
const flag = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('adminLogin')");

test('the login is that of Google alone until the hidden route was visited', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto(paths.login);
  await button(page, 'Sign in with Google').waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  await page.goto(paths.admin);
  await page.waitForURL(paths.login);
  await button(page, 'Sign in with Google').waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(await flag(page)).toBeNull();
  await page.goto(paths.hiddenAdmin);
  await page.waitForURL(paths.login);
  await tab(page, 'Admin Login').waitFor();
  expect(await tab(page, 'Google Login').getAttribute('aria-selected')).toBe('true');
});

test('the admin logs in by keyboard alone, lands on the hidden route, and logs out for good', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/401/);
  const { page } = visitor;
  await page.goto(paths.hiddenAdmin);
  await page.waitForURL(paths.login);
  await tab(page, 'Google Login').focus();
  await page.keyboard.press('ArrowRight');
  await focused(page, tab(page, 'Admin Login')).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, field(page, 'Username')).waitFor();
  await page.keyboard.type(OWNER.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(/./).waitFor();
  await focused(page, field(page, 'Password')).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(paths.hiddenAdmin);
  await dashboard(page);
  expect(await flag(page)).toBeNull();
  const { admin, firebase, token } = await storedTokens(page);
  expect(firebase).toBeNull();
  expect(token).toBe(admin);
  expect(await statusOf(site, admin)).toBe(200);

  await page.reload();
  await dashboard(page);
  await bar(page).getByText(OWNER.username).waitFor();
  await logout(page).click();
  await page.waitForURL(paths.login);
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
  await expect.poll(() => statusOf(site, admin)).toBe(401);
});

test.each([
  [
    422,
    [
      { loc: [], msg: 'One', type: 't' },
      { loc: [], msg: 'Two', type: 't' },
    ],
    'One, Two',
  ],
  [422, [], 'Validation error'],
  [401, 'Wrong.', 'Wrong.'],
  [500, '', 'Login failed. Please check your credentials.'],
])('a login refused with %i %j says so', async (status, detail, message) => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(new RegExp(String(status)));
  const { page } = visitor;
  await page.route('**/api/v1/admin/login', (route) => route.fulfill({ status, json: { detail } }));
  await page.goto(paths.hiddenAdmin);
  await tab(page, 'Admin Login').click();
  await field(page, 'Username').fill('chuck');
  await field(page, 'Password').fill('norris');
  await button(page, 'Login').click();
  await error(page, message);
  expect(await field(page, 'Username').inputValue()).toBe('chuck');
});

test('a stored admin token that the server refuses is removed', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/401/);
  const { page } = visitor;
  await page.goto('/about');
  await page.evaluate("localStorage.setItem('adminToken', 'forged')");
  await page.goto(paths.admin);
  await page.waitForURL(paths.login);
  await link(page, 'Login').waitFor();
  expect(await stored(page, 'adminToken')).toBeNull();
});

test('a stored admin token outlives a server that does not answer', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/ERR_CONNECTION_FAILED/);
  const { page } = visitor;
  await loginAsOwner(page);
  await page.route(ME, (route) => route.abort('connectionfailed'));
  await page.goto(paths.admin);
  await error(page, "Couldn't check your sign-in. Please try again later.");
  expect(await stored(page, 'adminToken')).not.toBeNull();
  await page.unroute(ME);
  await button(page, 'Try again').click();
  await dashboard(page);
});

test('logging out in one tab logs out the others', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await loginAsOwner(page);
  const other = await visitor.openTab();
  await other.goto(paths.admin);
  await dashboard(other);
  await logout(other).click();
  await page.waitForURL(paths.login);
  await link(page, 'Login').waitFor();
});

test.each([320, 768, 840, 1280])('at %i px login and profile fit', async (width) => {
  await using visitor = await site.visit({ viewport: { width, height: 800 } });
  const { page } = visitor;
  await page.goto(paths.hiddenAdmin);
  await tab(page, 'Admin Login').click();
  expect(await overflow(page)).toBe(0);
  await chooseAccount(page, 'a.very.long.address.of.somebody@mail.example.com', 'N'.repeat(60));
  await page.waitForURL('/');
  const menu = button(page, 'Menu');
  if (await menu.isVisible()) await menu.click();
  await logout(page).waitFor();
  expect(await overflow(page)).toBe(0);
});
