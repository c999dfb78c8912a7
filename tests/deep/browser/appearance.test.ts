import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { jokeList } from '../../../functions/src/contract/index.ts';
import {
  doubleText,
  findOverflows,
  layoutShift,
  overflow,
  setWidth,
  WIDTHS,
  settled,
} from '../../support/e2e/page-state.ts';
import { NEWEST, openInShell, RANDOM } from '../../support/e2e/images.ts';
import { exampleFact } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const FONTS = '**/*.woff2';
const LIST = '**/api/v1/jokes?*';

const site = useSite(numberedJokes(25));

const ready = (page: Page) => page.getByRole('article').first().waitFor();
const loadedFonts = (page: Page) =>
  page.evaluate<string[]>(`document.fonts.ready.then((fonts) =>
    [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`);

async function fontRequests(page: Page, path: string): Promise<string[]> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requests.push(request.url());
  });
  await page.goto(path);
  await ready(page);
  await settled(page);
  return requests;
}

/** Replaces the text of every fact in a list. */
async function replaceTexts(page: Page, pattern: string, text: string): Promise<void> {
  await openInShell(page);
  await page.route(pattern, async (route) => {
    const list = jokeList.parse(await (await route.fetch()).json());
    const jokes = list.jokes.map((joke) => ({ ...joke, joke_text: text }));
    await route.fulfill({ json: { ...list, jokes } });
  });
}

test('a page loads two font files, unless a text needs the third', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  expect(await fontRequests(page, '/')).toHaveLength(2);
  await expect.poll(() => loadedFonts(page)).toEqual(expect.arrayContaining(['Slab', 'Text']));
  await using other = await site.visit();
  await replaceTexts(other.page, NEWEST, 'Žižek asked Chuck Norris for his opinion.');
  const requests = await fontRequests(other.page, '/newest');
  await expect.poll(() => requests.length).toBe(3);
});

const PATHS = ['/', '/top-100', '/random', '/newest'];

test.each(PATHS)(
  '%s has no layout shift if the fonts load last, at 320, 768 and 1280 px',
  async (path) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const released = Promise.withResolvers<void>();
      await page.route(FONTS, async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await ready(page);
      released.resolve();
      await expect.poll(() => loadedFonts(page)).toEqual(expect.arrayContaining(['Slab', 'Text']));
      await settled(page);
      expect(await layoutShift(page), `${width} px`).toBe(0);
      await page.unroute(FONTS);
    }
  },
);

/** Whether the logo is whole: on one line, or on several; inside the bar, and not below what follows it. */
const logoIsWhole = (page: Page, lines: 'one line' | 'any lines') =>
  page.evaluate<boolean>(`(() => {
    const logo = document.querySelector('.top-bar_logo');
    const range = document.createRange();
    range.selectNodeContents(logo.lastChild);
    const bar = logo.parentElement;
    const next = [...bar.children].find((each) => each !== logo && each.checkVisibility());
    const [text, after] = [range, next].map((each) => each.getBoundingClientRect());
    const isClear = text.right <= after.left || logo.getBoundingClientRect().bottom <= after.top;
    return isClear && text.right <= bar.clientWidth && logo.offsetHeight <= bar.offsetHeight &&
      ('${lines}' === 'any lines' || range.getClientRects().length === 1);
  })()`);

test.each(['/', '/random'])(
  'on %s, facts of 500 characters fit from 320 to 1920 px, also with doubled text',
  async (path) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    const joke_text = 'W'.repeat(500);
    await replaceTexts(page, LIST, joke_text);
    await page.route(RANDOM, (route) => route.fulfill({ json: { ...exampleFact(1), joke_text } }));
    await page.goto(path);
    await page.getByText(joke_text).first().waitFor();
    await loadedFonts(page);
    expect(await findOverflows(page)).toEqual([]);
  },
);

test("the logo fits on one line from 320 to 1920 px, and the page contains the tab's icon", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/about');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loadedFonts(page);
  const icon = await page.evaluate<number>(`(async () => {
    const icon = new Image();
    icon.src = document.querySelector('link[rel=icon][type="image/svg+xml"]').href;
    await icon.decode();
    return icon.src.startsWith('data:') ? icon.naturalWidth : 0;
  })()`);
  expect(icon).toBeGreaterThan(0);
  for (const width of WIDTHS) {
    await setWidth(page, width);
    await expect.poll(() => logoIsWhole(page, 'one line'), { message: `${width} px` }).toBe(true);
  }
});

/** The text spacing that a reader may set: WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`;

test('with doubled text and with the spacing of WCAG 1.4.12, the logo and the buttons of the pager are whole', async () => {
  await using visitor = await site.visit({ bypassCSP: true });
  const { page } = visitor;
  const cutButtons = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('nav .button')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)`);
  for (const spaced of [false, true]) {
    await page.goto('/top-100');
    await settled(page);
    await (spaced ? page.addStyleTag({ content: SPACING }) : doubleText(page));
    for (const width of WIDTHS) {
      await setWidth(page, width);
      expect(await cutButtons(), `${width} px`).toEqual([]);
      expect(await logoIsWhole(page, 'any lines'), `${width} px`).toBe(true);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  }
});

test('stars are 32 px in targets of 44 px, and on a phone the rating fits in two lines after a vote', async () => {
  await using visitor = await site.visit({ viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await page.goto('/');
  await settled(page);
  const fact = page.getByRole('article').first();
  const star = fact.locator('.star-rating_star').first();
  const target = await star.boundingBox();
  expect([target?.width, target?.height]).toEqual([44, 44]);
  const drawing = await star.locator('.icon').boundingBox();
  expect([drawing?.width, drawing?.height]).toEqual([32, 32]);
  await fact.getByRole('radio', { name: '5 stars', exact: true }).click();
  await fact.getByText('✓ Voted!').waitFor();
  await setWidth(page, 320);
  const height = async () => (await fact.locator('.joke-rating_rating').boundingBox())?.height;
  await expect.poll(height).toBeLessThan(44 + 2 * 24);
});
