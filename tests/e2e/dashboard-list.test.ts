import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { LIST, moderatedJokes, place, row, shownIds } from './dashboard-site.ts';
import { doubleText, overflow } from './page-state.ts';
import { button, hears } from './page-steps.ts';
import { useDashboardSite } from './use-site.ts';

// 450 jokes are 23 pages; 225 of them are pending, 12 pages.
const site = useDashboardSite(moderatedJokes(450));

const status = (page: Page) => page.getByLabel('Status');
const sort = (page: Page) => page.getByLabel('Sort');
const searchBox = (page: Page) => page.getByLabel('Search jokes');
const search = (page: Page) => new URL(page.url()).search;
const numbers = async (page: Page) =>
  (await page.locator('.pagination-pages').innerText()).split(/\s+/).join(' ');

test('an administrator sees all jokes, newest first, 20 to a page, in a table', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await place(page, 'Page 1 of 23');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Admin Dashboard');
  expect(await shownIds(page)).toEqual(Array.from({ length: 20 }, (_, index) => 450 - index));
  const table = page.getByRole('table', { name: 'Joke Management' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'ID',
    'Joke',
    'Status',
    'Actions',
  ]);
  expect(await row(page, 450).innerText()).toContain('Test fact number 450 of many.');
  expect(await row(page, 450).locator('.badge').innerText()).toBe('Pending');
  expect(await row(page, 449).locator('.badge').innerText()).toBe('Approved');
  expect(await row(page, 445).locator('.badge').innerText()).toBe('Rejected');
});

test('the paging control steps, jumps and goes to a typed page; Back returns', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await place(page, 'Page 1 of 23');
  expect(await numbers(page)).toBe('1 2 3 … 23');
  expect(await button(page, 'Previous').isDisabled()).toBe(true);
  expect(await button(page, '-20 pages').isDisabled()).toBe(true);
  await button(page, '+20 pages').click();
  await place(page, 'Page 21 of 23');
  expect(await numbers(page)).toBe('1 … 19 20 21 22 23');
  await button(page, '+20 pages').click();
  await place(page, 'Page 23 of 23');
  expect(await shownIds(page)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await button(page, 'Next').isDisabled()).toBe(true);
  await button(page, 'Previous').click();
  await place(page, 'Page 22 of 23');
  await button(page, '-20 pages').click();
  await place(page, 'Page 2 of 23');
  await button(page, 'Page 4').click();
  await place(page, 'Page 4 of 23');
  expect(await button(page, 'Page 4').getAttribute('aria-current')).toBe('page');
  await page.getByLabel('Go to').fill('12');
  await button(page, 'Go').click();
  await place(page, 'Page 12 of 23');
  expect(await numbers(page)).toBe('1 … 10 11 12 13 14 … 23');
  expect(search(page)).toBe('?page=12');
  await hears(page, 'Page 12 of 23');
  await page.goBack();
  await place(page, 'Page 4 of 23');
});

test.each(['0', '24', '-3', '2.5', 'two', ''])('going to page %j is ignored', async (typed) => {
  await using visitor = await site.open('/admin?page=3');
  const { page } = visitor;
  await place(page, 'Page 3 of 23');
  await page.getByLabel('Go to').fill(typed);
  await page.getByLabel('Go to').press('Enter');
  await place(page, 'Page 3 of 23');
  expect(search(page)).toBe('?page=3');
});

test('search, filter and order narrow the list, go to page 1, and survive reload and Back', async () => {
  await using visitor = await site.open('/admin?page=5');
  const { page } = visitor;
  await place(page, 'Page 5 of 23');
  await searchBox(page).fill('ROUNDHOUSE');
  await searchBox(page).press('Enter');
  await place(page, 'Page 1 of 3');
  await status(page).selectOption('Pending');
  await place(page, 'Page 1 of 2');
  await hears(page, '25 jokes. Page 1 of 2');
  await sort(page).selectOption('Oldest First');
  await row(page, 18).waitFor();
  await button(page, 'Next').click();
  await place(page, 'Page 2 of 2');
  expect(await shownIds(page)).toEqual([378, 396, 414, 432, 450]);
  expect(search(page)).toBe('?status=pending&sort=date_asc&search=ROUNDHOUSE&page=2');
  await page.reload();
  await place(page, 'Page 2 of 2');
  expect(await shownIds(page)).toEqual([378, 396, 414, 432, 450]);
  expect(await searchBox(page).inputValue()).toBe('ROUNDHOUSE');
  expect(await status(page).inputValue()).toBe('pending');
  expect(await sort(page).inputValue()).toBe('date_asc');
  for (let steps = 0; steps < 4; steps += 1) await page.goBack();
  await place(page, 'Page 5 of 23');
  expect(await searchBox(page).inputValue()).toBe('');
});

test.each([
  ['approved', 9],
  ['pending', 12],
  ['rejected', 3],
])('the filter %s shows these alone', async (wanted, pages) => {
  await using visitor = await site.open(`/admin?status=${wanted}`);
  const { page } = visitor;
  await place(page, `Page 1 of ${pages}`);
  const badges = await page.locator('.badge').allInnerTexts();
  expect(new Set(badges.map((badge) => badge.toLowerCase()))).toEqual(new Set([wanted]));
});

test('a page beyond the last is the last', async () => {
  await using visitor = await site.open('/admin?page=99');
  await place(visitor.page, 'Page 23 of 23');
  expect(search(visitor.page)).toBe('?page=23');
});

test('a search without a match says so', async () => {
  await using visitor = await site.open('/admin?search=nowhere');
  await visitor.page.getByText('No jokes found.').waitFor();
  await place(visitor.page, 'Page 1 of 1');
});

test("'Loading...' stands there first; later the page before stays, busy", async () => {
  await using visitor = await site.open('/about');
  const { page } = visitor;
  const first = Promise.withResolvers<Route>();
  await page.route(LIST, first.resolve, { times: 1 });
  await page.goto('/admin');
  const route = await first.promise;
  await page.getByText('Loading...', { exact: true }).waitFor();
  await route.continue();
  await place(page, 'Page 1 of 23');
  const second = Promise.withResolvers<Route>();
  await page.route(LIST, second.resolve, { times: 1 });
  await button(page, 'Next').click();
  const held = await second.promise;
  expect(await page.locator('[aria-busy=true]').innerText()).toContain('Test fact number 450');
  await held.continue();
  await row(page, 430).waitFor();
});

test("a list that can not be loaded says 'Error: ' and why, and loads on another try", async () => {
  await using visitor = await site.open('/about');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 422/);
  await page.route(LIST, (route) => route.fulfill({ status: 422, json: { detail: 'Not so.' } }));
  await page.goto('/admin');
  await page.getByRole('alert').getByText('Error: Not so.', { exact: true }).waitFor();
  await page.unroute(LIST);
  await button(page, 'Try again').click();
  await place(page, 'Page 1 of 23');
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('without a network the list stays and a missing page says so, then loads by itself', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await place(page, 'Page 1 of 23');
  await page.context().setOffline(true);
  await hears(page, /You are offline/);
  expect(await shownIds(page)).toHaveLength(20);
  await button(page, 'Next').click();
  await page
    .getByRole('alert')
    .getByText(/^Error: .*can't be reached/)
    .waitFor();
  await page.context().setOffline(false);
  await place(page, 'Page 2 of 23');
});

test.each([320, 768, 1280])(
  'at %i px nothing scrolls sideways, doubled text neither',
  async (width) => {
    await using visitor = await site.open('/admin?page=12', { viewport: { width, height: 800 } });
    const { page } = visitor;
    await place(page, 'Page 12 of 23');
    expect(await page.getByRole('table').count()).toBe(width < 768 ? 0 : 1);
    expect(await shownIds(page)).toHaveLength(20);
    expect(await overflow(page)).toBe(0);
    await doubleText(page);
    expect(await overflow(page)).toBe(0);
  },
);

test.each([
  [320, 'light'],
  [320, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('axe finds nothing at %i px, %s', async (width, colorScheme) => {
  const viewport = { width, height: 800 };
  await using visitor = await site.open('/admin?page=12', { viewport, colorScheme });
  await place(visitor.page, 'Page 12 of 23');
  expect(await findViolations(visitor.page)).toEqual([]);
});
