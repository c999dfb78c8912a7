import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { jokeWithNeighbors } from '../../../functions/src/contract/index.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { fact, RATINGS, star } from '../../support/e2e/fact-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { openInShell } from '../../support/e2e/images.ts';
import { startProxy, type Fate } from '../../support/e2e/proxy.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Each vote is for a different joke. Each joke but no. 15 starts with two 4-star votes.
const NEEDS_CONNECTION = 'You need a connection to rate.';

const site = useSite(
  numberedJokes(17).map((joke) =>
    joke.joke_id === 15 ? { ...joke, histogram: [0, 0, 0, 0, 0] } : joke,
  ),
);

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

test('a fact without votes asks for the first one', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 15, '0 votes');
  const group = page.getByRole('group', {
    name: 'Rate fact no. 15',
    description: 'No votes yet. Be the first to rate it.',
  });
  await group.waitFor();
  const average = (id: number) => fact(page, id).getByText('/5');
  const colorOf = (id: number) =>
    page.evaluate<string>(`(() => {
      const fact = document.querySelector('[aria-label="Fact no. ${id}"]');
      return getComputedStyle(fact.querySelector('.joke-average')).color;
    })()`);
  await expect.poll(() => average(15).innerText()).toBe('0.0/5');
  await expect.poll(() => colorOf(15)).not.toBe(await colorOf(14));
  const invitation = fact(page, 15).getByText('Be the first to rate it', { exact: true });
  await expect.poll(() => invitation.isVisible()).toBe(true);
  await expect
    .poll(() => fact(page, 14).getByText('Rate it', { exact: true }).isVisible())
    .toBe(true);
  await star(page, 15, '4 stars').click();
  await shows(page, 15, '4.0/5');
  await expect.poll(() => invitation.count()).toBe(0);
  await expect.poll(() => colorOf(15)).toBe(await colorOf(14));
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
  expect((await drawn()).length).toBeGreaterThanOrEqual(17);
  await star(page, 2, '1 star').click();
  await announces(page, 'Voted 1 of 5 stars for fact no. 2.');
  expect(new Set(await drawn())).toEqual(new Set([3]));
});

test('a vote without an answer stays and is sent again once online', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_INTERNET_DISCONNECTED/);
  const requests = recordRatings(page);
  await page.goto('/');
  const proxyError = { status: 503, body: '<h1>Later</h1>' };
  let available = false;
  await page.route(RATINGS, (route) => (available ? route.continue() : route.fulfill(proxyError)));
  await star(page, 9, '1 star').click();
  await shows(page, 9, 'Couldn’t reach the server. We’ll send your vote again.');
  await announces(page, 'Couldn’t reach the server. We’ll send your vote for fact no. 9 again.');
  await shows(page, 9, '✓ Voted!');
  await shows(page, 9, '3 votes');
  await expect.poll(() => votedJokes(page)).toBe('{"9":1}');

  await page.context().setOffline(true);
  await page.getByText('You need a connection to rate or submit.').waitFor();
  await shows(page, 9, 'Couldn’t reach the server. We’ll send your vote again.');
  const group = fact(page, 8).getByRole('group', {
    name: 'Rate fact no. 8',
    description: 'Average 4.0 of 5. You need a connection to rate or submit.',
  });
  await expect.poll(() => group.getByRole('radio', { disabled: true }).count()).toBe(5);
  await star(page, 8, '2 stars').click({ force: true });
  await announces(page, NEEDS_CONNECTION);
  await star(page, 8, '2 stars').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => voted(page, 8).count()).toBe(0);

  available = true;
  await page.context().setOffline(false);
  await announces(page, 'Voted 1 of 5 stars for fact no. 9.');
  await expect.poll(() => fact(page, 9).getByText('We’ll send your vote').count()).toBe(0);
  const keys = requests.map((request) => request.headers()['idempotency-key']);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await star(page, 8, '2 stars').click();
  await shows(page, 8, '3 votes');
  expect(alerts).toEqual([]);
});

/** A joke as the server counts it. */
async function stored(id: number): Promise<number> {
  const response = await fetch(`${site.origin}/api/v1/jokes/${id}`);
  return jokeWithNeighbors.parse(await response.json()).num_votes;
}

test('a vote whose answer comes after a reload counts once', async () => {
  const release = Promise.withResolvers<Fate>();
  /** Called when the site has answered the next vote, whose answer is then held back. */
  let onVote: (() => void) | undefined;
  await using proxy = await startProxy(site.origin, {
    fateOf({ url }) {
      if (onVote === undefined || url !== '/api/v1/ratings') return 'send';
      onVote();
      onVote = undefined;
      return release.promise;
    },
  });
  await using visitor = await openVisitor(site.browser, proxy.origin);
  const { page, alerts } = visitor;
  await page.goto('/');
  for (const id of [11, 12]) {
    const counted = Promise.withResolvers<void>();
    onVote = counted.resolve;
    await star(page, id, '5 stars').click();
    await counted.promise;
    await page.reload();
    await shows(page, id, '✓ Voted!');
    await announces(page, `Voted 5 of 5 stars for fact no. ${id}.`);
    await shows(page, id, '3 votes');
    await expect.poll(() => star(page, id, '5 stars').isDisabled()).toBe(true);
  }
  release.resolve('send');
  await expect.poll(() => votedJokes(page)).toBe('{"11":5,"12":5}');
  expect([await stored(11), await stored(12)]).toEqual([3, 3]);
  expect(alerts).toEqual([]);

  // The cookie is that of the votes, and only for the calls that need it.
  const cookies = await page.context().cookies();
  expect(cookies.map(({ path }) => path).toSorted()).toEqual([
    '/api/v1/ratings',
    '/api/v1/reports',
  ]);
  const [{ value } = { value: '' }, second] = cookies;
  expect(second?.value).toBe(value);
  visitor.expectConsoleError(/status of 400/);
  await page.evaluate('localStorage.clear()');
  await page.reload();
  for (const id of [11, 12]) {
    await star(page, id, '1 star').click();
    await shows(page, id, '✗ Not counted');
  }
  await expect
    .poll(() => alerts)
    .toEqual(['You have already rated this joke!', 'You have already rated this joke!']);
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
    await focused(page, page.getByRole('button', { name: `Share fact no. ${id}` })).waitFor();
  }

  const lit = () => fact(page, 8).locator('.star[data-lit=true]').count();
  await star(page, 8, '2 stars').hover();
  await expect.poll(lit).toBe(2);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(lit).toBe(0);
});
