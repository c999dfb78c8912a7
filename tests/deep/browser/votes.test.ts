import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { RATINGS, star } from '../../support/e2e/fact-steps.ts';
import { startProxy } from '../../support/e2e/proxy.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const WAITING = 'Couldn’t reach the server. We’ll send your vote again.';

/** When the visitor leaves the page, how, and what becomes of the first answer from there, which waits for that. */
const VISITS = (['clicked', 'counted', 'settled'] as const).flatMap((moment) =>
  (['reload', 'close', 'leave'] as const).flatMap((departure) =>
    (['send', 'drop'] as const).map((fate) => ({
      moment,
      departure,
      fate,
      counted: Promise.withResolvers<void>(),
      left: Promise.withResolvers<void>(),
      isAnswered: false,
    })),
  ),
);
const FACTS = VISITS.length;

// Each fact starts with two votes and gets one more, so that a lost or doubled vote shows.
const site = useSite(numberedJokes(FACTS + 3));

/** A stored map by fact. */
async function stored(page: Page, key: string) {
  const text = await page.evaluate<string | null>(`localStorage.getItem('${key}')`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text ?? '{}'));
}

test('votes survive reloads, late answers and lost ones: each fact is rated exactly once', async () => {
  await using proxy = await startProxy(site.origin, {
    async fateOf({ headers, url }) {
      const visit = VISITS[Number(/\d+$/.exec(headers.referer ?? '')) - 1];
      if (url !== '/api/v1/ratings' || visit === undefined || visit.isAnswered) return 'send';
      visit.isAnswered = true;
      visit.counted.resolve();
      if (visit.moment === 'counted') await visit.left.promise;
      return visit.fate;
    },
  });
  await using visitor = await openVisitor(site.browser, proxy.origin);
  visitor.expectConsoleError(/^Failed to load resource/);
  let { page } = visitor;
  for (const [index, { moment, departure, counted, left }] of VISITS.entries()) {
    const fact = 1 + index;
    await page.goto(`/fact/${fact}`);
    await star(page, fact, '1 star').click();
    await expect.poll(() => stored(page, 'votedJokes')).toHaveProperty(String(fact));
    if (moment === 'counted') await counted.promise;
    const isSettled = async () =>
      (await page.getByText(WAITING).isVisible()) || !(fact in (await stored(page, 'voteKeys')));
    if (moment === 'settled') await expect.poll(isSettled).toBe(true);
    if (departure === 'reload') await page.reload();
    if (departure === 'close') {
      const next = await visitor.openTab();
      await page.close();
      page = next;
    }
    left.resolve();
  }
  await page.goto('/about');
  await expect.poll(() => stored(page, 'voteKeys')).toEqual({});
  expect(Object.values(await stored(page, 'votedJokes'))).toEqual(VISITS.map(() => 1));
  expect(visitor.alerts).toEqual([]);

  const response = await fetch(`${site.origin}/api/v1/jokes?per_page=100`);
  const rated = jokeList
    .parse(await response.json())
    .jokes.filter(({ joke_id }) => joke_id <= FACTS);
  expect(rated.map(({ num_votes, rating }) => [num_votes, rating])).toEqual(
    VISITS.map(() => [3, 3]),
  );
});

test('a vote without an answer says so, and is sent again on the next screen, by another tab, or with the next connection', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/ERR_CONNECTION_RESET/);
  const goOn = [
    () => page.getByRole('link', { name: 'About' }).click(),
    async () => void (await (await visitor.openTab()).goto('/about')),
    async () => {
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
      await page.context().setOffline(false);
    },
  ];
  for (const [index, onwards] of goOn.entries()) {
    const fact = FACTS + 1 + index;
    await page.goto(`/fact/${fact}`);
    await page.route(RATINGS, (route) => route.abort('connectionreset'), { times: 1 });
    await star(page, fact, '5 stars').click();
    await page.getByText(WAITING).waitFor();
    await onwards();
    await page.getByText(WAITING).waitFor({ state: 'detached' });
    await expect.poll(() => stored(page, 'voteKeys')).toEqual({});
    expect(Object.keys(await stored(page, 'votedJokes'))).toContain(String(fact));
  }
});
