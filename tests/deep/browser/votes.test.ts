import type { IncomingMessage } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { createRandom, shuffle, type Random } from '../../../local/seed/random.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { star } from '../../support/e2e/fact-steps.ts';
import { startProxy } from '../../support/e2e/proxy.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const BROWSERS = 20;
const VISITS_PER_BROWSER = 10;
const BROWSERS_AT_ONCE = 4;
/** On a busy machine a page may take long, and the test opens two hundred. */
const SOON = { timeout: 60_000 };
const TEST = { timeout: 600_000 };
const FACTS = BROWSERS * VISITS_PER_BROWSER;

// Each fact starts with two votes and gets one more, so that a lost or doubled vote shows.
const site = useSite(numberedJokes(FACTS));

/** When the visitor leaves the page, and how. */
const MOMENTS = ['clicked', 'sent', 'counted', 'settled'] as const;
const DEPARTURES = ['reload', 'close', 'leave'] as const;

interface Visit {
  fact: number;
  stars: number;
  moment: (typeof MOMENTS)[number];
  departure: (typeof DEPARTURES)[number];
  /** resolve when a vote from this page reaches the proxy, and when the site has answered it */
  sent: PromiseWithResolvers<void>;
  counted: PromiseWithResolvers<void>;
  /** resolves when the visitor has left; the first answer to a vote from this page waits for it */
  left: PromiseWithResolvers<void>;
}

function pick<T>(items: readonly [T, ...T[]], random: Random): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** The visits of every browser; each fact is visited once. */
function planVisits(random: Random): Visit[][] {
  const facts = shuffle(
    Array.from({ length: FACTS }, (_, index) => index + 1),
    random,
  );
  return Array.from({ length: BROWSERS }, (_, browser) =>
    facts.slice(browser * VISITS_PER_BROWSER, (browser + 1) * VISITS_PER_BROWSER).map((fact) => ({
      fact,
      stars: 1 + Math.floor(5 * random()),
      moment: pick(MOMENTS, random),
      departure: pick(DEPARTURES, random),
      sent: Promise.withResolvers<void>(),
      counted: Promise.withResolvers<void>(),
      left: Promise.withResolvers<void>(),
    })),
  );
}

const votedJokes = z.record(z.string(), z.int());
const recentVotes = z.record(z.string(), z.object({ answered_at: z.number().nullable() }));
const stored = async <T>(page: Page, key: string, schema: z.ZodType<T>) => {
  const text = await page.evaluate<string | null>(`localStorage.getItem('${key}')`);
  return schema.parse(JSON.parse(text ?? '{}'));
};

/** The facts whose votes this browser has not got an answer to. */
async function unanswered(page: Page): Promise<string[]> {
  const recent = Object.entries(await stored(page, 'recentVotes', recentVotes));
  return recent.filter(([, { answered_at }]) => answered_at === null).map(([fact]) => fact);
}

/** Clicks until the vote is stored: a click before the page is interactive has no effect. */
async function vote(page: Page, { fact, stars }: Visit): Promise<void> {
  const chosen = star(page, fact, stars === 1 ? '1 star' : `${stars} stars`);
  await expect
    .poll(async () => {
      if (await chosen.isEnabled()) await chosen.click();
      return Object.keys(await stored(page, 'votedJokes', votedJokes));
    }, SOON)
    .toContain(String(fact));
}

async function wait(page: Page, { fact, moment, sent, counted }: Visit): Promise<void> {
  if (moment === 'sent') await sent.promise;
  if (moment === 'counted') await counted.promise;
  if (moment !== 'settled') return;
  const waiting = page.getByText('Couldn’t reach the server. We’ll send your vote again.');
  await expect
    .poll(
      async () => (await waiting.isVisible()) || !(await unanswered(page)).includes(String(fact)),
      SOON,
    )
    .toBe(true);
}

test(
  'votes survive reloads, late answers and lost ones: each browser rates each fact exactly once',
  TEST,
  async () => {
    const plan = planVisits(createRandom(2005));
    const visits = new Map(plan.flat().map((visit) => [`/fact/${visit.fact}`, visit]));
    const visitOf = ({ headers, url }: IncomingMessage) => {
      if (url !== '/api/v1/ratings') return undefined;
      return visits.get(new URL(headers.referer ?? 'http://x').pathname);
    };
    const held = new Set<Visit>();
    let answers = 0;
    let dropped = 0;
    await using proxy = await startProxy(site.origin, {
      onRequest: (request) => visitOf(request)?.sent.resolve(),
      async fateOf(request) {
        const visit = visitOf(request);
        visit?.counted.resolve();
        // Only one, because a browser opens only six connections, and its next page needs one.
        if (visit && visit.moment !== 'settled' && !held.has(visit)) {
          held.add(visit);
          await visit.left.promise;
        }
        if (!request.url?.startsWith('/api/v1/ratings')) return 'send';
        answers += 1;
        if (answers % 10 !== 0) return 'send';
        dropped += 1;
        return 'drop';
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
        await wait(page, visit);
        if (visit.departure === 'reload') await page.reload();
        if (visit.departure === 'close') {
          const next = await visitor.openTab();
          await page.close();
          page = next;
        }
        visit.left.resolve();
      }
      await page.goto('/about');
      await expect.poll(() => unanswered(page), SOON).toEqual([]);
      await expect
        .poll(() => stored(page, 'votedJokes', votedJokes))
        .toEqual(Object.fromEntries(own.map(({ fact, stars }) => [fact, stars])));
      expect(visitor.alerts).toEqual([]);
    }

    const waiting = [...plan];
    await Promise.all(
      Array.from({ length: BROWSERS_AT_ONCE }, async () => {
        for (let own = waiting.pop(); own; own = waiting.pop()) await use(own);
      }),
    );

    expect(dropped).toBeGreaterThan(FACTS / 20);
    const expected = new Map(plan.flat().map(({ fact, stars }) => [fact, (4 + 4 + stars) / 3]));
    for (let page = 1; page <= FACTS / 100; page += 1) {
      const response = await fetch(`${site.origin}/api/v1/jokes?per_page=100&page=${page}`);
      for (const { joke_id, num_votes, rating } of jokeList.parse(await response.json()).jokes) {
        expect({ joke_id, num_votes, rating }).toEqual({
          joke_id,
          num_votes: 3,
          rating: expect.closeTo(expected.get(joke_id) ?? 0, 5),
        });
      }
    }
  },
);
