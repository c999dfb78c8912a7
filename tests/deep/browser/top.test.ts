import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  focused,
  fontsLoaded,
  scrollTo,
  scrollY,
  framesDrawn,
} from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { openInShell } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Fact 1 has the most 5-star votes; fact 103 has only 1-star votes, so that the site average is
// below five. The most recent facts lead only the other lists.
const jokes = numberedJokes(103);
const site = useSite(
  jokes.map((joke) => {
    const votes = 2 * (110 - joke.joke_id);
    return { ...joke, histogram: joke.joke_id === 103 ? [votes, 0, 0, 0, 0] : [0, 0, 0, 0, votes] };
  }),
);

const ranks = (page: Page) => page.locator('ol > li > article');
const fact = (page: Page, rank: number) =>
  page.getByRole('article', { name: `Rank ${rank}, fact no. ${rank}`, exact: true });
const pager = (page: Page, where: 'above' | 'below') =>
  page.getByRole('navigation', { name: `Pages, ${where} the list` });
const go = (page: Page, where: 'above' | 'below', name: string) =>
  pager(page, where).getByRole('link', { name, exact: true });
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const search = (page: Page) => new URL(page.url()).search;

async function openTop(page: Page, path = '/top-100'): Promise<void> {
  await page.goto(path);
  await ranks(page).first().waitFor();
}

test('this week has a ranking of its own, which says why it is short', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openTop(page, '/top-100?page=2');
  await page.getByText(/^Best average first\. Each fact starts with ten average votes/).waitFor();
  const period = (name: string) =>
    page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name, exact: true });
  await expect.poll(() => period('All time').getAttribute('aria-current')).toBe('page');
  await period('This week').click();
  await shows(page, 'The week is young. No fact has five votes yet. Cast some.');
  expect(search(page)).toBe('?period=week');
  await expect
    .poll(() => page.title())
    .toBe('Top 100 Chuck Norris Facts This Week | Chuck Norris Facts');
  await expect.poll(() => period('This week').getAttribute('aria-current')).toBe('page');
  await page.route('**/api/v1/jokes/top?*period=week', async (route) => {
    const answer = await page.request.get('/api/v1/jokes/top?limit=100');
    await route.fulfill({ response: answer });
  });
  await openInShell(page);
  await page.goto('/top-100?period=week&page=2');
  await shows(page, 'Page 2 of 10');
  await expect
    .poll(() => go(page, 'below', 'Next').getAttribute('href'))
    .toBe('/top-100?period=week&page=3');
  await expect
    .poll(() => go(page, 'below', 'Page 1').getAttribute('href'))
    .toBe('/top-100?period=week');
  await period('All time').click();
  await shows(page, 'Page 1 of 10');
  expect(search(page)).toBe('');
});

test('the page of the Top 100 is in its URL', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const calls: string[] = [];
  await openInShell(page);
  page.on('request', (request) => {
    if (request.url().includes('/jokes/top')) calls.push(new URL(request.url()).search);
  });
  await openTop(page, '/top-100?page=3');
  await fact(page, 21).waitFor();
  await go(page, 'above', 'Next').click();
  await fact(page, 31).waitFor();
  expect(search(page)).toBe('?page=4');
  await announces(page, 'Page 4 of 10');
  await page.goBack();
  await fact(page, 21).waitFor();
  await go(page, 'above', 'Page 1').click();
  await fact(page, 1).waitFor();
  expect(search(page)).toBe('');
  expect(calls).toEqual(['?limit=100']);
});

test('only the controls below the list scroll to its top', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 500 } });
  const { page } = visitor;
  await openTop(page);
  await fontsLoaded(page);
  await go(page, 'below', 'Page 3').scrollIntoViewIfNeeded();
  const scrollBefore = await scrollY(page);
  expect(scrollBefore).toBeGreaterThan(500);
  await go(page, 'below', 'Page 3').click();
  await fact(page, 21).waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  await page.goBack();
  await fact(page, 1).waitFor();
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);
  await framesDrawn(page);
  await scrollTo(page, 120);
  await go(page, 'above', 'Next').click();
  await fact(page, 11).waitFor();
  await focused(page, go(page, 'above', 'Next')).waitFor();
  await expect.poll(() => scrollY(page)).toBe(120);
  await page.goto('/top-100?page=9');
  await go(page, 'above', 'Next').click();
  await fact(page, 100).waitFor();
  await focused(page, go(page, 'above', 'Next')).waitFor();
  await expect.poll(() => go(page, 'above', 'Next').isDisabled()).toBe(true);
});

test('a vote shows on other screens without reordering the facts', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openTop(page);
  // The best fact stays the best, so that the order holds for the other tests.
  await fact(page, 1).getByRole('radio', { name: '5 stars', exact: true }).click();
  await fact(page, 1).getByText('✓ Voted!').waitFor();
  await fact(page, 1).getByText('219 votes').waitFor();
  await announces(page, 'Voted 5 of 5 stars for fact no. 1.');
  const texts = await page.locator('.joke-text').allInnerTexts();
  expect(texts).toEqual(
    Array.from({ length: 10 }, (_, index) => `Test fact number ${index + 1} of many.`),
  );
  // The list reloads, in any order, and includes the vote.
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByRole('heading', { name: 'Newest Chuck Norris Facts' }).waitFor();
  await page.goBack();
  await fact(page, 1).getByText('219 votes').waitFor();
});
