import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { focused, layoutShift, settled } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { openInShell } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Each vote is for a different joke. Each joke starts with two 4-star votes.
const NEEDS_CONNECTION = 'You need a connection to rate.';

const site = useSite(numberedJokes(10));

const shows = (page: Page, id: number, text: string) =>
  fact(page, id).getByText(text, { exact: true }).waitFor();
const voted = (page: Page, id: number) => fact(page, id).getByText('✓ Voted!');
const votedJokes = (page: Page) =>
  page.evaluate<string | null>("localStorage.getItem('votedJokes')");

function recordRatings(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/ratings') requests.push(request);
  });
  return requests;
}

test('offline nobody can rate, and once online again everybody can', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await page.context().setOffline(true);
  await page.getByText('You need a connection to rate or submit.').waitFor();
  const group = fact(page, 8).getByRole('group', {
    name: 'Rate fact no. 8',
    description: 'Average 4.0 of 5. You need a connection to rate or submit.',
  });
  await expect.poll(() => group.getByRole('radio', { disabled: true }).count()).toBe(5);
  await star(page, 8, '2 stars').click({ force: true });
  await announces(page, NEEDS_CONNECTION);
  await star(page, 8, '2 stars').focus();
  await page.keyboard.press('Enter');
  // It is read aloud again, in the same words.
  await announces(page, NEEDS_CONNECTION);
  await expect
    .poll(() => page.locator('#root > [role=status]').last().textContent())
    .toBe(NEEDS_CONNECTION);
  await expect.poll(() => voted(page, 8).count()).toBe(0);

  await page.context().setOffline(false);
  await star(page, 8, '2 stars').click();
  await shows(page, 8, '3 votes');
});

test('a browser that has forgotten its votes or has an outdated list shows what the server counts', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/Failed to load resource: the server responded with a status of 400/);
  await openInShell(page);
  const answered = page.waitForResponse('**/api/v1/jokes?*');
  await page.goto('/');
  const old: unknown = await (await answered).json();
  await star(page, 5, '5 stars').click();
  await announces(page, 'Voted 5 of 5 stars for fact no. 5.');
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await shows(page, 5, '3 votes');
  await star(page, 5, '1 star').click();
  await expect.poll(() => alerts).toEqual(['You have already rated this joke!']);
  await shows(page, 5, '3 votes');
  await shows(page, 5, '4.3/5');
  await expect.poll(() => voted(page, 5).count()).toBe(0);
  await expect.poll(() => votedJokes(page)).toBeNull();

  await star(page, 10, '5 stars').click();
  await announces(page, 'Voted 5 of 5 stars for fact no. 10.');
  await page.route('**/api/v1/jokes?*', (route) => route.fulfill({ json: old }));
  await page.reload();
  await shows(page, 10, '✓ Voted!');
  await shows(page, 10, '3 votes');
  await expect.poll(() => star(page, 10, '1 star').isDisabled()).toBe(true);
});

test('a star is chosen by arrow keys or the pointer before it is a vote', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const requests = recordRatings(page);
  await page.goto('/');
  for (const [key, id] of [
    ['Enter', 6],
    [' ', 7],
  ] as const) {
    requests.length = 0;
    await star(page, id, '1 star').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => star(page, id, '3 stars').isChecked()).toBe(true);
    await expect.poll(() => voted(page, id).count()).toBe(0);
    expect(requests).toHaveLength(0);
    await page.keyboard.press(key);
    await shows(page, id, '✓ Voted!');
    await shows(page, id, '3.7/5');
    await expect
      .poll(() => requests.map((request) => request.postDataJSON()))
      .toEqual([{ joke_id: id, rating_num: 3 }]);
    await page.keyboard.press('Tab');
    await focused(page, fact(page, id).getByRole('link', { name: '✓ Voted!' })).waitFor();
  }

  const lit = () => fact(page, 8).locator('.star-rating_star[data-lit=true]').count();
  await star(page, 8, '2 stars').hover();
  await expect.poll(lit).toBe(2);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(lit).toBe(0);
});

test.each([320, 390, 768, 1280, 1920])('a vote moves nothing at %d px', async (width) => {
  for (const path of ['/', '/random', '/fact/3', '/top-100']) {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await page.goto(path);
    await settled(page);
    const before = await layoutShift(page);
    const rated = page.getByRole('article').first();
    await rated.getByRole('radio', { name: '4 stars', exact: true }).click();
    await announces(page, /^Voted 4 of 5 stars/);
    await rated.getByText('✓ Voted!').waitFor();
    if (path === '/fact/3') await page.getByRole('table', { name: 'All votes' }).waitFor();
    expect(await layoutShift(page), path).toBe(before);
  }
});
