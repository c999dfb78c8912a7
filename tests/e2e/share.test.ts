import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { focused } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

/** Each screen with facts, and how the test presses Copy on it. */
const SCREENS = [
  ['/', 'click'],
  ['/top-100', 'click'],
  ['/newest', 'click'],
  ['/random', ' '],
  ['/fact/2', 'Enter'],
] as const;

/**
 * Replaces the share sheet. Records what is shared, and reports a cancellation if
 * window.closesSheet is set.
 */
const SHARE_SHEET = `window.shared = [];
navigator.share = (data) => {
  window.shared.push(data);
  return window.closesSheet
    ? Promise.reject(new DOMException('Share canceled', 'AbortError'))
    : Promise.resolve();
};`;

const REFUSED_CLIPBOARD =
  "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))";

const site = useSite(numberedJokes(3));

/** The Copy buttons with any label. */
const copyButtons = (page: Page) =>
  page.getByRole('button', { name: /^(Copy|✓ Copied|✗ Not copied) fact no\. \d+$/ });
const shareButtons = (page: Page) => page.getByRole('button', { name: /^Share fact no\. \d+$/ });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const shared = (page: Page) => page.evaluate<unknown>('window.shared');
const announces = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await copyButtons(page).or(shareButtons(page)).first().waitFor();
}

/** The number of the fact that a button belongs to. */
async function numberOf(button: Locator): Promise<number> {
  const name = await button.getAttribute('aria-label');
  return Number(name?.replace(/\D+/, ''));
}

async function visit(screen?: { width: number; height: number }) {
  return site.visit({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(screen && { viewport: screen }),
  });
}

test("a visitor copies a fact's text and URL by mouse or keyboard, and a refused clipboard shows an error", async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await page.clock.install();
  for (const [path, how] of SCREENS) {
    await openScreen(page, path);
    const copy = copyButtons(page).last();
    const id = await numberOf(copy);
    await copy.focus();
    if (how === 'click') await copy.click();
    else await page.keyboard.press(how);
    await copy.getByText('✓ Copied', { exact: true }).waitFor();
    expect(await page.getByText('✓ Copied').count()).toBe(1);
    await announces(page, `Copied fact no. ${id}.`);
    expect(await clipboard(page)).toBe(
      `Test fact number ${id} of many.\n${site.origin}/fact/${id}`,
    );
    await focused(page, copy).waitFor();
    expect(await numberOf(copy)).toBe(id);
    expect(await shareButtons(page).count()).toBe(0);

    await page.clock.fastForward(2_000);
    await copy.getByText('Copy', { exact: true }).waitFor();
    await page.evaluate(REFUSED_CLIPBOARD);
    const refused = copyButtons(page).first();
    await refused.click();
    await refused.getByText('✗ Not copied', { exact: true }).waitFor();
    await announces(page, `Couldn't copy fact no. ${await numberOf(refused)}.`);
    expect(alerts).toEqual([]);
  }
});

test('every card has a Copy button and, if supported, a Share button, and closing the share sheet is not an error', async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await page.addInitScript(SHARE_SHEET);
  await openScreen(page, '/');
  for (const [link, title, count] of [
    ['Top 100', 'Top 100 Chuck Norris Facts', 3],
    ['Newest', 'Newest Chuck Norris Facts', 3],
    ['Random', 'Random Chuck Norris Fact', 1],
    ['Chuck Norris Facts', /20 Years/, 3],
    ['Fact no. 2', 'Fact no. 2', 1],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await shareButtons(page).first().waitFor();
    expect(await copyButtons(page).count()).toBe(count);
    const id = await numberOf(copyButtons(page).first());
    await page.evaluate('window.shared = []');
    await shareButtons(page).first().focus();
    await page.keyboard.press('Enter');
    expect(await shared(page)).toEqual([
      { text: `Test fact number ${id} of many.`, url: `${site.origin}/fact/${id}` },
    ]);
  }
  await page.evaluate('window.closesSheet = true');
  await shareButtons(page).click();
  await shareButtons(page).click();
  expect(await shared(page)).toHaveLength(3);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(alerts).toEqual([]);
});

test('at 320 px a card has one button of at least 24 px, Share if supported and Copy otherwise', async () => {
  await using visitor = await visit({ width: 320, height: 640 });
  const { page } = visitor;
  await openScreen(page, '/');
  expect((await copyButtons(page).first().boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.addInitScript(SHARE_SHEET);
  await openScreen(page, '/');
  expect(await copyButtons(page).count()).toBe(0);
  expect((await shareButtons(page).first().boundingBox())?.width).toBeGreaterThanOrEqual(24);
});

test('axe finds no violations after a copy, light and dark', async () => {
  await using visitor = await visit();
  const { page } = visitor;
  await page.addInitScript(SHARE_SHEET);
  // Keeps two-second messages visible while axe runs.
  await page.addInitScript(`const wait = setTimeout;
    window.setTimeout = (run, ms) => (ms === 2_000 ? 0 : wait(run, ms));`);
  await openScreen(page, '/');
  await copyButtons(page).first().click();
  await page.getByText('✓ Copied').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
});
