import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { exampleIdToken } from '../../../web/src/testing/id-token.ts';
import { ADMIN, createAdmin } from '../../support/e2e/administrator.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { focused, storeAtStart, storedItem, storeItem } from '../../support/e2e/page-state.ts';
import {
  button,
  openPasswordDialog,
  pauseClock,
  refuse,
  showsError,
  ticksUntilVisible,
} from '../../support/e2e/page-steps.ts';
import {
  chooseAccount,
  field,
  fillInSetup,
  link,
  logIn,
  logoutButton,
  NO_TOKENS,
  SETUP,
  showsDashboard,
  signInWithGoogle,
  statusOf,
  storedTokens,
  tab,
  topBar,
} from '../../support/e2e/sign-in-steps.ts';
import { openOwnSite, useSite } from '../../support/e2e/use-site.ts';

const site = useSite([], { auth: true });
beforeAll(() => createAdmin(site.origin));

test('Admin Login is accessible, fits, and says why a login is rejected', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/422|429|500/);
  await page.goto(paths.hiddenAdmin);
  await tab(page, 'Admin Login').click();
  await expect.poll(() => findFaults(page)).toEqual([]);
  for (const [status, detail, message] of [
    [422, [{ msg: 'One' }, { msg: 'Two' }], 'One, Two'],
    [422, [], 'Validation error'],
    [429, 'Too many requests.', 'Too many requests.'],
    [500, '', 'Login failed. Please check your credentials.'],
  ] as const) {
    await refuse(page, '**/api/v1/admin/login', status, detail, 1);
    await logIn(page);
    await showsError(page, message);
    await expect.poll(() => field(page, 'Username').inputValue()).toBe(ADMIN.username);
  }
});

/** Disables a Google account, as the Firebase console does. */
async function disableAccount(idToken: string | null): Promise<void> {
  const [, payload = ''] = (idToken ?? '').split('.');
  const { sub, aud } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const config = await (await fetch(`${site.origin}/__/firebase/init.json`)).text();
  const { authEmulatorOrigin } = JSON.parse(config);
  const path = `identitytoolkit.googleapis.com/v1/projects/${aud}/accounts:update`;
  const answer = await fetch(`${authEmulatorOrigin}/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: sub, disableUser: true }),
  });
  expect(answer.status).toBe(200);
}

test('a Google user who is no administrator is sent from the dashboard to a login that says why', async () => {
  const { page } = await site.visit();
  await chooseAccount(page, 'jane@example.com Jane Roe');
  await page.waitForURL('/');
  await topBar(page).getByText('Jane Roe').waitFor();
  const { admin, firebase, token } = await storedTokens(page);
  expect(admin).toBeNull();
  expect(firebase).toMatch(/^ey/);
  expect(token).toBe(firebase);
  await page.goto(paths.admin);
  await page.waitForURL(paths.login);
  const refusal = page.getByText(/^You are signed in as Jane Roe, .* not an administrator\./);
  await refusal.waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await link(page, 'Login').waitFor();
  await expect.poll(() => storedTokens(page)).toEqual(NO_TOKENS);
});

test('the configured Google account opens the dashboard as administrator, and an expired token is refreshed before use', async () => {
  const { page } = await site.visit();
  // The account that is configured as administrator.
  await chooseAccount(page, 'admin@example.com Ada Admin');
  await page.waitForURL(paths.admin);
  await showsDashboard(page);
  await link(page, 'Dashboard').waitFor();
  await expect.poll(async () => statusOf(site, await storedItem(page, 'firebaseToken'))).toBe(200);
  await openPasswordDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You signed in with Google, so there is no password').waitFor();
  await expect.poll(() => dialog.locator('input').count()).toBe(0);

  const old = exampleIdToken({ exp: 1_000, admin: true, picture: undefined });
  await storeItem(page, 'firebaseToken', old);
  const list = page.waitForRequest(/\/api\/v1\/jokes\?/);
  await page.reload();
  await showsDashboard(page);
  expect((await list).headers()['authorization']).not.toBe(`Bearer ${old}`);
  await expect.poll(() => storedItem(page, 'firebaseToken')).not.toBe(old);
  await logoutButton(page).click();
  await page.waitForURL(paths.login);
});

test('a notification’s link leads over the login on to its screen, with Google to the screen’s open path', async () => {
  const { page } = await site.visit();
  for (const rest of ['?view=reported', '/queue']) {
    await page.goto(paths.hiddenAdmin + rest);
    await page.waitForURL(paths.login);
    await logIn(page);
    await page.waitForURL(paths.hiddenAdmin + rest);
    await logoutButton(page).click();
    await link(page, 'Login').waitFor();
  }
  await page.goto(paths.hiddenAdminQueue);
  await tab(page, 'Google Login').waitFor();
  await signInWithGoogle(page, 'admin@example.com Ada Admin');
  await page.waitForURL(paths.adminQueue);
  await page.getByRole('heading', { name: 'Review Queue' }).waitFor();
});

test('no request leaves this origin before a sign-in, and choosing no account cancels the login', async () => {
  const { page } = await site.visit();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const configured = page.waitForResponse('**/__/firebase/init.json');
  await page.goto(paths.login);
  await configured;
  await chooseAccount(page, null);
  await showsError(page, 'Login was cancelled. Please try again.');
  expect(requests.filter((url) => new URL(url).origin !== site.origin)).toEqual([]);
  await focused(page, button(page, 'Sign in with Google')).waitFor();
});

test('a Google account that the server rejects is not signed in, and a disabled account is signed out', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/503/);
  const detail = 'Please come back later.';
  await refuse(page, '**/api/v1/auth/google', 503, detail, 1);
  await chooseAccount(page, 'jack@example.com Jack Coe');
  await showsError(page, detail);
  await expect.poll(() => storedTokens(page)).toEqual(NO_TOKENS);

  expectConsoleError(/400/);
  await chooseAccount(page, 'jack@example.com Jack Coe');
  await page.waitForURL('/');
  await disableAccount(await storedItem(page, 'firebaseToken'));
  await page.reload();
  await link(page, 'Login').waitFor();
  await expect.poll(() => storedTokens(page)).toEqual(NO_TOKENS);
});

test('the top bar shows the profile picture of a Google user', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/503/);
  // Firebase is unreachable, so that the stored token stays unchanged.
  await page.route('**/__/firebase/init.json', (route) => route.fulfill({ status: 503 }));
  const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const picture = 'https://lh3.googleusercontent.com/a/jane';
  await page.route(picture, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await storeAtStart(page, 'firebaseToken', exampleIdToken({ picture }));
  await page.goto('/about');
  await topBar(page).getByText('Jane Roe').waitFor();
  await expect.poll(() => topBar(page).locator('img').getAttribute('src')).toBe(picture);
});

const SETUP_CALL = '**/api/v1/admin/setup';

const openNewSite = () => openOwnSite([], { environment: SETUP });

test('the setup can be repeated after an error', async () => {
  const { page, expectConsoleError } = await (await openNewSite()).visit();
  expectConsoleError(/404|403|502/);
  await refuse(page, SETUP_CALL, 404, 'No.', 1);
  await page.goto('/setup-admin');
  await showsError(page, 'Couldn’t check whether an administrator exists. Please try again later.');
  await button(page, 'Try again').click();
  await button(page, 'Create Admin User').waitFor();

  for (const [username, password, confirmation, message] of [
    ['   ', 'long enough', 'long enough', 'Username is required'],
    ['chuck', 'long enough', 'different', 'Passwords do not match'],
    ['chuck', 'short', 'short', 'Password must be at least 8 characters long'],
  ] as const) {
    await fillInSetup(page, username, password, confirmation);
    await button(page, 'Create Admin User').click();
    await showsError(page, message);
  }

  await fillInSetup(page, 'chuck', 'roundhouse');
  await field(page, 'Setup Key').fill('not the key');
  await button(page, 'Create Admin User').click();
  await showsError(page, 'The setup key is wrong.');
  await expect.poll(() => field(page, 'Confirm Password').inputValue()).toBe('roundhouse');

  await page.route(SETUP_CALL, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await button(page, 'Create Admin User').click();
  await showsError(page, 'Failed to create admin user.');
});

test('the success of the setup is shown for two seconds', async () => {
  const { page } = await (await openNewSite()).visit();
  await page.goto('/setup-admin');
  await fillInSetup(page, 'chuck', 'roundhouse');
  await pauseClock(page);
  await button(page, 'Create Admin User').click();
  await ticksUntilVisible(page, page.getByRole('heading', { name: 'Success!' }));
  await page.clock.runFor(1_998);
  expect(new URL(page.url()).pathname).toBe('/setup-admin');
  await page.clock.runFor(2);
  await page.waitForURL('/login');
});
