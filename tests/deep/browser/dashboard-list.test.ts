import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  action,
  moderatedJokes,
  openDashboardSite,
  row,
  shownIds,
  showsBadge,
  showsPage,
} from '../../support/e2e/dashboard-site.ts';
import { star } from '../../support/e2e/fact-steps.ts';
import { announces, button, link } from '../../support/e2e/page-steps.ts';
import { field, showsSuccess, submitButton } from '../../support/e2e/submit-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

// 450 jokes fill 23 pages; the 225 pending ones fill 12 pages.
const site = useDashboardSite(moderatedJokes(450));

const status = (page: Page) => page.getByLabel('Status');
const searchBox = (page: Page) => page.getByLabel('Search jokes');
const search = (page: Page) => new URL(page.url()).search;
const numbers = async (page: Page) =>
  (await page.locator('.pager_numbers').innerText()).split(/\s+/).join(' ');

test('an administrator pages through all jokes, newest first, 20 per page, and invalid Go to input is ignored', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await showsPage(page, 'Page 1 of 23');
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toBe('Admin Dashboard');
  await expect
    .poll(() => shownIds(page))
    .toEqual(Array.from({ length: 20 }, (_, index) => 450 - index));
  const table = page.getByRole('table', { name: 'Joke Management' });
  await expect
    .poll(() => table.getByRole('columnheader').allInnerTexts())
    .toEqual(['ID', 'Joke', 'Status', 'Actions']);
  await expect.poll(() => row(page, 450).innerText()).toContain('Test fact number 450 of many.');
  await expect.poll(() => row(page, 450).locator('.badge_badge').innerText()).toBe('Pending');
  await expect.poll(() => row(page, 449).locator('.badge_badge').innerText()).toBe('Approved');
  await expect.poll(() => row(page, 445).locator('.badge_badge').innerText()).toBe('Rejected');

  await expect.poll(() => numbers(page)).toBe('1 2 3 … 23');
  await expect.poll(() => link(page, 'Previous').isDisabled()).toBe(true);
  await expect.poll(() => link(page, '-20 pages').isDisabled()).toBe(true);
  await link(page, '+20 pages').click();
  await showsPage(page, 'Page 21 of 23');
  await expect.poll(() => numbers(page)).toBe('1 … 19 20 21 22 23');
  await link(page, '+20 pages').click();
  await showsPage(page, 'Page 23 of 23');
  await expect.poll(() => shownIds(page)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await expect.poll(() => link(page, 'Next').isDisabled()).toBe(true);
  await link(page, 'Previous').click();
  await showsPage(page, 'Page 22 of 23');
  await link(page, '-20 pages').click();
  await showsPage(page, 'Page 2 of 23');
  await link(page, 'Page 4').click();
  await showsPage(page, 'Page 4 of 23');
  await expect.poll(() => link(page, 'Page 4').getAttribute('aria-current')).toBe('page');
  await expect.poll(() => link(page, 'Next').getAttribute('href')).toBe('/admin?page=5');
  await page.getByLabel('Go to').fill('12');
  await button(page, 'Go').click();
  await showsPage(page, 'Page 12 of 23');
  await expect.poll(() => numbers(page)).toBe('1 … 10 11 12 13 14 … 23');
  expect(search(page)).toBe('?page=12');
  await announces(page, 'Page 12 of 23');
  await page.getByLabel('Go to').fill('24');
  await page.getByLabel('Go to').press('Enter');
  await showsPage(page, 'Page 12 of 23');
  expect(search(page)).toBe('?page=12');
  await page.goBack();
  await showsPage(page, 'Page 4 of 23');
});

test('the dashboard says how many facts wait and since when, with a link to the queue, and no day once the oldest is decided', async () => {
  await using ownSite = await openDashboardSite(moderatedJokes(4));
  await using visitor = await ownSite.open('/admin', { timezoneId: 'UTC' });
  const { page } = visitor;
  const waiting = page.getByRole('navigation', { name: 'Waiting for a decision' });
  const text = async () => (await waiting.innerText()).replaceAll(/\s+/g, ' ');
  await expect.poll(text).toBe('2 facts wait, the oldest since Jan 2, 2025');
  await action(page, 'Approve', 2).click();
  await expect.poll(text).toBe('1 fact waits');
  await page.reload();
  await expect.poll(text).toBe('1 fact waits, since Jan 4, 2025');
  await expect.poll(() => waiting.getByRole('link').getAttribute('href')).toBe('/admin/queue');
  await action(page, 'Reject', 4).click();
  await expect.poll(text).toBe('No fact waits');
});

test('a page number past the end shows the last page, and an unmatched search shows a message', async () => {
  await using visitor = await site.open('/admin?page=99');
  const { page } = visitor;
  await showsPage(page, 'Page 23 of 23');
  expect(search(page)).toBe('?page=23');
  await searchBox(page).fill('nowhere');
  await searchBox(page).press('Enter');
  await page.getByText('No jokes found.').waitFor();
  await showsPage(page, 'Page 1 of 1');
  await searchBox(page).fill('');
  await searchBox(page).press('Enter');
  await status(page).selectOption('Pending');
  await showsPage(page, 'Page 1 of 12');
  await expect.poll(() => status(page).inputValue()).toBe('pending');
  await status(page).selectOption('All');
  for (const typed of ['#36', '36']) {
    await searchBox(page).fill(typed);
    await searchBox(page).press('Enter');
    await row(page, 36).waitFor();
    await row(page, 450).waitFor({ state: 'detached' });
  }
  await expect.poll(() => row(page, 36).innerText()).toContain('Feb 5, 2025');
  await expect.poll(() => row(page, 136).innerText()).toContain('Test fact number 136 of many.');
  await expect.poll(() => row(page, 36).getByRole('link').count()).toBe(0);
  await searchBox(page).fill('#37');
  await searchBox(page).press('Enter');
  await expect.poll(() => link(page, 'Fact no. 37').getAttribute('href')).toBe('/fact/37');
  await expect.poll(() => row(page, 37).innerText()).toContain('4.0/5, 2 votes');
});

/** Adds an unknown field to every object in a JSON value, as a later version of the API might. */
function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMoreFields(field)]);
  return { ...Object.fromEntries(fields), added_later: { since: 2 } };
}

test(
  'visitors and administrators can use the site if every response has additional fields',
  { tags: 'S21' },
  async () => {
    await using ownSite = await openDashboardSite(moderatedJokes(30));
    await using visitor = await ownSite.open('/admin?search=%2329');
    const { page } = visitor;
    visitor.expectConsoleError(/status of 400/);
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({ response, json: withMoreFields(body) });
    });
    await page.reload();
    await showsBadge(page, 29, 'Approved');
    await action(page, 'Reject', 29).click();
    await showsBadge(page, 29, 'Rejected');
    await action(page, 'Preview image', 29).click();
    await page.getByText('No image generated yet.').waitFor();
    await page.keyboard.press('Escape');

    for (const name of ['Top 100', 'Newest', 'Random']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('radio', { name: '5 stars' }).first().waitFor();
    }
    await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
    await page.getByRole('link', { name: 'Fact no. 27', exact: true }).click();
    await page.getByRole('heading', { name: 'Fact no. 27', level: 1 }).waitFor();
    await star(page, 27, '5 stars').click();
    await announces(page, 'Voted 5 of 5 stars for fact no. 27.');
    await page.evaluate("localStorage.removeItem('votedJokes')");
    await page.reload();
    visitor.alerts.length = 0;
    await star(page, 27, '4 stars').click();
    await expect.poll(() => visitor.alerts).toEqual(['You have already rated this joke!']);
    await page.getByRole('link', { name: 'Submit', exact: true }).click();
    await field(page).fill('Chuck Norris reads the answers of tomorrow today.');
    await submitButton(page).click();
    await showsSuccess(page);
  },
);
