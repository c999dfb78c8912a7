import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from './fact-steps.ts';
import { focused, scrollY } from './page-state.ts';
import { shows } from './page-steps.ts';
import { numberedJokes, openSite, type Site } from './site.ts';

const LIST = '**/api/v1/jokes?*';

let site: Site;
beforeAll(async () => {
  const jokes = numberedJokes(46);
  const last = jokes.pop();
  if (last === undefined) throw new Error('No jokes');
  // 45 approved jokes are three pages; the newest joke of all is not approved.
  site = await openSite([
    ...jokes,
    { ...last, status: 'pending', histogram: [0, 0, 0, 0, 0], approved_at: null },
  ]);
});
afterAll(() => site[Symbol.asyncDispose]());

const intro = (page: Page) => page.getByRole('region', { name: 'What are Chuck Norris Facts?' });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous' });
const countIn = async (page: Page, word: string) =>
  (await intro(page).innerText()).split(word).length - 1;

test('the home page shows the newest approved facts, 20 of them, and the total twice', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  expect(await page.title()).toBe('Chuck Norris Facts');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('20 Years');
  expect(await page.getByText('Why Chuck Norris Facts Are Legendary').count()).toBe(1);
  expect(await facts(page).count()).toBe(20);
  expect(await facts(page).first().innerText()).toContain('Test fact number 45 of many.');
  expect(await facts(page).last().innerText()).toContain('Test fact number 26 of many.');
  expect(await countIn(page, '45')).toBe(2);
  expect(await countIn(page, '1000')).toBe(0);
});

test('Previous and Next walk through the pages, keep them in the address and stop at the ends', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  expect(await previous(page).isDisabled()).toBe(true);
  await next(page).click();
  await shows(page, 'Test fact number 25 of many.');
  expect(new URL(page.url()).search).toBe('?page=2');
  expect(await previous(page).isEnabled()).toBe(true);
  await next(page).click();
  await shows(page, 'Test fact number 1 of many.');
  await page.getByRole('status').getByText('Page 3 of 3').waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  expect(await facts(page).count()).toBe(5);
  await page.reload();
  await shows(page, 'Test fact number 1 of many.');
  await previous(page).click();
  await previous(page).click();
  await shows(page, 'Test fact number 45 of many.');
  expect(new URL(page.url()).search).toBe('');
});

test('turning a page goes to the top of the list; Back returns to where one was', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  await next(page).scrollIntoViewIfNeeded();
  const left = await scrollY(page);
  expect(left).toBeGreaterThan(1000);
  await next(page).click();
  await shows(page, 'Test fact number 25 of many.');
  const heading = page.getByRole('heading', { name: 'The facts' });
  expect((await heading.boundingBox())?.y).toBeLessThan(100);
  await focused(page, heading).waitFor();
  await page.goBack();
  await shows(page, 'Test fact number 45 of many.');
  await expect.poll(() => scrollY(page)).toBe(left);
});

test.each(['?page=0', '?page=abc', '?page=-2', '?page=4', '?page=999999999'])(
  '/%s falls back to page 1',
  async (search) => {
    await using visitor = await site.visit();
    await visitor.page.goto(`/${search}`);
    await shows(visitor.page, 'Page 1 of 3');
    await shows(visitor.page, 'Test fact number 45 of many.');
  },
);

test('while the list loads there is a spinner, the total 1000 and no Next', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  await page.route(LIST, held.resolve);
  await page.goto('/');
  const route = await held.promise;
  await shows(page, 'Loading facts…');
  expect(await countIn(page, '1000')).toBe(2);
  expect(await next(page).isDisabled()).toBe(true);
  expect(await previous(page).isDisabled()).toBe(true);
  await route.continue();
  await shows(page, 'Page 1 of 3');
  expect(await page.getByText('Loading facts…').count()).toBe(0);
});

test('while the next page loads, the one before stays, busy', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  const held = Promise.withResolvers<Route>();
  await page.route(LIST, held.resolve);
  await next(page).click();
  const route = await held.promise;
  await shows(page, 'Page 2 of 3');
  expect(await page.locator('[aria-busy=true]').innerText()).toContain('Test fact number 45');
  await route.continue();
  await shows(page, 'Test fact number 25 of many.');
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
});

test('a list that can not be loaded says so, shows the total 1000, and loads on another try', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/Failed to load resource: the server responded with a status of 500/);
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { detail: 'No.' } }));
  await page.goto('/');
  await shows(page, 'Error loading jokes. Please try again later.');
  expect(await countIn(page, '1000')).toBe(2);
  expect(await next(page).isDisabled()).toBe(true);
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await shows(page, 'Page 1 of 3');
  expect(await facts(page).count()).toBe(20);
});

test('an empty list says so', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const json = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20 };
  await page.route(LIST, (route) => route.fulfill({ json }));
  await page.goto('/');
  await page.getByText('There are no facts yet.').waitFor();
  await shows(page, 'Page 1 of 1');
  expect(await next(page).isDisabled()).toBe(true);
});

test('without a network the facts stay, and a page that is missing comes by itself later', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('You are offline.').waitFor();
  expect(await facts(page).count()).toBe(20);
  await next(page).click();
  await shows(page, 'Error loading jokes. Please try again later.');
  await page.context().setOffline(false);
  await shows(page, 'Test fact number 25 of many.');
  expect(await page.getByText('You are offline.').count()).toBe(0);
});
