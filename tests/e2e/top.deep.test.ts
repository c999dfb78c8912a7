import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { openInShell, TOP } from '../support/e2e/images.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

// Fact 1 has the most 5-star votes; fact 103 has only 1-star votes, so that the site average is
// below five. The most recent facts lead only the other lists.
const jokes = numberedJokes(103);
const site = useSite(
  jokes.map((joke) => {
    const votes = 2 * (110 - joke.joke_id);
    return { ...joke, histogram: joke.joke_id === 103 ? [votes, 0, 0, 0, 0] : [0, 0, 0, 0, votes] };
  }),
);

const fact = (page: Page, rank: number) =>
  page.getByRole('article', { name: `Rank ${rank}, fact no. ${rank}`, exact: true });
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('the Top 100 shows an error offline and loads once online', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await openInShell(page);
  await page.route(TOP, (route) => route.abort('internetdisconnected'));
  await page.goto('/top-100');
  await shows(page, 'Loading facts…');
  await page.context().setOffline(true);
  await shows(page, 'Error loading top jokes. Please try again later.');
  await page.getByRole('alert').getByText('You are offline.').waitFor();
  await page.unroute(TOP);
  await page.context().setOffline(false);
  await fact(page, 1).waitFor();
});
