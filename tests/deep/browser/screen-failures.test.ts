import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../../support/e2e/axe.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

const SCRIPT = '**/assets/submit-screen-*.js';

async function openSubmit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Submit' }).click();
}

test('a screen that fails to render shows an error, the other screens work, and reloading fixes it', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  visitor.expectConsoleError(/Nothing to draw with/);
  const { page } = visitor;
  await page.route(SCRIPT, (route) =>
    route.fulfill({
      body: 'export default () => { throw new Error("Nothing to draw with"); };',
      contentType: 'text/javascript',
    }),
  );
  await page.goto('/');
  await openSubmit(page);
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await expect.poll(() => alert.innerText()).toContain('Reloading it usually helps.');
  await expect.poll(() => findViolations(page)).toEqual([]);
  await expect.poll(() => overflow(page)).toBe(0);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Newest' }).click();
  await page.getByText('Test fact number 1 of many.').waitFor();
  await expect.poll(() => alert.count()).toBe(0);

  await openSubmit(page);
  await page.unroute(SCRIPT);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Submit a Fact' }).waitFor();
});
