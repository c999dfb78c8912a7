import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/e2e/axe.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy fact no. 3' });

test('axe finds no violations after a copy with a menu open, in both themes', async () => {
  await using visitor = await site.visit({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = visitor;
  // Keeps two-second messages visible while axe runs.
  await page.addInitScript(`const wait = setTimeout;
    window.setTimeout = (run, ms) => (ms === 2_000 ? 0 : wait(run, ms));`);
  await page.goto('/');
  await copyButton(page).click();
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
