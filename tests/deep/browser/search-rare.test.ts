import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { fact } from '../../support/e2e/fact-steps.ts';
import { cachedPaths, openHomeWithWorker } from '../../support/e2e/offline-steps.ts';
import { doubleText, overflow, setWidth } from '../../support/e2e/page-state.ts';
import { announces, button } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const SEARCH = '**/api/v1/jokes/search?*';

const site = useSite(
  numberedJokes(22).map((joke) =>
    joke.joke_id === 1 ? { ...joke, joke_text: 'His “Don’t” is a roundhouse-kick.' } : joke,
  ),
);

const field = (page: Page) => page.getByRole('searchbox', { name: 'Words or a fact number' });

test.each([
  ['near matches', '?q=nubmer', 'These come close:'],
  ['nothing found', '?q=zzz', 'No fact says that.'],
  ['no word', '?q=%3F!', 'There is no word or number in that.'],
  ['too long a search', `?q=${'a'.repeat(501)}`, 'That is longer than any fact'],
  ['a long word', `?q=${'a'.repeat(500)}`, 'No fact says that.'],
  ['a page beyond the last', '?q=test&page=9', 'There is no page 9.'],
])('a search with %s passes axe without horizontal scrolling', async (_what, query, text) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto(`/search${query}`);
  await page.getByText(text).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await setWidth(page, 320);
  await doubleText(page);
  await expect.poll(() => overflow(page)).toBe(0);
});

test('a search needs a connection, is accessible without one, and is not saved', async () => {
  await using visitor = await openHomeWithWorker(site);
  const { page } = visitor;
  await page.goto('/search');
  const held = Promise.withResolvers<Route>();
  await page.context().route(SEARCH, held.resolve, { times: 1 });
  await field(page).fill('number');
  await button(page, 'Search').click();
  const route = await held.promise;
  await page.getByText('Loading facts…').waitFor();
  await expect.poll(() => findFaults(page), { message: 'loading' }).toEqual([]);
  await route.continue();
  await announces(page, '21 facts found');

  await page.context().setOffline(true);
  await field(page).fill('many');
  await button(page, 'Search').click();
  await page.getByRole('alert').getByText('You are offline,').waitFor();
  await expect.poll(() => findFaults(page), { message: 'offline' }).toEqual([]);
  await page.context().setOffline(false);
  await announces(page, '21 facts found');
  await fact(page, 21).waitFor();
  const saved = await cachedPaths(page);
  expect(saved.filter((path) => /\/search|search-screen/.test(path))).toEqual([]);
  expect(saved).toContain('/api/v1/jokes?page=1&per_page=20&status=active');
});

test('the search is accessible in each state, and a failed one can be repeated', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/status of 429/);
  const { page } = visitor;
  await page.goto('/search?q=test');
  await expect.poll(() => findFaults(page), { message: 'found' }).toEqual([]);
  await page.goto('/search');
  // The client does not retry a 429, so the test does not wait for retries.
  await page.route(SEARCH, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { detail: 'Later.' } }),
  );
  await field(page).fill('kick');
  await button(page, 'Search').click();
  const alert = page.getByRole('alert');
  await alert
    .getByText('Too many searches from your network. Please try again in a minute.')
    .waitFor();
  await expect.poll(() => findFaults(page), { message: 'failed' }).toEqual([]);
  await page.unroute(SEARCH);
  await button(page, 'Try again').click();
  await fact(page, 1).waitFor();
  await field(page).press('Enter');
  await announces(page, '1 fact found');
  // The narrowest windows with the links beside the logo, and in the menu.
  for (const width of [1024, 320]) {
    await setWidth(page, width);
    const height = async () => (await page.getByRole('banner').boundingBox())?.height;
    await expect.poll(height, { message: `${width} px` }).toBeLessThan(70);
  }
  await setWidth(page, 320);
  await doubleText(page);
  await expect.poll(() => overflow(page)).toBe(0);
});
