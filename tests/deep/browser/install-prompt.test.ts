import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import type { Visitor } from '../../support/e2e/browser.ts';
import { openFreshBrowser } from '../../support/e2e/fresh-browser.ts';
import { installPanel, openPaused, showInstallPanel } from '../../support/e2e/install-steps.ts';
import { focused, layoutShift } from '../../support/e2e/page-state.ts';
import { announces, pauseClock } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(20));

const button = (page: Page, name: string) => installPanel(page).getByRole('button', { name });

async function openHome(options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await site.visit(options);
  await pauseClock(visitor.page);
  await openPaused(visitor.page, '/');
  return visitor;
}

test('Chromium offers a new visitor the installation', { tags: 'U6' }, async () => {
  await using freshBrowser = await openFreshBrowser();
  const { page } = freshBrowser;
  await page.goto(`${site.origin}/`);
  await button(page, 'Install').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test('the prompt is accessible and announced, takes no focus, moves nothing, and leads to the browser’s dialog', async () => {
  const { page } = await openHome();
  await showInstallPanel(page);
  await announces(page, 'This site can be installed as an app.');
  await expect.poll(() => installPanel(page).locator(':focus').count()).toBe(0);
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Install').click();
  await installPanel(page).waitFor({ state: 'detached' });
  expect(await page.locator('html').getAttribute('data-prompts')).toBe('!');
});

test('Escape dismisses the prompt, and the heading has the focus', { tags: 'U3' }, async () => {
  const { page } = await openHome();
  await showInstallPanel(page);
  await button(page, 'Not now').focus();
  await page.keyboard.press('Escape');
  await installPanel(page).waitFor({ state: 'detached' });
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
});
