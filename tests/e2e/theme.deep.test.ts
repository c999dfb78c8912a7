import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const PAPER = { light: 'rgb(245, 237, 221)', dark: 'rgb(21, 17, 14)' } as const;

const site = useSite(numberedJokes(3));

const choice = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name, exact: true });
const paper = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Page 1 of 1').waitFor();
}

test('a choice in one tab also applies to other tabs', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const other = await visitor.openTab();
  await openHome(other);
  await openHome(visitor.page);
  await choice(visitor.page, 'Dark').click();
  await expect.poll(() => paper(other)).toBe(PAPER.dark);
  await expect.poll(() => choice(other, 'Dark').isChecked()).toBe(true);
  await visitor.page.evaluate('localStorage.clear()');
  await expect.poll(() => paper(other)).toBe(PAPER.light);
});

test('an invalid stored theme is ignored', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  await page.addInitScript("localStorage.setItem('theme', 'sepia')");
  await openHome(page);
  await expect.poll(() => choice(page, 'System').isChecked()).toBe(true);
  expect(await paper(page)).toBe(PAPER.light);
});

test('without browser storage the choice lasts until the page closes', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  await page.addInitScript(`Storage.prototype.setItem = Storage.prototype.getItem = () => {
    throw new DOMException('No.', 'SecurityError');
  }`);
  await openHome(page);
  await choice(page, 'Dark').click();
  await expect.poll(() => paper(page)).toBe(PAPER.dark);
});
