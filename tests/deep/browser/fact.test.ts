import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact } from '../../support/e2e/fact-steps.ts';
import { RANDOM } from '../../support/e2e/images.ts';
import { focused, fontsLoaded, settled } from '../../support/e2e/page-state.ts';
import { link, shows, recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

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
  page.getByRole('navigation', { name: 'More facts' }).getByRole('link');

test('the page of a fact has one title and needs no call, has neighbors only where there are any, and loads one when the visitor is online again', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const calls = recordRequests(page, /^\/api\//);
  await page.addInitScript(`window.titles = [];
    new MutationObserver(() => window.titles.push(document.title))
      .observe(document, { childList: true, characterData: true, subtree: true });`);
  await page.goto('/fact/2');
  await textOf(page, 2).waitFor();
  await settled(page);
  const titles = await page.evaluate<string[]>('[...new Set(window.titles)].filter(Boolean)');
  expect(titles).toEqual(['Test fact number 2 of many – Fact no. 2 | Chuck Norris Facts']);
  expect(calls).toEqual([]);

  await neighbors(page).first().click();
  await textOf(page, 1).waitFor();
  await expect.poll(() => neighbors(page).allTextContents()).toEqual(['No. 2 →']);
  await page.goto('/fact/6');
  await textOf(page, 6).waitFor();
  await expect.poll(() => neighbors(page).allTextContents()).toEqual(['← No. 5']);

  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('You are offline.').waitFor();
  await textOf(page, 6).waitFor();
  calls.length = 0;
  await neighbors(page).click();
  await shows(page, 'You are offline, and this browser has not saved this page.');
  // It says so at once, and tries again when there is a connection.
  expect(calls.filter((path) => !path.endsWith('/related'))).toEqual(['/api/v1/jokes/5']);
  await page.context().setOffline(false);
  await textOf(page, 5).waitFor();
});

test('below a fact are its neighbors on one row, its record, and facts that share its words, which are loaded when the visitor comes near', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 844 } });
  const { page } = visitor;
  const calls = recordRequests(page, /^\/api\//);
  const more = page.getByRole('region', { name: 'More like this' });
  /** Scrolls to the heading of the region, as a visitor would. */
  const comeNear = () => more.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded();
  await page.goto('/fact/2');
  await settled(page);
  expect(calls).toEqual([]);
  const [previous, next] = await neighbors(page).all();
  expect((await next?.boundingBox())?.y).toBe((await previous?.boundingBox())?.y);
  await comeNear();
  const record = more.getByText('Approved on January 2, 2025.');
  await record.getByRole('link', { name: 'of the Top 100' }).waitFor();
  await more.getByText('Nothing else like it. Try the Top 100.').waitFor();
  await expect.poll(() => more.getByRole('article').count()).toBe(0);
  const above = await record.boundingBox();
  expect((await more.getByRole('heading', { level: 2 }).boundingBox())?.y).toBeGreaterThan(
    above?.y ?? Infinity,
  );
  expect(calls).toEqual(['/api/v1/jokes/2/related']);

  visitor.expectConsoleError(/status of 429/);
  const RELATED = '**/related';
  await page.route(RELATED, (failing) => failing.fulfill(FAILED));
  await page.goto('/fact/4');
  await settled(page);
  await comeNear();
  await more.getByText('Error loading more facts. Please try again later.').waitFor();
  await page.unroute(RELATED);
  await page.route(RELATED, async (route) => {
    const answer = await page.request.get('/api/v1/jokes/newest?limit=3');
    const { jokes }: { jokes: unknown } = await answer.json();
    await route.fulfill({ json: { similar: jokes, rank: 12 } });
  });
  await more.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => more.getByRole('link', { name: 'No. 12 of the Top 100' }).getAttribute('href'))
    .toBe('/top-100?page=2');
  await more.getByRole('link', { name: 'Fact no. 6' }).click();
  await textOf(page, 6).waitFor();
});

test('from a fact, ten taps at the same place show ten more, whatever their length', async () => {
  await using visitor = await site.visit({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/fact/5');
  const another = page.getByRole('link', { name: 'Get Another Random Fact' });
  await another.waitFor();
  await fontsLoaded(page);
  const box = await another.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  for (let tap = 1; tap <= 10; tap += 1) {
    const drawn = page.waitForResponse(RANDOM);
    await page.mouse.click(x, y);
    await drawn;
    // Until the fact is there, the link has another name.
    await another.waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/random');
});

test(
  'a number that no visitor may see says so, whatever the reason, and leads on',
  { tags: 'S2' },
  async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/status of 404/);
    for (const [id, sentence] of [
      [3, 'There is no fact no. 3.'],
      [77, 'There is no fact no. 77 yet.'],
    ] as const) {
      const response = await page.goto(`/fact/${id}`);
      expect(response?.status()).toBe(404);
      await page
        .getByRole('heading', { level: 1, name: sentence.slice(0, -1), exact: true })
        .waitFor();
      await expect.poll(() => page.title()).toBe(`${sentence.slice(0, -1)} | Chuck Norris Facts`);
    }
    await link(page, 'Back to the facts').click();
    await textOf(page, 6).waitFor();
    await page.goBack();
    await link(page, 'Search the facts').click();
    await focused(page, page.getByRole('searchbox')).waitFor();
  },
);
