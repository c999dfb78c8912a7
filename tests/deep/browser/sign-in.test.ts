import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { createAdmin, signIn } from '../../support/e2e/administrator.ts';
import { button } from '../../support/e2e/page-steps.ts';
import {
  showsDashboard,
  showsError,
  field,
  link,
  logoutButton,
  openAdminLogin,
  storedItem,
} from '../../support/e2e/sign-in-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite([]);
beforeAll(() => createAdmin(site.origin));

const ME = '**/api/v1/admin/me';

const detailEntry = (msg: string) => ({ loc: [], msg, type: 't' });

test('Admin Login fits at any width, also with the error of a rejected login', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/422|401|500/);
  const { page } = visitor;
  await openAdminLogin(page);
  for (const width of [320, 768, 840, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(page), { message: `${width} px` }).toBe(0);
  }
  await expect.poll(() => findFaults(page)).toEqual([]);
  await field(page, 'Username').fill('chuck');
  await field(page, 'Password').fill('norris');
  for (const [status, detail, message] of [
    [422, [detailEntry('One'), detailEntry('Two')], 'One, Two'],
    [422, [], 'Validation error'],
    [401, 'Wrong.', 'Wrong.'],
    [500, '', 'Login failed. Please check your credentials.'],
  ] as const) {
    await page.route(
      '**/api/v1/admin/login',
      (route) => route.fulfill({ status, json: { detail } }),
      { times: 1 },
    );
    await button(page, 'Login').click();
    await showsError(page, message);
    await expect.poll(() => field(page, 'Username').inputValue()).toBe('chuck');
  }
});

test('the setup of a site that has an administrator says so', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto(paths.setupAdmin);
  await page.getByRole('heading', { name: 'Admin Already Exists' }).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('a rejected admin token is removed, and a valid one survives an unavailable server until a logout in any tab', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/401|ERR_CONNECTION_FAILED/);
  const { page } = visitor;
  await page.goto('/about');
  await page.evaluate("localStorage.setItem('adminToken', 'forged')");
  await page.goto(paths.admin);
  await page.waitForURL(paths.login);
  await link(page, 'Login').waitFor();
  await expect.poll(() => storedItem(page, 'adminToken')).toBeNull();

  const token = await signIn(site.origin);
  await page.evaluate(`localStorage.setItem('adminToken', '${token}')`);
  await page.route(ME, (route) => route.abort('connectionfailed'));
  await page.goto(paths.admin);
  await showsError(page, 'Couldn’t check your sign-in. Please try again later.');
  await expect.poll(() => storedItem(page, 'adminToken')).toBe(token);
  await page.unroute(ME);
  await button(page, 'Try again').click();
  await showsDashboard(page);

  const other = await visitor.openTab();
  await other.goto(paths.admin);
  await showsDashboard(other);
  await logoutButton(other).click();
  await page.waitForURL(paths.login);
  await link(page, 'Login').waitFor();
});
