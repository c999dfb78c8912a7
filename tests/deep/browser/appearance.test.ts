import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FACT_SCREENS } from '../../support/e2e/first-view-steps.ts';
import { illustrate, isImageLoaded, serveImages } from '../../support/e2e/images.ts';
import {
  doubleText,
  findOverflows,
  fontsLoaded,
  layoutShift,
  overflow,
  setWidth,
  settled,
  WIDTHS,
} from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const FACTS = 25;
const WIDE = 'W'.repeat(500);
const site = useSite(
  numberedJokes(FACTS).map((joke) => (joke.joke_id === 1 ? { ...joke, joke_text: WIDE } : joke)),
);

test('no screen has a layout shift if the fonts load last', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  for (const path of FACT_SCREENS) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const released = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('contentinfo').waitFor();
      released.resolve();
      await settled(page);
      expect(await layoutShift(page), `${path} at ${width} px`).toBe(0);
      await page.unrouteAll();
    }
  }
});

test('facts of 500 characters without a blank fit from 320 to 1920 px, also with doubled text', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  for (const path of ['/newest', '/fact/1']) {
    await page.goto(path);
    await page.getByText(WIDE).first().waitFor();
    await fontsLoaded(page);
    expect(await findOverflows(page), path).toEqual([]);
  }
});

/** The text spacing that a reader may set: WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`;

/** The texts of the logo and of the pager's buttons that do not fit into them. */
const cutTexts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('header a, nav .button')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)`);

test('with doubled text and with the spacing of WCAG 1.4.12, the logo and the buttons of the pager are whole', async () => {
  await using visitor = await site.visit({ bypassCSP: true });
  const { page } = visitor;
  for (const change of [doubleText, () => page.addStyleTag({ content: SPACING })]) {
    await page.goto('/top-100');
    await settled(page);
    await change(page);
    for (const width of WIDTHS) {
      await setWidth(page, width);
      expect(await cutTexts(page), `${width} px`).toEqual([]);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  }
});

test('images load shortly before they scroll into view, without layout shift', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await illustrate(page);
  await serveImages(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/top-100');
    await expect.poll(() => isImageLoaded(page, FACTS)).toBe(true);
    await fontsLoaded(page);
    if (width === 1280) {
      const third = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 2}` });
      const isBelow = async () => ((await third.boundingBox())?.y ?? 0) > 700;
      await expect.poll(() => isBelow()).toBe(true);
      await expect.poll(() => third.getAttribute('src')).toMatch(/^data:/);
      await page.mouse.wheel(0, 1);
      await expect.poll(() => isImageLoaded(page, FACTS - 2)).toBe(true);
      await expect.poll(() => isBelow()).toBe(true);
    }
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    await expect.poll(() => isImageLoaded(page, FACTS - 9)).toBe(true);
    expect(await layoutShift(page)).toBe(0);
  }
});

const PAPER = { light: 'rgb(245, 237, 221)', dark: 'rgb(21, 17, 14)' } as const;

const choice = (page: Page) => page.getByLabel('Theme');
const paper = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');

test('the site follows the system’s theme, unless the visitor chooses another one', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  const shows = (theme: 'light' | 'dark') => expect.poll(() => paper(page)).toBe(PAPER[theme]);
  await page.goto('/');
  await expect.poll(() => choice(page).inputValue()).toBe('system');
  await shows('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shows('dark');
  for (const [name, theme, system] of [
    ['Light', 'light', 'dark'],
    ['Dark', 'dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await choice(page).selectOption(name);
    await shows(theme);
    await page.reload();
    await expect.poll(() => choice(page).inputValue()).toBe(theme);
    await shows(theme);
    await choice(page).selectOption('System');
    await shows(system);
    await expect.poll(() => page.evaluate("localStorage.getItem('theme')")).toBe(null);
  }
});

test('a stored theme applies from the first frame', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('theme', 'dark');
    window.papers = new Set();
    const look = () => {
      // Nothing is drawn before the style sheet loads.
      if (document.styleSheets.length > 0)
        papers.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);`);
  await page.goto('/');
  await expect.poll(() => page.evaluate('[...papers]')).toEqual([PAPER.dark]);
});
