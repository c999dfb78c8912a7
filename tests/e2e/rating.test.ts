import type { Page, Request, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, RATINGS, star } from './fact-steps.ts';
import { focused } from './page-state.ts';
import { announces } from './page-steps.ts';
import { openInShell } from './images.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

// Each vote is for a different joke. Each joke starts with two 4-star votes.
const site = useSite(numberedJokes(12));

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

test("a visitor's vote is counted, locked and still shown after a reload, and another visitor can vote", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 1, '4.0/5');
  await shows(page, 1, '2 votes');
  await star(page, 1, '1 star').click();
  await shows(page, 1, '✓ Voted!');
  await shows(page, 1, '3.0/5');
  await shows(page, 1, '3 votes');
  await announces(page, 'Voted 1 of 5 stars for fact no. 1.');
  await page.reload();
  await shows(page, 1, '✓ Voted!');
  await shows(page, 1, '3.0/5');
  await shows(page, 1, '3 votes');
  expect(await star(page, 1, '1 star').isChecked()).toBe(true);
  for (const radio of await fact(page, 1).getByRole('radio').all()) {
    expect(await radio.isDisabled()).toBe(true);
  }
  expect(await votedJokes(page)).toBe('{"1":1}');
  expect(visitor.alerts).toEqual([]);

  await using second = await site.visit();
  await second.page.goto('/');
  await shows(second.page, 1, '3 votes');
  expect(await voted(second.page, 1).count()).toBe(0);
  await star(second.page, 1, '3 stars').click();
  await shows(second.page, 1, '4 votes');
});

test('a vote draws its own card again and no other', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  // Every card formats its number of votes each time it is drawn.
  await page.addInitScript(`window.drawn = [];
    const format = Number.prototype.toLocaleString;
    Number.prototype.toLocaleString = function (...options) {
      window.drawn.push(Number(this));
      return format.apply(this, options);
    };`);
  await page.goto('/');
  await shows(page, 2, '2 votes');
  const drawn = () => page.evaluate<number[]>('window.drawn.splice(0)');
  expect((await drawn()).filter((votes) => votes === 2).length).toBeGreaterThanOrEqual(10);
  await star(page, 2, '1 star').click();
  await announces(page, 'Voted 1 of 5 stars for fact no. 2.');
  expect(new Set(await drawn())).toEqual(new Set([3]));
});

test('a vote shows before the server responds and is sent once, and a failed vote is rolled back with an alert', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/Failed to load resource: the server responded with a status of 503/);
  const requests = recordRatings(page);
  const first = Promise.withResolvers<Route>();
  await page.route(RATINGS, first.resolve, { times: 1 });
  await page.goto('/');
  await star(page, 3, '1 star').dblclick();
  const sent = await first.promise;
  await shows(page, 3, '3.0/5');
  await shows(page, 3, '3 votes');
  await shows(page, 3, '✓ Voted!');
  expect(await star(page, 3, '5 stars').isDisabled()).toBe(true);
  await sent.continue();
  await announces(page, 'Voted 1 of 5 stars for fact no. 3.');
  expect(requests).toHaveLength(1);

  const second = Promise.withResolvers<Route>();
  await page.route(RATINGS, second.resolve, { times: 1 });
  await star(page, 4, '5 stars').click();
  const failing = await second.promise;
  await shows(page, 4, '3 votes');
  await failing.fulfill({ status: 503, json: { detail: 'Later.' } });
  await shows(page, 4, '2 votes');
  await shows(page, 4, '4.0/5');
  await shows(page, 4, '✗ Not counted');
  await expect.poll(() => alerts).toEqual(['Failed to rate joke. Please try again.']);
  expect(await voted(page, 4).count()).toBe(0);
  expect(await votedJokes(page)).toBe('{"3":1}');
  await star(page, 4, '5 stars').click();
  await shows(page, 4, '3 votes');
  await announces(page, 'Voted 5 of 5 stars for fact no. 4.');
});

test('the server rejects a second vote from the same browser, and an outdated list still shows a joke as voted', async () => {
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
  expect(await voted(page, 5).count()).toBe(0);
  expect(await votedJokes(page)).toBe('{}');

  await star(page, 10, '5 stars').click();
  await announces(page, 'Voted 5 of 5 stars for fact no. 10.');
  await page.route('**/api/v1/jokes?*', (route) => route.fulfill({ json: old }));
  await page.reload();
  await shows(page, 10, '✓ Voted!');
  expect(await star(page, 10, '1 star').isDisabled()).toBe(true);
});

test('arrow keys select a star without voting, Enter and Space vote, and hovering highlights stars', async () => {
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
    expect(await star(page, id, '3 stars').isChecked()).toBe(true);
    expect(await voted(page, id).count()).toBe(0);
    expect(requests).toHaveLength(0);
    await page.keyboard.press(key);
    await shows(page, id, '✓ Voted!');
    await shows(page, id, '3.7/5');
    expect(requests.map((request) => request.postDataJSON())).toEqual([
      { joke_id: id, rating_num: 3 },
    ]);
    await page.keyboard.press('Tab');
    await focused(page, page.getByRole('button', { name: `Copy fact no. ${id}` })).waitFor();
  }

  const lit = () => fact(page, 8).locator('.star[data-lit=true]').count();
  await star(page, 8, '2 stars').hover();
  await expect.poll(lit).toBe(2);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(lit).toBe(4);
});

test('corrupt storage does not prevent a vote, and a vote in one tab locks the joke in another', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const other = await visitor.openTab();
  await other.goto('/');
  await page.addInitScript(`localStorage.setItem('votedJokes', '{"11":"five","x":')`);
  await page.goto('/');
  await star(page, 11, '4 stars').click();
  await shows(page, 11, '✓ Voted!');
  expect(await votedJokes(page)).toBe('{"11":4}');
  await shows(other, 11, '✓ Voted!');
  expect(await star(other, 11, '5 stars').isDisabled()).toBe(true);
});
