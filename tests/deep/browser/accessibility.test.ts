import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import type { Visitor } from '../../support/e2e/browser.ts';
import { doubleText, overflow, setWidth } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(
  numberedJokes(21).map((joke) => ({ ...joke, tags: joke.joke_id > 19 ? ['food'] : [] })),
);
let visitor: Visitor;
beforeAll(async () => {
  visitor = await site.visit();
  visitor.expectConsoleError(/status of 404/);
});
afterAll(() => visitor[Symbol.asyncDispose]());

/** Each screen with its heading and, if it has several states or loads anything, a text of the one that is meant. */
const SCREENS: [path: string, heading: string, text?: string | RegExp][] = [
  ['/', 'Celebrating 20 Years of the Legend', 'Page 1 of 2'],
  ['/?page=9', 'Page Not Found'],
  ['/top-100', 'Top 100 Chuck Norris Facts'],
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
  async (path, title, text) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 640 });
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
