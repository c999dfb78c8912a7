import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { createRandom, shuffle, type Random } from '../../../local/seed/random.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { RATINGS, star } from '../../support/e2e/fact-steps.ts';
import { startProxy } from '../../support/e2e/proxy.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const BROWSERS = 6;
const VISITS_PER_BROWSER = 15;
const FACTS = BROWSERS * VISITS_PER_BROWSER;
/** On a busy machine a page may take long. */
const SOON = { timeout: 60_000 };
const TEST = { timeout: 600_000 };
const WAITING = 'Couldn’t reach the server. We’ll send your vote again.';

// Each fact starts with two votes and gets one more, so that a lost or doubled vote shows.
const site = useSite(numberedJokes(FACTS + 3));

/** When the visitor leaves the page, and how. */
const MOMENTS = ['clicked', 'counted', 'settled'] as const;
const DEPARTURES = ['reload', 'close', 'leave'] as const;

/** The visits of all browsers; each fact is visited once. */
function planVisits(random: Random) {
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
  const facts = Array.from({ length: FACTS }, (_, index) => index + 1);
  return shuffle(facts, random).map((fact) => ({
    fact,
    stars: 1 + Math.floor(5 * random()),
    moment: pick(MOMENTS),
    departure: pick(DEPARTURES),
    /** resolves when the site has answered the first vote from this page */
    counted: Promise.withResolvers<void>(),
    /** resolves when the visitor has left */
    left: Promise.withResolvers<void>(),
    isHeld: false,
  }));
}
type Visit = ReturnType<typeof planVisits>[number];

/** A stored map by fact. */
async function stored(page: Page, key: string) {
  const text = await page.evaluate<string | null>(`localStorage.getItem('${key}')`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text ?? '{}'));
}

/** Votes, and waits for the moment to leave. */
async function vote(page: Page, { fact, stars, moment, counted }: Visit): Promise<void> {
  await star(page, fact, stars === 1 ? '1 star' : `${stars} stars`).click();
  await expect.poll(() => stored(page, 'votedJokes'), SOON).toHaveProperty(String(fact));
  if (moment === 'counted') await counted.promise;
  if (moment !== 'settled') return;
  const isSettled = async () =>
    (await page.getByText(WAITING).isVisible()) || !(fact in (await stored(page, 'voteKeys')));
  await expect.poll(isSettled, SOON).toBe(true);
}

test(
  'votes survive reloads, late answers and lost ones: each browser rates each fact exactly once',
  TEST,
  async () => {
    const plan = planVisits(createRandom(2005));
    const visits = new Map(plan.map((visit) => [`/fact/${visit.fact}`, visit]));
    let answers = 0;
    await using proxy = await startProxy(site.origin, {
      async fateOf({ headers, url }) {
        const visit = visits.get(new URL(headers.referer ?? 'http://x').pathname);
        if (url !== '/api/v1/ratings' || visit === undefined) return 'send';
        visit.counted.resolve();
        if (visit.moment === 'counted' && !visit.isHeld) {
          visit.isHeld = true;
          await visit.left.promise;
        }
        answers += 1;
        return answers % 5 === 0 ? 'drop' : 'send';
      },
    });

    /** All visits of one browser, and a last one that settles what is left. */
    async function use(own: readonly Visit[]): Promise<void> {
      await using visitor = await openVisitor(site.browser, proxy.origin);
      visitor.expectConsoleError(/^Failed to load resource/);
      let { page } = visitor;
      for (const visit of own) {
        await page.goto(`/fact/${visit.fact}`);
        await vote(page, visit);
        if (visit.departure === 'reload') await page.reload();
        if (visit.departure === 'close') {
          const next = await visitor.openTab();
          await page.close();
          page = next;
        }
        visit.left.resolve();
      }
      await page.goto('/about');
      await expect.poll(() => stored(page, 'voteKeys'), SOON).toEqual({});
      const given = Object.fromEntries(own.map(({ fact, stars }) => [fact, stars]));
      expect(await stored(page, 'votedJokes')).toEqual(given);
      expect(visitor.alerts).toEqual([]);
    }

    await Promise.all(
      Array.from({ length: BROWSERS }, (_, browser) =>
        use(plan.slice(browser * VISITS_PER_BROWSER, (browser + 1) * VISITS_PER_BROWSER)),
      ),
    );

    expect(answers).toBeGreaterThan(FACTS / 2);
    const response = await fetch(`${site.origin}/api/v1/jokes?per_page=100`);
    const { jokes } = jokeList.parse(await response.json());
    const counted = jokes.map(({ joke_id, num_votes, rating }) => [joke_id, num_votes, rating]);
    expect(counted).toEqual(
      expect.arrayContaining(
        plan.map(({ fact, stars }) => [fact, 3, expect.closeTo((4 + 4 + stars) / 3, 5)]),
      ),
    );
  },
);

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
