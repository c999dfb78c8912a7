import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { doubleText, focused, layoutShift, overflow } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(3));

const PATHS = ['/about', '/facts-archive', '/history'] as const;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function targets(page: Page): Promise<(string | null)[]> {
  const links = await page.getByRole('main').getByRole('link').all();
  return Promise.all(links.map((link) => link.getAttribute('href')));
}

test('About tells the story, the legacy, the relaunch of 2025 and the statistics', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, '/about');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'The story',
    'The legacy',
    'The relaunch',
    'The statistics',
  ]);
  const figures = page.getByRole('definition');
  for (const figure of ['2005', '15+ years', 'Thousands of facts']) {
    await figures.filter({ hasText: figure }).waitFor();
  }
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(5);
  expect(await targets(page)).toEqual(['/history']);
});

test('the archive leads from the old numbered pages to what there is today', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, '/facts-archive');
  expect(await targets(page)).toEqual(['/', '/top-100', '/newest', '/random', '/submit', '/about']);
  const rows = page.getByRole('navigation', { name: 'Where the facts went' }).getByRole('listitem');
  for (const row of await rows.all())
    expect(await row.getByRole('paragraph').innerText()).not.toBe('');
});

test('History is a timeline of every year from 2005 to 2025', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, '/history');
  const years = page.getByRole('main').getByRole('time');
  const expected = Array.from({ length: 21 }, (_, index) => String(2005 + index));
  expect(await years.allTextContents()).toEqual(expected);
  expect(await targets(page)).toEqual(['/top-100', '/', '/random', '/submit']);
});

test('a row of links takes clicks anywhere, and leads inside the site', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, '/facts-archive');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Submit' }).click();
  await focused(page, page.getByRole('heading', { name: 'Submit a Fact' })).waitFor();
  expect(documents).toBe(0);
});

test.each(PATHS)('%s has its headings in order, and nothing in it moves', async (path) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, path);
  const names = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('main :is(h1, h2, h3, h4)'), ({ tagName }) => tagName)",
  );
  expect(names[0]).toBe('H1');
  expect(names.slice(1).every((name) => name === 'H2')).toBe(true);
  expect(await layoutShift(page)).toBe(0);
});

const views = PATHS.flatMap((path) =>
  [320, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ path, width, colorScheme })),
  ),
);

test.each(views)('axe finds nothing on $path at $width px, $colorScheme', async (view) => {
  const { path, width, colorScheme } = view;
  await using visitor = await site.visit({ viewport: { width, height: 800 }, colorScheme });
  await open(visitor.page, path);
  expect(await findViolations(visitor.page)).toEqual([]);
});

test.each(PATHS)('%s does not scroll sideways, with doubled text neither', async (path) => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await open(page, path);
  for (const double of [false, true]) {
    if (double) await doubleText(page);
    for (const width of [320, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  }
});
