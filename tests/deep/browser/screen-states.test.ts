import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { doubleText, overflow, setWidth } from '../../support/e2e/page-state.ts';
import { button } from '../../support/e2e/page-steps.ts';
import { NEWEST, RANDOM, TOP } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const EMPTY = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20, words: [], match: 'all' };
const NONE = 'There are no facts yet.';

/**
 * The screens that load data, with their requests, their error messages and what they show if there is nothing; a
 * missing fact shows Page Not Found instead.
 */
const SCREENS = [
  ['/', '**/api/v1/jokes?*', 'Error loading jokes. Please try again later.', NONE],
  ['/top-100', TOP, 'Error loading top jokes. Please try again later.', NONE],
  ['/daily', '**/jokes/daily?*', 'Error loading daily jokes. Please try again later.', NONE],
  ['/newest', NEWEST, 'Error loading newest jokes. Please try again later.', NONE],
  ['/random', RANDOM, 'Error loading random joke. Please try again later.', NONE],
  ['/fact/2', '**/api/v1/jokes/2', 'Error loading joke. Please try again later.', null],
  ['/search', '**/jokes/search?*', 'Please try again in a minute.', 'No fact says that.'],
] as const;

const site = useSite(numberedJokes(3));

// The client does not retry a 429, so the test does not wait for retries.
const fail = (route: Route) =>
  route.fulfill({ status: 429, headers: { 'retry-after': '42' }, json: { detail: 'Later.' } });
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
  if (path !== '/search') return;
  await page.getByRole('searchbox').fill('number');
  await page.getByRole('searchbox').press('Enter');
}

test.each(SCREENS)(
  '%s is accessible and fits in every state',
  async (path, pattern, failure, nothing) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/status of (404|429)/);
    const alert = page.getByRole('alert');

    const held: Route[] = [];
    let answer = (route: Route): unknown => held.push(route);
    await page.goto(path === '/fact/2' || path === '/daily' ? '/' : '/about');
    await page.route(pattern, (route) => void answer(route));
    await openScreen(page, path);
    await page.getByText(/^Loading( facts…|\.\.\.)$/).waitFor();
    await expect.poll(() => findFaults(page), { message: 'loading' }).toEqual([]);

    let failed = 0;
    answer = (route) => {
      failed += 1;
      return fail(route);
    };
    await Promise.all(held.map(fail));
    await alert.getByText(failure).waitFor();
    await button(page, 'Try again').click();
    await expect.poll(() => failed).toBe(1);
    await alert.getByText(failure).waitFor();
    await expect.poll(() => findFaults(page), { message: 'failed' }).toEqual([]);

    await page.context().setOffline(true);
    await alert.getByText('You are offline,').waitFor();
    await expect.poll(() => findFaults(page), { message: 'offline' }).toEqual([]);
    await setWidth(page, 320);
    await doubleText(page);
    await expect.poll(() => overflow(page), { message: 'with doubled text' }).toBe(0);

    if (nothing === null) return;
    await page.evaluate("document.documentElement.style.fontSize = ''");
    answer = answerEmpty;
    await page.context().setOffline(false);
    await page.getByText(nothing).first().waitFor();
    await expect.poll(() => findFaults(page), { message: 'empty' }).toEqual([]);
  },
);
