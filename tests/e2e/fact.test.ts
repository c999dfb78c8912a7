import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact } from '../support/e2e/fact-steps.ts';
import { focused, scrollY } from '../support/e2e/page-state.ts';
import { shows, recordRequests } from '../support/e2e/page-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const SINGLE = '**/api/v1/jokes/*';
// The client does not retry a 429, so the test does not wait for retries.
const FAILED = { status: 429, json: { detail: 'Later.' } };

const site = useSite(
  numberedJokes(6).map((joke) =>
    joke.joke_id === 3
      ? { ...joke, status: 'pending', histogram: [0, 0, 0, 0, 0], approved_at: null }
      : joke,
  ),
);

const textOf = (page: Page, id: number) =>
  fact(page, id).getByText(`Test fact number ${id} of many.`, { exact: true });
const neighbors = (page: Page) =>
  page.getByRole('navigation', { name: 'Previous and next fact' }).getByRole('link');
const numberLink = (page: Page, id: number) =>
  page.getByRole('link', { name: `Fact no. ${id}`, exact: true });

test('a fact has its own page with links to its approved neighbors', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const calls = recordRequests(page, /^\/api\//);
  await page.addInitScript(`window.titles = [];
    new MutationObserver(() => window.titles.push(document.title))
      .observe(document, { childList: true, characterData: true, subtree: true });`);
  await page.goto('/fact/2');
  await textOf(page, 2).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Fact no. 2');
  const titles = await page.evaluate<string[]>('[...new Set(window.titles)].filter(Boolean)');
  expect(titles).toEqual(['Test fact number 2 of many – Fact no. 2 | Chuck Norris Facts']);
  expect(await fact(page, 2).getByRole('radio').count()).toBe(5);
  await shows(page, '4.0/5');
  await shows(page, '2 votes');
  expect(calls).toEqual([]);

  expect(await neighbors(page).allTextContents()).toEqual(['← Fact no. 1', 'Fact no. 4 →']);
  await neighbors(page).last().click();
  await textOf(page, 4).waitFor();
  expect(new URL(page.url()).pathname).toBe('/fact/4');
  expect(await page.title()).toBe('Test fact number 4 of many – Fact no. 4 | Chuck Norris Facts');
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  await page.goBack();
  await textOf(page, 2).waitFor();
  await neighbors(page).first().click();
  await textOf(page, 1).waitFor();
  expect(await neighbors(page).allTextContents()).toEqual(['Fact no. 2 →']);
  await page.goto('/fact/6');
  await textOf(page, 6).waitFor();
  expect(await neighbors(page).allTextContents()).toEqual(['← Fact no. 5']);

  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('You are offline.').waitFor();
  await textOf(page, 6).waitFor();
  calls.length = 0;
  await neighbors(page).click();
  await shows(page, 'Error loading joke. Please try again later.');
  await page.getByRole('alert').getByText('You are offline.').waitFor();
  // It says so at once, and tries again when there is a connection.
  expect(calls).toEqual(['/api/v1/jokes/5']);
  await page.context().setOffline(false);
  await textOf(page, 5).waitFor();
});

test('a visitor opens a fact from its card and returns with Back', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 500 } });
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 1');
  const held = Promise.withResolvers<Route>();
  await page.route(SINGLE, held.resolve, { times: 1 });
  await numberLink(page, 2).scrollIntoViewIfNeeded();
  const scrollBefore = await scrollY(page);
  expect(scrollBefore).toBeGreaterThan(500);
  await numberLink(page, 2).click();
  const route = await held.promise;
  await shows(page, 'Loading...');
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  expect(await scrollY(page)).toBe(0);
  await route.continue();
  await textOf(page, 2).waitFor();
  expect(await page.getByText('Loading...').count()).toBe(0);
  expect(await page.title()).toBe('Test fact number 2 of many – Fact no. 2 | Chuck Norris Facts');
  await page.goBack();
  await shows(page, 'Page 1 of 1');
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);

  visitor.expectConsoleError(/status of 429/);
  await page.route(SINGLE, (failing) => failing.fulfill(FAILED));
  await numberLink(page, 4).click();
  await shows(page, 'Error loading joke. Please try again later.');
  await page.unroute(SINGLE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await textOf(page, 4).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
