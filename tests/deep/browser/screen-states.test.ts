import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { LAPTOP } from '../../support/e2e/first-view-steps.ts';
import { doubleText, overflow, setWidth } from '../../support/e2e/page-state.ts';
import { NEWEST, RANDOM, TOP } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const EMPTY = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20 };

/** The screens that load data, with their requests and error messages. */
const SCREENS = [
  ['/', '**/api/v1/jokes?*', 'Error loading jokes. Please try again later.'],
  ['/top-100', TOP, 'Error loading top jokes. Please try again later.'],
  ['/daily', '**/api/v1/jokes/daily?*', 'Error loading daily jokes. Please try again later.'],
  ['/newest', NEWEST, 'Error loading newest jokes. Please try again later.'],
  ['/random', RANDOM, 'Error loading random joke. Please try again later.'],
  ['/fact/2', '**/api/v1/jokes/2', 'Error loading joke. Please try again later.'],
] as const;

const site = useSite(numberedJokes(3));

// The client does not retry a 429, so the test does not wait for retries.
const fail = (route: Route) => route.fulfill({ status: 429, json: { detail: 'Later.' } });
const answerEmpty = (route: Route) =>
  route.request().url().includes('/random?')
    ? route.fulfill({ status: 404, json: { detail: 'None.' } })
    : route.fulfill({ json: EMPTY });

/**
 * Opens a screen by its link, because a page that the server renders already contains its data.
 * Lists are linked from every page, a fact and the daily ones from the home page.
 */
async function openScreen(page: Page, path: string) {
  await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
}

test.each(SCREENS)('%s is accessible and fits in every state', async (path, pattern, failure) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of (404|429)/);
  const alert = page.getByRole('alert');

  const held: Route[] = [];
  let answer = (route: Route): unknown => held.push(route);
  await page.goto(path === '/fact/2' || path === '/daily' ? '/' : '/about');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route(pattern, (route) => void answer(route));
  await openScreen(page, path);
  await page.getByText(/^Loading( facts…|\.\.\.)$/).waitFor();
  await expect.poll(() => findFaults(page), { message: 'loading' }).toEqual([]);

  answer = fail;
  await Promise.all(held.map(fail));
  await alert.getByText(failure).waitFor();
  await expect.poll(() => findFaults(page), { message: 'failed' }).toEqual([]);
  // The home page has the fact of the day before the list.
  for (const viewport of path === '/' ? [] : [LAPTOP, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    const bottom = async () => {
      const { y, height } = (await alert.boundingBox()) ?? { y: Infinity, height: 0 };
      return y + height;
    };
    await expect
      .poll(bottom, { message: `${viewport.width} px` })
      .toBeLessThanOrEqual(viewport.height);
  }

  await page.context().setOffline(true);
  await alert.getByText('You are offline, and this browser has not saved this page.').waitFor();
  await expect.poll(() => findFaults(page), { message: 'offline' }).toEqual([]);
  await setWidth(page, 320);
  await doubleText(page);
  await expect.poll(() => overflow(page), { message: 'with doubled text' }).toBe(0);

  // A missing fact shows Page Not Found instead.
  if (path === '/fact/2') return;
  await page.evaluate("document.documentElement.style.fontSize = ''");
  answer = answerEmpty;
  await page.context().setOffline(false);
  await page.getByText('There are no facts yet.').waitFor();
  await expect.poll(() => findFaults(page), { message: 'empty' }).toEqual([]);
});
