import type { Locator, Page } from 'playwright-core';
import { paths } from '../../../web/src/paths.ts';
import { storedItem } from './page-state.ts';
import { button } from './page-steps.ts';
import type { Site } from './site.ts';
import { ADMIN } from './administrator.ts';

export const topBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
export const link = (page: Page, name: string): Locator => topBar(page).getByRole('link', { name });
/** Logout in the top bar; the dashboard has another one. */
export const logoutButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Logout' });
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true });

/** Waits for the dashboard. */
export const showsDashboard = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Admin Dashboard', level: 1 }).waitFor();

/** The tokens in the browser’s storage. */
export async function storedTokens(page: Page) {
  return {
    admin: await storedItem(page, 'adminToken'),
    firebase: await storedItem(page, 'firebaseToken'),
    token: await storedItem(page, 'token'),
  };
}

export const NO_TOKENS = { admin: null, firebase: null, token: null };

/** The status of an API request with this token. */
export async function statusOf(site: Pick<Site, 'origin'>, token: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${site.origin}/api/v1/admin/me`, { headers })).status;
}

/** Opens the login and signs in with a Google account: an address and a name; null closes the question for one. */
export async function chooseAccount(page: Page, account: string | null): Promise<void> {
  await page.goto(paths.login);
  await signInWithGoogle(page, account);
}

/** Signs in with a Google account on the login screen. */
export async function signInWithGoogle(page: Page, account: string | null): Promise<void> {
  await page.evaluate((given) => {
    window.prompt = () => given;
  }, account);
  await button(page, 'Sign in with Google').click();
}

/** Signs in as an administrator on the login screen. */
export async function logIn(page: Page, { username, password } = ADMIN): Promise<void> {
  await tab(page, 'Admin Login').click();
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
}

/** The environment of a site whose setup needs a key. */
export const SETUP = { SETUP_KEY: 'the key of this test' };

/** Fills in the setup. */
export async function fillInSetup(
  page: Page,
  username: string,
  password: string,
  again = password,
) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(again);
  await field(page, 'Setup Key').fill(SETUP.SETUP_KEY);
}
