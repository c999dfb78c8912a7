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
const stored = (page: Page) => page.evaluate<string | null>("localStorage.getItem('theme')");
/** The theme color for the browser's own interface. */
const themeColor = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('meta[name=theme-color]')]
    .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)`);

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Page 1 of 1').waitFor();
}

test("without a choice the site follows the system's theme", async () => {
  await using visitor = await site.visit({ colorScheme: 'light' });
  const { page } = visitor;
  await openHome(page);
  await expect.poll(() => choice(page).inputValue()).toBe('system');
  for (const colorScheme of ['light', 'dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => paper(page)).toBe(PAPER[colorScheme]);
    await expect.poll(() => themeColor(page)).toEqual([BAR[colorScheme]]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await page.getByText('Page 1 of 1').waitFor();
  await expect.poll(() => paper(page)).toBe(PAPER.dark);
  await expect.poll(() => themeColor(page)).toEqual([BAR.dark]);
});

test('Light and Dark override the system, also after a reload', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openHome(page);
  for (const [name, theme, system] of [
    ['Light', 'light', 'dark'],
    ['Dark', 'dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await choice(page).selectOption(name);
    await expect.poll(() => paper(page)).toBe(PAPER[theme]);
    await expect.poll(() => themeColor(page)).toEqual([BAR[theme]]);
    await expect.poll(() => stored(page)).toBe(theme);
    await page.reload();
    await page.getByText('Page 1 of 1').waitFor();
    await expect.poll(() => choice(page).inputValue()).toBe(theme);
    await expect.poll(() => paper(page)).toBe(PAPER[theme]);
    await choice(page).selectOption('System');
    await expect.poll(() => paper(page)).toBe(PAPER[system]);
    await expect.poll(() => themeColor(page)).toEqual([BAR[system]]);
    await expect.poll(() => stored(page)).toBe(null);
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
  await openHome(page);
  await expect.poll(() => page.evaluate('[...papers]')).toEqual([PAPER[theme]]);
});
