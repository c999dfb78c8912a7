import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, facts, RATINGS, star } from './fact-steps.ts';
import { findOverflows, layoutShift } from './page-state.ts';
import { hears, shows } from './page-steps.ts';
import { NEWEST } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

// The oldest of 42 facts was approved last.
const [oldest, ...others] = numberedJokes(42);
if (oldest === undefined) throw new Error('No jokes');
const late = new Date(Date.UTC(2025, 6, 1));
const site = useSite([{ ...oldest, approved_at: late, updated_at: late }, ...others]);

test('the 40 facts that were approved last are listed, the last one first; a vote that fails is taken back; one that counts does so here at once, and on the home page', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
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

  visitor.expectConsoleError(/status of 503/);
  await page.route(RATINGS, (route) => route.fulfill({ status: 503, json: { detail: 'Later.' } }), {
    times: 1,
  });
  await star(page, 40, '1 star').click();
  await expect.poll(() => alerts).toEqual(['Failed to rate joke. Please try again.']);
  await fact(page, 40).getByText('2 votes').waitFor();

  await star(page, 41, '1 star').click();
  await fact(page, 41).getByText('✓ Voted!').waitFor();
  await fact(page, 41).getByText('3 votes').waitFor();
  await hears(page, 'Voted 1 of 5 stars for fact no. 41.');
  await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
  await page.getByText('Page 1 of 3').waitFor();
  await fact(page, 41).getByText('3 votes').waitFor();
  await fact(page, 41).getByText('3.0/5').waitFor();
});

test('while the list loads there is a spinner, and nothing moves when it comes; where it is empty or can not be loaded the screen says so, and it loads on another try', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  const held = Promise.withResolvers<Route>();
  await page.route(NEWEST, held.resolve, { times: 1 });
  await page.goto('/newest');
  const route = await held.promise;
  await shows(page, 'Loading facts…');
  await route.continue();
  await facts(page).first().waitFor();
  expect(await page.getByText('Loading facts…').count()).toBe(0);
  expect(await layoutShift(page)).toBe(0);

  const empty = { jokes: [], total: 0, pages: 0, page: 1, per_page: 40 };
  await page.route(NEWEST, (asked) => asked.fulfill({ json: empty }), { times: 1 });
  await page.reload();
  await page.getByText('There are no facts yet.').waitFor();

  // It is not tried again by itself: the test need not wait for that.
  await page.route(NEWEST, (asked) => asked.fulfill({ status: 429, json: { detail: 'Later.' } }), {
    times: 1,
  });
  await page.reload();
  await shows(page, 'Error loading newest jokes. Please try again later.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await facts(page).first().waitFor();
});

test('at 320 to 1920 px nothing scrolls sideways, with doubled text neither; without a network the facts stay', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await facts(page).first().waitFor();
  await page.context().setOffline(true);
  await hears(page, 'You are offline.');
  expect(await facts(page).count()).toBe(40);
  expect(await findOverflows(page)).toEqual([]);
});
