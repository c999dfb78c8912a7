import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharp } from '../../../scripts/sharp.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { fact, factShows, RATINGS, star, voted } from '../../support/e2e/fact-steps.ts';
import { FACT_SCREENS } from '../../support/e2e/first-view-steps.ts';
import {
  focused,
  laidOut,
  layoutShift,
  settled,
  storedItem,
} from '../../support/e2e/page-state.ts';
import { announces, hold, link, recordRequests, refuse } from '../../support/e2e/page-steps.ts';
import { numberedJokes, openSite } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';
import * as z from 'zod';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { startProxy } from '../../support/e2e/proxy.ts';

/** When the visitor leaves the page, how, and what becomes of the first answer from there, which waits for that. */
const VISITS = (['clicked', 'counted'] as const).flatMap((moment) =>
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
/** Their first fact; other tests rate those before it. */
const FIRST = 9;

// Each fact starts with two 4-star votes.
const site = useSite(numberedJokes(FIRST + VISITS.length - 1));

async function stored(page: Page, key: string) {
  const text = (await storedItem(page, key)) ?? '{}';
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

test(
  'votes survive reloads, late answers and lost ones: each fact is rated exactly once',
  { tags: 'U13' },
  async () => {
    await using proxy = await startProxy(site.origin, {
      async fateOf({ headers, url }) {
        const visit = VISITS[Number(/\d+$/.exec(headers.referer ?? '')) - FIRST];
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
      const fact = FIRST + index;
      await page.goto(`/fact/${fact}`);
      await star(page, fact, '1 star').click();
      await expect.poll(() => stored(page, 'votedJokes')).toHaveProperty(String(fact));
      if (moment === 'counted') await counted.promise;
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
      .jokes.filter(({ joke_id }) => joke_id >= FIRST);
    expect(rated.map(({ num_votes, rating }) => [num_votes, rating])).toEqual(
      VISITS.map(() => [3, 3]),
    );
  },
);

test('offline nobody can rate, and once online again everybody can', { tags: 'U22' }, async () => {
  const { page } = await site.visit();
  await page.goto('/');
  await laidOut(page);
  await page.context().setOffline(true);
  const group = fact(page, 8).getByRole('group', {
    name: 'Rate fact no. 8',
    description: 'Average 4.0 of 5. You need a connection to rate or submit.',
  });
  await expect.poll(() => group.getByRole('radio', { disabled: true }).count()).toBe(5);
  await star(page, 8, '2 stars').click({ force: true });
  await announces(page, 'You need a connection to rate.');
  await star(page, 8, '2 stars').press('Enter');
  // It is read aloud again, in the same words.
  await announces(page, 'You need a connection to rate.');
  await expect.poll(() => voted(page, 8).count()).toBe(0);

  await page.context().setOffline(false);
  await star(page, 8, '2 stars').click();
  await factShows(page, 8, '3 votes');
});

test('a star is chosen by arrow keys before it is a vote', { tags: 'U2' }, async () => {
  const { page } = await site.visit();
  const requests = recordRequests(page, /^\/api\/v1\/ratings$/);
  await page.goto('/');
  for (const [index, key] of ['Enter', ' '].entries()) {
    const id = 6 + index;
    await star(page, id, '1 star').focus();
    for (const arrow of ['Right', 'Right', 'Right', 'Left']) {
      await page.keyboard.press(`Arrow${arrow}`);
    }
    await expect.poll(() => star(page, id, '3 stars').isChecked()).toBe(true);
    await expect.poll(() => voted(page, id).count()).toBe(0);
    expect(requests).toHaveLength(index);
    await page.keyboard.press(key);
    await announces(page, `Voted 3 of 5 stars for fact no. ${id}.`);
    await fact(page, id).locator(':focus').waitFor();
    await page.keyboard.press('Tab');
    await focused(page, voted(page, id)).waitFor();
  }
  expect(requests).toHaveLength(2);
  // A press leaves the focus where it is.
  await star(page, 3, '1 star').click();
  await focused(page, voted(page, 7)).waitFor();
});

/** How much of each star is seen filled, from 0 to 1: shapes are 20 of 24 units wide and begin after two. */
const filledStars = (page: Page, id: number) =>
  page
    .locator(`.joke-card_list article[aria-label="Fact no. ${id}"] .star-rating_star > svg`)
    .evaluateAll((stars) =>
      stars.map((star) => {
        const part = star.querySelector('svg');
        const end = part?.checkVisibility() ? part.width.baseVal.value : 2;
        return Math.round((end - 2) / 2) / 10;
      }),
    );
const NONE = [0, 0, 0, 0, 0];
const TWO = [1, 1, 0, 0, 0];

test('stars show the rating under the pointer, then the visitor’s own; they are accessible in every state', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/status of 404|net::ERR_FAILED/);
  await page.goto('/');
  await expect.poll(() => filledStars(page, 1)).toEqual(NONE);
  await star(page, 1, '2 stars').hover();
  await expect.poll(() => filledStars(page, 1)).toEqual(TWO);
  await expect.poll(() => findFaults(page), { message: 'pointed at' }).toEqual([]);

  await refuse(page, RATINGS, 404, 'No.', 1);
  await star(page, 1, '1 star').click();
  await fact(page, 1).getByText('✗ Not counted').waitFor();
  await star(page, 2, '2 stars').click();
  await announces(page, 'Voted 2 of 5 stars for fact no. 2.');
  const summary = { description: 'Average 3.3 of 5. You rated it 2 stars.' };
  await fact(page, 2).getByRole('group', summary).waitFor();
  await page.route(RATINGS, (route) => route.abort());
  await star(page, 8, '1 star').click();
  await fact(page, 8).getByText('We’ll send your vote').waitFor();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => filledStars(page, 1)).toEqual(NONE);
  await expect.poll(() => filledStars(page, 2)).toEqual(TWO);
  const message = 'counted, refused and waiting';
  await expect.poll(() => findFaults(page), { message }).toEqual([]);
});

test('with reduced motion neither a pending vote nor a random fact is animated', async () => {
  const { page } = await site.visit({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const record = (name: string) => (document.documentElement.dataset['animated'] = name);
    addEventListener('animationstart', ({ animationName }) => record(animationName));
    Element.prototype.animate = () => {
      throw new Error(record('by a script'));
    };
  });
  const held = await hold(page, RATINGS);
  await page.goto('/');
  await star(page, 4, '3 stars').click();
  await (await held()).continue();
  await announces(page, 'Voted 3 of 5 stars for fact no. 4.');
  await link(page, 'Random').click();
  await link(page, 'Get Another Random Fact').click();
  await page.getByRole('article').waitFor();
  expect(await page.locator('html').getAttribute('data-animated')).toBeNull();
});

test('with forced colors, filled stars and the current period remain distinguishable', async () => {
  const { page } = await site.visit({ forcedColors: 'active', colorScheme: 'dark' });
  /** The brightness of the line below a link, as drawn: computed styles do not have forced colors. */
  const underline = async (name: string) => {
    const box = await link(page, name).boundingBox();
    if (box === null) throw new Error('Not drawn');
    const clip = { ...box, y: box.y + box.height - 2, height: 1 };
    return (await sharp(await page.screenshot({ clip })).stats()).channels[0]?.mean;
  };
  await page.goto('/');
  await star(page, 5, '2 stars').click();
  await expect.poll(() => filledStars(page, 5)).toEqual(TWO);
  await page.goto('/top-100');
  expect(await underline('All time')).not.toBe(await underline('This week'));
});

test('a vote moves nothing', { tags: 'U18' }, async () => {
  // It rates any fact.
  await using ownSite = await openSite(numberedJokes(FIRST));
  for (const width of [320, 1280]) {
    for (const path of [...FACT_SCREENS, '/fact/3']) {
      await using visitor = await ownSite.visit({ viewport: { width, height: 800 } });
      const { page } = visitor;
      await page.goto(path);
      await settled(page);
      const before = await layoutShift(page);
      const rated = page.getByRole('article').first();
      await rated.getByRole('radio', { name: '4 stars', exact: true }).click();
      await announces(page, /^Voted 4 of 5 stars/);
      await rated.getByText('✓ Voted!').waitFor();
      expect(await layoutShift(page), `${path} at ${width} px`).toBe(before);
    }
  }
});
