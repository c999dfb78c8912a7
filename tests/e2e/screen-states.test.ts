import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults, findViolations } from './axe.ts';
import { LAPTOP } from './first-view-steps.ts';
import { doubleText, overflow, setWidth } from './page-state.ts';
import { NEWEST, RANDOM, TOP } from './images.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const EMPTY = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20 };

/** The screens that load data, with their requests and error messages. */
const SCREENS = [
  ['/', '**/api/v1/jokes?*', 'Error loading jokes. Please try again later.'],
  ['/top-100', TOP, 'Error loading top jokes. Please try again later.'],
  ['/newest', NEWEST, 'Error loading newest jokes. Please try again later.'],
  ['/random', RANDOM, 'Error loading random joke. Please try again later.'],
  ['/fact/2', '**/api/v1/jokes/2', 'Error loading joke. Please try again later.'],
] as const;

const site = useSite(numberedJokes(3));

// The client does not retry a 429, so the test does not wait for retries.
const fail = (route: Route) => route.fulfill({ status: 429, json: { detail: 'Later.' } });
const answerEmpty = (route: Route) =>
  route.request().url().endsWith('/random')
    ? route.fulfill({ status: 404, json: { detail: 'None.' } })
    : route.fulfill({ json: EMPTY });

/**
 * Opens a screen by its link, because a page that the server renders already contains its data.
 * Lists are linked from every page, a fact from its card.
 */
async function openScreen(page: Page, path: string) {
  await page.locator(`a[href="${path}"]`).first().click();
}

test.each(SCREENS)(
  '%s passes axe without horizontal scrolling while loading, failed, offline and empty, and shows a failure without scrolling',
  async (path, pattern, failure) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/status of (404|429)/);
    const alert = page.getByRole('alert');

    const held: Route[] = [];
    let answer = (route: Route): unknown => held.push(route);
    await page.goto(path === '/fact/2' ? '/' : '/about');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(pattern, (route) => void answer(route));
    await openScreen(page, path);
    await page.getByText(/^Loading( facts…|\.\.\.)$/).waitFor();
    expect(await findFaults(page), 'loading').toEqual([]);

    answer = fail;
    await Promise.all(held.map(fail));
    await alert.getByText(failure).waitFor();
    expect(await findFaults(page), 'failed').toEqual([]);
    for (const viewport of [LAPTOP, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      const { y, height } = (await alert.boundingBox()) ?? { y: Infinity, height: 0 };
      expect(y + height, `${viewport.width} px`).toBeLessThanOrEqual(viewport.height);
    }

    await page.context().setOffline(true);
    await alert.getByText('You are offline.').waitFor();
    expect(await findFaults(page), 'offline').toEqual([]);
    await setWidth(page, 320);
    await doubleText(page);
    expect(await overflow(page), 'with doubled text').toBe(0);

    // A missing fact shows Page Not Found instead.
    if (path === '/fact/2') return;
    await page.evaluate("document.documentElement.style.fontSize = ''");
    answer = answerEmpty;
    await page.context().setOffline(false);
    await page.getByText('There are no facts yet.').waitFor();
    expect(await findFaults(page), 'empty').toEqual([]);
  },
);

test.each([...SCREENS.slice(0, 4).map(([path]) => path), '/setup-admin'])(
  '%s, opened offline, loads automatically once online',
  async (path) => {
    await using visitor = await site.visit();
    visitor.expectConsoleError(/status of 429/);
    const { page } = visitor;
    await page.addInitScript(
      "Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })",
    );
    await page.route('**/api/v1/**', fail);
    await page.goto(path === '/setup-admin' ? path : '/about');
    if (path !== '/setup-admin') await openScreen(page, path);
    const alert = page.getByRole('alert');
    await alert.getByText('This loads automatically when you are back online.').waitFor();

    await page.unroute('**/api/v1/**');
    await page.evaluate(`delete navigator.onLine; window.dispatchEvent(new Event('online'))`);
    await alert.waitFor({ state: 'detached' });
    if (path === '/setup-admin') await page.getByLabel('Username').waitFor();
    else await page.getByRole('article').first().waitFor();
  },
);

const SCRIPT = '**/assets/submit-screen-*.js';

async function openSubmit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Submit' }).click();
}

test.each([
  {
    name: 'fails to render',
    body: 'export default () => { throw new Error("Nothing to draw with"); };',
    status: 200,
    reported: /Nothing to draw with/,
  },
  // Simulates a deployment that removed the script.
  {
    name: 'cannot load its script',
    body: 'gone',
    status: 404,
    reported: /404|dynamically imported/,
  },
])(
  'a screen that $name shows an error, the other screens work, and reloading fixes it',
  async ({ body, status, reported }) => {
    await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
    visitor.expectConsoleError(reported);
    const { page } = visitor;
    await page.route(SCRIPT, (route) =>
      route.fulfill({ status, body, contentType: 'text/javascript' }),
    );
    await page.goto('/');
    await openSubmit(page);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(await alert.innerText()).toContain('Reloading it usually helps.');
    expect(await findViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Newest' }).click();
    await page.getByText('Test fact number 1 of many.').waitFor();
    expect(await alert.count()).toBe(0);

    await openSubmit(page);
    await page.unroute(SCRIPT);
    await alert.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Submit a Fact' }).waitFor();
  },
);
