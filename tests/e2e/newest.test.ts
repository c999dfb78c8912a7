import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { facts } from './fact-steps.ts';
import { doubleText, layoutShift, overflow } from './page-state.ts';
import { shows } from './page-steps.ts';
import { NEWEST } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

// The oldest of 42 facts was approved last.
const [oldest, ...others] = numberedJokes(42);
if (oldest === undefined) throw new Error('No jokes');
const late = new Date(Date.UTC(2025, 6, 1));
const site = useSite([{ ...oldest, approved_at: late, updated_at: late }, ...others]);

test('the 40 facts that were approved last are listed, the last one first', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await shows(page, '40 newest approved facts');
  await shows(page, 'The latest approved Chuck Norris Facts!');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'Newest Chuck Norris Facts',
  );
  expect(await facts(page).count()).toBe(40);
  expect(await facts(page).first().innerText()).toContain('Test fact number 1 of many.');
  expect(await facts(page).nth(1).innerText()).toContain('Test fact number 42 of many.');
  expect(await facts(page).last().innerText()).toContain('Test fact number 4 of many.');
  expect(await page.getByRole('img').count()).toBe(0);
});

test('a vote counts here at once, and on the home page', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  const fact = page.getByRole('article', { name: 'Fact no. 41', exact: true });
  await fact.getByRole('radio', { name: '1 star', exact: true }).click();
  await fact.getByText('✓ Voted!').waitFor();
  await fact.getByText('3 votes').waitFor();
  await page.getByRole('status').getByText('Voted 1 of 5 stars for fact no. 41.').waitFor();
  await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
  await page.getByText('Page 1 of 3').waitFor();
  await fact.getByText('3 votes').waitFor();
  await fact.getByText('3.0/5').waitFor();
});

test('a vote that fails is taken back', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 503/);
  await page.route('**/api/v1/ratings', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Later.' } }),
  );
  await page.goto('/newest');
  const fact = page.getByRole('article', { name: 'Fact no. 40', exact: true });
  await fact.getByRole('radio', { name: '1 star', exact: true }).click();
  await expect.poll(() => alerts).toEqual(['Failed to rate joke. Please try again.']);
  await fact.getByText('2 votes').waitFor();
});

test('while the list loads there is a spinner, and nothing moves when it comes', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  await page.route(NEWEST, held.resolve);
  await page.goto('/newest');
  const route = await held.promise;
  await shows(page, 'Loading facts…');
  await route.continue();
  await facts(page).first().waitFor();
  expect(await page.getByText('Loading facts…').count()).toBe(0);
  expect(await layoutShift(page)).toBe(0);
});

test('a list that can not be loaded says so, and loads on another try', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await page.route(NEWEST, (route) => route.fulfill({ status: 500, json: { detail: 'No.' } }));
  await page.goto('/newest');
  await shows(page, 'Error loading newest jokes. Please try again later.');
  await page.unroute(NEWEST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await facts(page).first().waitFor();
});

test('an empty list says so', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const json = { jokes: [], total: 0, pages: 0, page: 1, per_page: 40 };
  await page.route(NEWEST, (route) => route.fulfill({ json }));
  await page.goto('/newest');
  await page.getByText('There are no facts yet.').waitFor();
});

test('without a network the facts stay', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await facts(page).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('You are offline.').waitFor();
  expect(await facts(page).count()).toBe(40);
});

test.each([320, 768, 1280])(
  'at %i px nothing scrolls sideways, with doubled text neither',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await page.goto('/newest');
    await facts(page).first().waitFor();
    expect(await overflow(page)).toBe(0);
    await doubleText(page);
    expect(await overflow(page)).toBe(0);
  },
);
