import type { Locator, Page } from 'playwright-core';
import { paths } from '../../web/src/paths.ts';
import { button } from './page-steps.ts';
import type { Site } from './site.ts';
import { OWNER } from './owner.ts';

export const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
export const link = (page: Page, name: string): Locator => bar(page).getByRole('link', { name });
export const logout = (page: Page): Locator => bar(page).getByRole('button', { name: 'Logout' });
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });
export const field = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true });

/** Waits for the dashboard. */
export const dashboard = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Admin Dashboard', level: 1 }).waitFor();

/** Waits for an error that is announced. */
export const error = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

/** What the browser keeps under a key. */
export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate<string | null>(`localStorage.getItem('${key}')`);

/** The tokens under the keys of specification §3. */
export async function storedTokens(page: Page) {
  return {
    admin: await stored(page, 'adminToken'),
    firebase: await stored(page, 'firebaseToken'),
    token: await stored(page, 'token'),
  };
}

export const NO_TOKENS = { admin: null, firebase: null, token: null };

/** What the API answers to a token. */
export async function statusOf(site: Pick<Site, 'origin'>, token: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${site.origin}/api/v1/admin/me`, { headers })).status;
}

/** Signs in with a Google account of one's own making. */
export async function chooseAccount(page: Page, email: string, name: string): Promise<void> {
  await page.goto(paths.login);
  await button(page, 'Sign in with Google').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in with the Google account of the configured e-mail. */
export async function chooseOwnersAccount(page: Page): Promise<void> {
  await page.goto(paths.login);
  await button(page, 'Sign in with Google').click();
  await page.getByRole('button', { name: 'admin@example.com' }).click();
}

/** Logs in with username and password. */
export async function loginAsOwner(page: Page): Promise<void> {
  await page.goto(paths.hiddenAdmin);
  await tab(page, 'Admin Login').click();
  await field(page, 'Username').fill(OWNER.username);
  await field(page, 'Password').fill(OWNER.password);
  await button(page, 'Login').click();
  await dashboard(page);
}
