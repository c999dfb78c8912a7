import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  focused,
  fontsLoaded,
  framesDrawn,
  scrollTo,
  scrollY,
} from '../../support/e2e/page-state.ts';
import { recordRequests, shows } from '../../support/e2e/page-steps.ts';
import { openInShell } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The rank of a fact is its number. The last one has only 1-star votes, so that the site average is below five.
const site = useSite(
  numberedJokes(100).map((joke) => {
    const votes = 2 * (110 - joke.joke_id);
    return { ...joke, histogram: joke.joke_id === 100 ? [votes, 0, 0, 0, 0] : [0, 0, 0, 0, votes] };
  }),
);

const fact = (page: Page, rank: number) =>
  page.getByRole('article', { name: `Rank ${rank}, fact no. ${rank}`, exact: true });
const go = (page: Page, where: 'above' | 'below', name: string) =>
  page
    .getByRole('navigation', { name: `Pages, ${where} the list` })
    .getByRole('link', { name, exact: true });

test('this week has a ranking of its own, which says why it is short', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const period = (name: string) =>
    page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name, exact: true });
  await page.goto('/top-100?page=2');
  await expect.poll(() => period('All time').getAttribute('aria-current')).toBe('page');
  await period('This week').click();
  await shows(page, 'The week is young. No fact has five votes yet. Cast some.');
  await page.waitForURL('/top-100?period=week');
  await expect
    .poll(() => page.title())
    .toBe('Top 100 Chuck Norris Facts This Week | Chuck Norris Facts');
  await expect.poll(() => period('This week').getAttribute('aria-current')).toBe('page');

  await period('All time').click();
  await fact(page, 1).waitFor();
  await page.waitForURL('/top-100');
});

test('only the controls below the list scroll to its top; its pages are loaded once, and are in the history', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 500 } });
  const { page } = visitor;
  const calls = recordRequests(page, /^\/api\/v1\/jokes\/top/);
  await openInShell(page);
  await page.goto('/top-100');
  await fact(page, 1).waitFor();
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
  expect(calls).toHaveLength(1);
});
