import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storedItem } from '../support/e2e/page-state.ts';
import { fact, factShows, star, voted } from '../support/e2e/fact-steps.ts';
import { announces } from '../support/e2e/page-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

// Each vote is for a different fact. Each fact starts with two 4-star votes.
const site = useSite(numberedJokes(6));

const votedJokes = (page: Page) => storedItem(page, 'votedJokes');

test("a visitor's vote is counted once and stays", async () => {
  const { page, alerts } = await site.visit();
  await page.goto('/');
  await factShows(page, 1, '4.0/5');
  await factShows(page, 1, '2 votes');
  await star(page, 1, '1 star').dblclick();
  await announces(page, 'Voted 1 of 5 stars for fact no. 1.');
  await page.reload();
  await factShows(page, 1, '✓ Voted!');
  await factShows(page, 1, '3.0/5');
  await factShows(page, 1, '3 votes');
  await expect.poll(() => star(page, 1, '1 star').isChecked()).toBe(true);
  await expect.poll(() => votedJokes(page)).toBe('{"1":1}');
  expect(alerts).toEqual([]);

  const second = await site.visit();
  await second.page.goto('/');
  await factShows(second.page, 1, '3 votes');
  await expect.poll(() => voted(second.page, 1).count()).toBe(0);
  await star(second.page, 1, '3 stars').click();
  await factShows(second.page, 1, '4 votes');
});

test('a visitor sees how others voted on the page of a rated fact, and finds every rated fact under My votes, best first', async () => {
  const { page } = await site.visit();
  await page.goto('/my-votes');
  await page.getByText('You haven’t rated anything yet.').waitFor();
  await page.goto('/');
  await star(page, 6, '5 stars').click();
  await factShows(page, 6, '✓ Voted!');
  await page.goto('/fact/5');
  const bars = page.getByRole('table', { name: 'All votes' });
  await expect.poll(() => bars.count()).toBe(0);
  await star(page, 5, '2 stars').click();
  await expect.poll(() => bars.locator('td').allInnerTexts()).toEqual(['0', '1', '0', '2', '0']);
  // A cache may still have the page from before the vote.
  await page.reload();
  await bars.waitFor();
  await fact(page, 5).getByRole('link', { name: '✓ Voted!' }).click();
  await expect
    .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
    .toEqual(['Fact no. 6', 'Fact no. 5']);
});
