import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { focused } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const SCREENS = ['/', '/top-100', '/newest', '/random', '/fact/2'] as const;

/** Gives the browser a share sheet that keeps what it is given, and is closed unused where told. */
const SHARE_SHEET = `window.shared = [];
navigator.share = (data) => {
  window.shared.push(data);
  return window.closesSheet
    ? Promise.reject(new DOMException('Share canceled', 'AbortError'))
    : Promise.resolve();
};`;

const site = useSite(numberedJokes(3));

/** The buttons, whatever they say. */
const copyButtons = (page: Page) =>
  page.getByRole('button', { name: /^(Copy|✓ Copied|✗ Not copied) fact no\. \d+$/ });
const shareButtons = (page: Page) => page.getByRole('button', { name: /^Share fact no\. \d+$/ });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const shared = (page: Page) => page.evaluate<unknown>('window.shared');
const hears = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Opens a screen; returns the number of its first fact. */
async function openScreen(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const button = copyButtons(page).or(shareButtons(page)).first();
  const name = await button.getAttribute('aria-label');
  return Number(name?.replace(/\D+/, ''));
}

/** The number of the fact that the random screen shows. */
async function openedFact(page: Page): Promise<number> {
  const name = await page.getByRole('article').getAttribute('aria-label');
  return Number(name?.replace(/\D+/, ''));
}

async function visit(screen?: { width: number; height: number }) {
  return site.visit({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(screen && { viewport: screen }),
  });
}

test.each(SCREENS)('on %s Copy puts the text and the address into the clipboard', async (path) => {
  await using visitor = await visit();
  const { page } = visitor;
  const id = await openScreen(page, path);
  const button = copyButtons(page).first();
  await button.click();
  await button.getByText('✓ Copied', { exact: true }).waitFor();
  await hears(page, `Copied fact no. ${id}.`);
  expect(await clipboard(page)).toBe(`Test fact number ${id} of many.\n${site.origin}/fact/${id}`);
  await button.getByText('Copy', { exact: true }).waitFor();
});

test('every card has its own', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  for (const path of ['/', '/top-100', '/newest']) {
    await openScreen(page, path);
    expect(await copyButtons(page).count()).toBe(3);
    const card = page.getByRole('article').nth(1);
    await card.getByRole('button', { name: /^Copy/ }).click();
    await card.getByText('✓ Copied').waitFor();
    expect(await page.getByText('✓ Copied').count()).toBe(1);
    expect(await clipboard(page)).toContain(await card.locator('.joke-text').innerText());
  }
});

test.each(['Enter', ' '])('the key %j copies, and the focus stays', async (key) => {
  await using visitor = await visit();
  const { page } = visitor;
  const id = await openScreen(page, '/random');
  const button = copyButtons(page);
  await button.focus();
  await page.keyboard.press(key);
  await hears(page, `Copied fact no. ${id}.`);
  await focused(page, button).waitFor();
  expect(await openedFact(page)).toBe(id);
});

test.each(SCREENS)('on %s a clipboard that is refused says so', async (path) => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await page.addInitScript(
    "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
  );
  const id = await openScreen(page, path);
  await copyButtons(page).first().click();
  await copyButtons(page).first().getByText('✗ Not copied', { exact: true }).waitFor();
  await hears(page, `Couldn't copy fact no. ${id}.`);
  expect(alerts).toEqual([]);
});

test.each(SCREENS)('on %s Share is there only where the browser can', async (path) => {
  await using visitor = await visit();
  const { page } = visitor;
  await openScreen(page, path);
  expect(await shareButtons(page).count()).toBe(0);
  await page.addInitScript(SHARE_SHEET);
  const id = await openScreen(page, path);
  expect(await copyButtons(page).first().isVisible()).toBe(true);
  await shareButtons(page).first().focus();
  await page.keyboard.press('Enter');
  expect(await shared(page)).toEqual([
    { text: `Test fact number ${id} of many.`, url: `${site.origin}/fact/${id}` },
  ]);
});

test('a share sheet that is closed unused is no failure', async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await page.addInitScript(`${SHARE_SHEET} window.closesSheet = true;`);
  await openScreen(page, '/fact/2');
  await shareButtons(page).click();
  await shareButtons(page).click();
  expect(await shared(page)).toHaveLength(2);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(alerts).toEqual([]);
});

test('at 320 px there is room for one, of 24 px at least: Share where the browser can, else Copy', async () => {
  await using visitor = await visit({ width: 320, height: 640 });
  const { page } = visitor;
  await openScreen(page, '/');
  expect((await copyButtons(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.addInitScript(SHARE_SHEET);
  await openScreen(page, '/');
  expect(await copyButtons(page).count()).toBe(0);
  expect((await shareButtons(page).first().boundingBox())?.width).toBeGreaterThanOrEqual(24);
});

test.each(['light', 'dark'] as const)('axe finds nothing after a copy, %s', async (colorScheme) => {
  await using visitor = await site.visit({ colorScheme, permissions: ['clipboard-write'] });
  const { page } = visitor;
  await page.addInitScript(SHARE_SHEET);
  // What is said for two seconds stays as long as axe needs to look.
  await page.addInitScript(`const wait = setTimeout;
    window.setTimeout = (run, ms) => (ms === 2_000 ? 0 : wait(run, ms));`);
  await openScreen(page, '/');
  await copyButtons(page).first().click();
  await page.getByText('✓ Copied').waitFor();
  expect(await findViolations(page)).toEqual([]);
});
