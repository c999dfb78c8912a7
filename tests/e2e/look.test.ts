import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { joke, jokeList } from '../../functions/src/contract/index.ts';
import { doubleText, layoutShift, overflow } from './page-state.ts';
import { NEWEST, RANDOM } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const FONTS = '**/*.woff2';
const LIST = '**/api/v1/jokes?*';

const site = useSite(numberedJokes(25));

const ready = (page: Page) => page.getByRole('article').first().waitFor();
const loadedFonts = (page: Page) =>
  page.evaluate<string[]>(`document.fonts.ready.then((fonts) =>
    [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`);

async function fontRequests(page: Page, address: string): Promise<number> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requests.push(request.url());
  });
  await page.goto(address);
  await ready(page);
  await loadedFonts(page);
  return requests.length;
}

/** Has every fact of a list say `text`. */
async function replaceTexts(page: Page, pattern: string, text: string): Promise<void> {
  await page.route(pattern, async (route) => {
    const list = jokeList.parse(await (await route.fetch()).json());
    const jokes = list.jokes.map((joke) => ({ ...joke, joke_text: text }));
    await route.fulfill({ json: { ...list, jokes } });
  });
}

/** Draws a fact that says the same each time. */
async function fixRandomFact(page: Page): Promise<void> {
  await page.route(RANDOM, async (route) => {
    const drawn = joke.parse(await (await route.fetch()).json());
    const joke_text = 'Chuck Norris once stood in line. It has been straight ever since.';
    await route.fulfill({ json: { ...drawn, joke_text } });
  });
}

test('titles and text have a typeface each, from two files; a third comes where a name needs it', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  expect(await fontRequests(page, '/')).toBe(2);
  expect(await loadedFonts(page)).toEqual(expect.arrayContaining(['Slab', 'Text']));
  await using other = await site.visit();
  await replaceTexts(other.page, NEWEST, 'Žižek asked Chuck Norris for his opinion.');
  expect(await fontRequests(other.page, '/newest')).toBe(3);
});

const views = ['/', '/top-100', '/random', '/newest'].flatMap((path) =>
  [320, 768, 1280].map((width) => ({ path, width })),
);

test.each(views)('nothing moves on $path at $width px', async ({ path, width }) => {
  await using visitor = await site.visit({ viewport: { width, height: 800 } });
  const { page } = visitor;
  await page.goto(path);
  await ready(page);
  await loadedFonts(page);
  expect(await layoutShift(page)).toBe(0);
});

test.each(views)(
  'nothing moves on $path at $width px where the typefaces come after all else',
  async ({ path, width }) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await fixRandomFact(page);
    const released = Promise.withResolvers<void>();
    await page.route(FONTS, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await ready(page);
    released.resolve();
    await expect.poll(() => loadedFonts(page)).toEqual(expect.arrayContaining(['Slab', 'Text']));
    // What stands in is as wide on average only: within a line, letters move by a few pixels.
    expect((await layoutShift(page)).toFixed(2)).toBe('0.00');
  },
);

test.each([320, 768, 1280, 1920])(
  'at %i px facts of 500 characters, one word or many, fit, with doubled text too',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    for (const text of ['W'.repeat(500), 'Chuck Norris knows. '.repeat(25)]) {
      await replaceTexts(page, LIST, text);
      await page.goto('/');
      await ready(page);
      expect(await overflow(page)).toBe(0);
      await doubleText(page);
      expect(await overflow(page)).toBe(0);
      await page.unrouteAll();
    }
  },
);

const states: [state: string, path: string, show: (page: Page) => Promise<unknown>][] = [
  ['no page', '/no/such/page', (page) => page.getByText('There is no such page.').waitFor()],
  ['an error', '/', (page) => page.getByRole('alert').waitFor()],
  ['an open menu', '/newest', (page) => page.getByRole('button', { name: 'Menu' }).click()],
];

test.each(states)('at 320 px %s fits, with doubled text too', async (state, path, show) => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  visitor.expectConsoleError(/status of (404|429)/);
  const refuse = (route: Route) => route.fulfill({ status: 429, json: { detail: 'Later.' } });
  if (state === 'an error') await page.route(LIST, refuse);
  await page.goto(path);
  await show(page);
  expect(await overflow(page)).toBe(0);
  await doubleText(page);
  expect(await overflow(page)).toBe(0);
});

test.each([320, 768, 1280, 1920])(
  'at %i px the logo is whole and on one line, with doubled text too',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await page.goto('/');
    await ready(page);
    await loadedFonts(page);
    const cut = () =>
      page.evaluate<number>(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.logo'))",
      );
    const lines = () =>
      page.evaluate<number>(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.logo').lastChild);
        return range.getClientRects().length;
      })()`);
    expect([await cut(), await lines()]).toEqual([0, 1]);
    await doubleText(page);
    expect([await cut(), await lines()]).toEqual([0, 1]);
  },
);

test('on a phone what belongs to a fact stands in two lines, with a vote too', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await page.goto('/');
  const fact = page.getByRole('article').first();
  await fact.getByRole('radio', { name: '5 stars', exact: true }).click();
  await fact.getByText('✓ Voted!').waitFor();
  const box = await fact.locator('.joke-rating').boundingBox();
  expect(box?.height).toBeLessThan(44 + 2 * 24);
});

test('stars are 32 px large in targets of 44 px', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  const star = page.getByRole('article').first().locator('.star').first();
  const target = await star.boundingBox();
  expect([target?.width, target?.height]).toEqual([44, 44]);
  const drawing = await star.locator('svg').boundingBox();
  expect([drawing?.width, drawing?.height]).toEqual([32, 32]);
});
