import { HtmlValidate } from 'html-validate/node';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { RANDOM } from '../../support/e2e/images.ts';
import { doubleText, overflow, setTextSize, setWidth } from '../../support/e2e/page-state.ts';
import { button } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(
  numberedJokes(21).map((joke) => ({ ...joke, tags: joke.joke_id > 19 ? ['food'] : [] })),
);

/** Each screen with its heading and, if it has several states or loads anything, a text of the one that is meant. */
const SCREENS: [path: string, heading: string, text?: string | RegExp][] = [
  ['/', 'Celebrating 20 Years of the Legend', 'Page 1 of 2'],
  ['/?page=9', 'Page Not Found'],
  ['/top-100', 'Top 100 Chuck Norris Facts'],
  ['/top-100?period=week', 'Top 100 Chuck Norris Facts', 'The best of all time'],
  ['/random', 'Random Chuck Norris Fact'],
  ['/newest', 'Newest Chuck Norris Facts'],
  ['/daily', 'Fact of the Day'],
  ['/tag/food', 'Food'],
  ['/tag/texas', 'Texas and cowboys', 'No fact is about this.'],
  ['/tag/westerns', 'Page Not Found'],
  ['/fact/2', 'Fact no. 2'],
  ['/fact/99', 'There is no fact no. 99 yet'],
  ['/search', 'Search'],
  ['/search?q=number+21', 'Search', '1 fact found'],
  ['/search?q=test&page=9', 'Search', 'There is no page 9.'],
  ['/search?q=nubmer+21', 'Search', /These come close:$/],
  [`/search?q=${'a'.repeat(99)}`, 'Search', 'No fact says that.'],
  ['/search?q=%3F!', 'Search', 'There is no word or number in that.'],
  ['/my-votes', 'My Votes'],
  ['/submit', 'Submit a Fact'],
  ['/about', 'About Chuck Norris Facts'],
  ['/privacy', 'Privacy'],
  ['/embed/fact/2', 'Fact no. 2'],
  ['/facts-archive/3', 'Facts Archive'],
  ['/history', 'The History of Chuck Norris Facts'],
  ['/developers', 'For Developers'],
  ['/login', 'Login', /google/i],
  ['/setup-admin', 'Setup Admin', 'Create Admin User'],
  ['/no/such/page', 'Page Not Found'],
];

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

test.each(SCREENS)(
  '%s with the title %j is accessible, fits in both themes, and has valid HTML and at most one black button',
  { tags: ['S14', 'U1', 'U9'] },
  async (path, title, text) => {
    const { page, expectConsoleError } = await site.visit({
      viewport: { width: 320, height: 640 },
    });
    expectConsoleError(/status of 404/);
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent()).toBe(title);
    if (text !== undefined) await page.getByText(text).first().waitFor();
    if (path !== '/') expect(await page.title()).toContain(title);
    const sent = await (await fetch(site.origin + path)).text();
    const { results } = await validator.validateString(sent);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    await expect.poll(() => findFaults(page)).toEqual([]);
    expect(await page.locator('.button-main').count()).toBeLessThanOrEqual(1);
    await setWidth(page, 320);
    await doubleText(page);
    await expect.poll(() => overflow(page)).toBe(0);
  },
);

const EMPTY = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20, words: [], match: 'all' };
const NONE = 'There are no facts yet.';

/**
 * The screens that load data, with their requests, their error messages and what they show if there is nothing; a
 * missing fact shows Page Not Found instead.
 */
const LOADING_SCREENS = [
  ['/', '**/api/v1/jokes?*', 'Error loading jokes. Please try again later.', NONE],
  ['/top-100', '**/jokes/top?*', 'Error loading top jokes. Please try again later.', NONE],
  ['/daily', '**/jokes/daily?*', 'Error loading daily jokes. Please try again later.', NONE],
  ['/newest', '**/jokes/newest?*', 'Error loading newest jokes. Please try again later.', NONE],
  ['/random', RANDOM, 'Error loading random joke. Please try again later.', NONE],
  ['/fact/2', '**/api/v1/jokes/2', 'Error loading joke. Please try again later.', null],
  ['/search', '**/jokes/search?*', 'Please try again in a minute.', 'No fact says that.'],
] as const;

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

test.each(LOADING_SCREENS)(
  '%s is accessible and fits in every state',
  { tags: ['U1', 'U5'] },
  async (path, pattern, failure, nothing) => {
    const { page, expectConsoleError } = await site.visit();
    expectConsoleError(/status of (404|429)/);
    const alert = page.getByRole('alert');

    const held: Route[] = [];
    let answer = (route: Route): unknown => held.push(route);
    await page.goto(path === '/fact/2' || path === '/daily' ? '/' : '/about');
    await page.route(pattern, (route) => void answer(route));
    await openScreen(page, path);
    await page.getByText(/^Loading( facts…|\.\.\.)$/).waitFor();
    await expect.poll(() => findFaults(page), { message: 'loading' }).toEqual([]);

    answer = fail;
    await Promise.all(held.map(fail));
    await alert.getByText(failure).waitFor();
    const again = page.waitForResponse(pattern);
    await button(page, 'Try again').click();
    await again;
    await alert.getByText(failure).waitFor();
    await expect.poll(() => findFaults(page), { message: 'failed' }).toEqual([]);

    await page.context().setOffline(true);
    await alert.getByText('You are offline,').waitFor();
    await expect.poll(() => findFaults(page), { message: 'offline' }).toEqual([]);
    await setWidth(page, 320);
    await doubleText(page);
    await expect.poll(() => overflow(page), { message: 'with doubled text' }).toBe(0);

    if (nothing === null) return;
    await setTextSize(page, 100);
    answer = answerEmpty;
    await page.context().setOffline(false);
    await page.getByText(nothing).first().waitFor();
    await expect.poll(() => findFaults(page), { message: 'empty' }).toEqual([]);
  },
);
