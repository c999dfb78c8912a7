import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import type { Visitor } from '../../support/e2e/browser.ts';
import { doubleText, overflow, setWidth } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(21));
let visitor: Visitor;
beforeAll(async () => {
  visitor = await site.visit();
});
afterAll(() => visitor[Symbol.asyncDispose]());

/** Waits until the first fact appears. */
const facts = (page: Page) => page.getByRole('article').first().waitFor();
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().waitFor();

/** Each screen with its heading and, if it loads anything, a wait until it is ready. */
const SCREENS: [path: string, heading: string, ready?: (page: Page) => Promise<unknown>][] = [
  ['/', 'Celebrating 20 Years of the Legend', (page) => page.getByText('Page 1 of 2').waitFor()],
  ['/top-100', 'Top 100 Chuck Norris Facts', facts],
  ['/random', 'Random Chuck Norris Fact', facts],
  ['/newest', 'Newest Chuck Norris Facts', facts],
  ['/daily', 'Fact of the Day', facts],
  ['/fact/2', 'Fact no. 2', facts],
  ['/search', 'Search'],
  ['/my-votes', 'My Votes'],
  ['/submit', 'Submit a Fact', button('Submit')],
  ['/about', 'About Chuck Norris Facts'],
  ['/privacy', 'Privacy'],
  ['/embed/fact/2', 'Fact no. 2'],
  ['/facts-archive', 'Facts Archive'],
  ['/history', 'The History of Chuck Norris Facts'],
  ['/developers', 'For Developers'],
  ['/login', 'Login', button(/google/i)],
  ['/setup-admin', 'Setup Admin', button('Create Admin User')],
  ['/no/such/page', 'Page Not Found'],
];

/** Screens that share one HTML page and have no separate title in it. */
const HIDDEN = ['/login', '/setup-admin'];

test.each(SCREENS)(
  '%s with the title %j is accessible, fits in both themes, and has at most one black button',
  async (path, title, ready) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
    if (title === 'Page Not Found') visitor.expectConsoleError(/status of 404/);
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    await ready?.(page);
    await expect.poll(() => heading.textContent()).toBe(title);
    const product = 'Chuck Norris Facts';
    const ownTitle = path === '/fact/2' ? 'Test fact number 2 of many – Fact no. 2' : title;
    await expect.poll(() => page.title()).toBe(path === '/' ? product : `${ownTitle} | ${product}`);
    if (!HIDDEN.includes(path)) {
      const sent = await (await fetch(site.origin + path)).text();
      expect(sent).toContain(`<title>${await page.title()}</title>`);
    }
    await expect.poll(() => findFaults(page)).toEqual([]);
    expect(await page.locator('.button-main').count()).toBeLessThanOrEqual(1);
    await setWidth(page, 320);
    await doubleText(page);
    await expect.poll(() => overflow(page)).toBe(0);
  },
);
