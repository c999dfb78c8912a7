import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { findViolations } from '../support/e2e/axe.ts';
import { action, moderatedJokes } from '../support/e2e/dashboard-site.ts';
import { dialog } from '../support/e2e/dialog-steps.ts';
import { button, link } from '../support/e2e/page-steps.ts';
import { current } from '../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../support/e2e/use-site.ts';

const site = useDashboardSite(moderatedJokes(45));

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

test('axe finds no violation on any screen of a visitor', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  for (const [path, name] of [
    [paths.home, 'Celebrating 20 Years of the Legend'],
    [paths.top, 'Top 100 Chuck Norris Facts'],
    [paths.random, 'Random Chuck Norris Fact'],
    [paths.newest, 'Newest Chuck Norris Facts'],
    [paths.daily, 'Fact of the Day'],
    ['/fact/1', 'Fact no. 1'],
    ['/tag/food', 'Food'],
    ['/search?q=test', 'Search'],
    [paths.submit, 'Submit a Fact'],
    [paths.about, 'About Chuck Norris Facts'],
    [paths.privacy, 'Privacy'],
    [paths.developers, 'For Developers'],
    [paths.factsArchive, 'Facts Archive'],
    [paths.history, 'The History of Chuck Norris Facts'],
    [paths.myVotes, 'My Votes'],
    [paths.login, 'Login'],
    ['/no/such/page', 'Page Not Found'],
  ] as const) {
    await page.goto(path);
    await title(page, name);
    await expect.poll(() => findViolations(page), { message: path }).toEqual([]);
  }
});

test('axe finds no violation on any screen of the administrator', async () => {
  await using late = await site.visit();
  await late.page.goto(paths.setupAdmin);
  await late.page.getByRole('heading', { name: 'Admin Already Exists' }).waitFor();
  await expect.poll(() => findViolations(late.page)).toEqual([]);
  await late.page.goto(paths.hiddenAdmin);
  await button(late.page, 'Login').waitFor();
  await expect.poll(() => findViolations(late.page)).toEqual([]);

  await using visitor = await site.open(paths.admin);
  const { page } = visitor;
  await action(page, 'Edit', 43).click();
  await dialog(page, 'Edit Joke').waitFor();
  await expect.poll(() => findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await expect.poll(() => findViolations(page)).toEqual([]);
  await link(page, 'Review queue').click();
  await current(page).waitFor();
  await expect.poll(() => findViolations(page)).toEqual([]);
  await link(page, 'Log').click();
  await page.getByText('Nobody has decided anything yet.').waitFor();
  await expect.poll(() => findViolations(page)).toEqual([]);
});
