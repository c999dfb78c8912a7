import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../support/e2e/axe.ts';
import { fact } from '../support/e2e/fact-steps.ts';
import { cachedPaths, openHomeWithWorker } from '../support/e2e/offline-steps.ts';
import { doubleText, overflow, setWidth } from '../support/e2e/page-state.ts';
import { announces, button } from '../support/e2e/page-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const SEARCH = '**/api/v1/jokes/search?*';

const site = useSite(numberedJokes(21));

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
  expect(await findFaults(page)).toEqual([]);
  await setWidth(page, 320);
  await doubleText(page);
  expect(await overflow(page)).toBe(0);
});

test('a search needs a connection, is accessible without one, and is not saved', async () => {
  await using visitor = await openHomeWithWorker(site);
  const { page } = visitor;
  await page.goto('/search');
  const field = page.getByRole('searchbox');
  const held = Promise.withResolvers<Route>();
  await page.context().route(SEARCH, held.resolve, { times: 1 });
  await field.fill('number');
  await button(page, 'Search').click();
  const route = await held.promise;
  await page.getByText('Loading facts…').waitFor();
  expect(await findFaults(page), 'loading').toEqual([]);
  await route.continue();
  await announces(page, '21 facts found');

  await page.context().setOffline(true);
  await field.fill('many');
  await button(page, 'Search').click();
  await page.getByRole('alert').getByText('Searching needs a connection.').waitFor();
  expect(await findFaults(page), 'offline').toEqual([]);
  await page.context().setOffline(false);
  await announces(page, '21 facts found');
  await fact(page, 21).waitFor();
  const saved = await cachedPaths(page);
  expect(saved.filter((path) => /\/search|search-screen/.test(path))).toEqual([]);
  expect(saved).toContain('/api/v1/jokes?page=1&per_page=20&status=active');
});
