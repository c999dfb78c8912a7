import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

/**
 * Replaces the share sheet. Records what is shared, and reports a cancellation if
 * window.closesSheet is set.
 */
const SHARE_SHEET = `window.shared = [];
navigator.canShare = ({ files }) => files === undefined || window.sharesFiles === true;
navigator.share = ({ files, ...link }) => {
  const data = { ...link, ...(files && { files: files.map(({ name, size }) => [name, size > 0]) }) };
  window.shared.push(data);
  return window.closesSheet
    ? Promise.reject(new DOMException('Share canceled', 'AbortError'))
    : Promise.resolve();
};`;

const site = useSite(numberedJokes(3));

/** The Copy buttons with any label. */
const copyButtons = (page: Page) =>
  page.getByRole('button', { name: /^(Copy|✓ Copied|✗ Not copied) fact no\. \d+$/ });
const shareButtons = (page: Page) => page.getByRole('button', { name: /^Share fact no\. \d+$/ });

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await copyButtons(page).or(shareButtons(page)).first().waitFor();
}

async function visit(screen?: { width: number; height: number }) {
  return site.visit({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(screen && { viewport: screen }),
  });
}

test('axe finds no violations after a copy and with a menu open, light and dark', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  await page.addInitScript(SHARE_SHEET);
  // Keeps two-second messages visible while axe runs.
  await page.addInitScript(`const wait = setTimeout;
    window.setTimeout = (run, ms) => (ms === 2_000 ? 0 : wait(run, ms));`);
  await openScreen(page, '/');
  await copyButtons(page).first().click();
  await page.getByText('✓ Copied').waitFor();
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
});
