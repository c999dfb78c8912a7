import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, RATINGS, star } from '../support/e2e/fact-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

// Each vote is for a different fact. Each fact starts with two 4-star votes.
const site = useSite(numberedJokes(6));

const shows = (page: Page, id: number, text: string) =>
  fact(page, id).getByText(text, { exact: true }).waitFor();
const voted = (page: Page, id: number) => fact(page, id).getByText('✓ Voted!');
const votedJokes = (page: Page) =>
  page.evaluate<string | null>("localStorage.getItem('votedJokes')");

/** Waits until the server has counted a vote, which the page sends again if it must. */
const counted = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/v1/ratings') && response.ok());

test("a visitor's vote is counted once and stays", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 1, '4.0/5');
  await shows(page, 1, '2 votes');
  const sent = counted(page);
  await star(page, 1, '1 star').click();
  await shows(page, 1, '✓ Voted!');
  await shows(page, 1, '3.0/5');
  await shows(page, 1, '3 votes');
  await sent;
  await page.reload();
  await shows(page, 1, '✓ Voted!');
  await shows(page, 1, '3.0/5');
  await shows(page, 1, '3 votes');
  await expect.poll(() => star(page, 1, '1 star').isChecked()).toBe(true);
  await expect.poll(() => fact(page, 1).getByRole('radio', { disabled: true }).count()).toBe(5);
  await expect.poll(() => votedJokes(page)).toBe('{"1":1}');
  expect(visitor.alerts).toEqual([]);

  await using second = await site.visit();
  await second.page.goto('/');
  await shows(second.page, 1, '3 votes');
  await expect.poll(() => voted(second.page, 1).count()).toBe(0);
  await star(second.page, 1, '3 stars').click();
  await shows(second.page, 1, '4 votes');
});

test("a visitor's vote shows before the server responds, until it is refused", async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/Failed to load resource: the server responded with a status of 404/);
  // A vote that is sent again has the same key.
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/ratings')) keys.add(request.headers()['idempotency-key']);
  });
  const first = Promise.withResolvers<Route>();
  await page.route(RATINGS, first.resolve, { times: 1 });
  await page.goto('/');
  await star(page, 3, '1 star').dblclick();
  const sent = await first.promise;
  await shows(page, 3, '3.0/5');
  await shows(page, 3, '3 votes');
  await shows(page, 3, '✓ Voted!');
  await expect.poll(() => star(page, 3, '5 stars').isDisabled()).toBe(true);
  const answered = counted(page);
  await sent.continue();
  await answered;
  expect(keys.size).toBe(1);

  const second = Promise.withResolvers<Route>();
  await page.route(RATINGS, second.resolve, { times: 1 });
  await star(page, 4, '5 stars').click();
  const refused = await second.promise;
  await shows(page, 4, '3 votes');
  await refused.fulfill({ status: 404, json: { detail: 'There is no such joke.' } });
  await shows(page, 4, '2 votes');
  await shows(page, 4, '4.0/5');
  await shows(page, 4, '✗ Not counted');
  await expect.poll(() => alerts).toEqual(['Failed to rate joke. Please try again.']);
  await expect.poll(() => voted(page, 4).count()).toBe(0);
  await expect.poll(() => votedJokes(page)).toBe('{"3":1}');
  await star(page, 4, '5 stars').click();
  await shows(page, 4, '3 votes');
  await expect.poll(() => votedJokes(page)).toBe('{"3":1,"4":5}');
});

test('a visitor sees how others voted on the page of a rated fact, and finds every rated fact under My votes, best first', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/my-votes');
  await page.getByText('You haven’t rated anything yet.').waitFor();
  await page.goto('/');
  await star(page, 6, '5 stars').click();
  await shows(page, 6, '✓ Voted!');
  await page.goto('/fact/5');
  const bars = page.getByRole('table', { name: 'All votes' });
  await expect.poll(() => bars.count()).toBe(0);
  await star(page, 5, '2 stars').click();
  await expect
    .poll(() => bars.locator('td:last-child').allInnerTexts())
    .toEqual(['0', '2', '0', '1', '0']);
  await fact(page, 5).getByRole('link', { name: '✓ Voted!' }).click();
  await expect
    .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
    .toEqual(['Fact no. 6', 'Fact no. 5']);
  await expect
    .poll(() => page.locator('meta[name=robots]').getAttribute('content'))
    .toContain('noindex');
});
