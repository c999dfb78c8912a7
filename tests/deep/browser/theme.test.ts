import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const PAPER = { light: 'rgb(245, 237, 221)', dark: 'rgb(21, 17, 14)' } as const;
const BAR = { light: '#1d1712', dark: '#0d0a08' } as const;

const site = useSite(numberedJokes(3));

const choice = (page: Page) => page.getByLabel('Theme');
const paper = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
/** The theme color for the browser's own interface. */
const themeColor = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('meta[name=theme-color]')]
    .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)`);

test('the site follows the system’s theme, unless the visitor chooses another one', async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  const shows = async (theme: 'light' | 'dark') => {
    await expect.poll(() => paper(page)).toBe(PAPER[theme]);
    await expect.poll(() => themeColor(page)).toEqual([BAR[theme]]);
  };
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

test.each([
  ['dark', 'light'],
  ['light', 'dark'],
] as const)('a stored %s theme applies from the first frame', async (theme, system) => {
  await using visitor = await site.visit({ colorScheme: system });
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('theme', '${theme}');
    window.papers = new Set();
    const look = () => {
      // Nothing is drawn before the style sheet loads.
      if (document.styleSheets.length > 0)
        papers.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);`);
  await page.goto('/');
  await expect.poll(() => page.evaluate('[...papers]')).toEqual([PAPER[theme]]);
});
