import type { Locator, Page } from 'playwright-core';

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** A button in the open dialog. */
export const dialogButton = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Waits until the open dialog shows this text. */
export const dialogShows = (page: Page, text: string): Promise<void> =>
  page.getByRole('dialog').getByText(text, { exact: true }).waitFor();

export async function openPasswordDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog(page, 'Change Password').waitFor();
}
