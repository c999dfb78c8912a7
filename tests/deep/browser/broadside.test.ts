// @module-tag U18
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  framesDrawn,
  layoutShift,
  overflow,
  settled,
  WIDTHS,
} from '../../support/e2e/page-state.ts';
import { star, voted } from '../../support/e2e/fact-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** From fact 1 on. */
const TEXTS = [
  'You can lead Chuck Norris to salad, but you’ll need more men.',
  'Chuck Norris pocket-dialed Denmark. They agreed to everything.',
  '“Did you save room?” asked the waiter. Chuck Norris had saved the building.',
  'AVAVAVAVA, Chuck Norris. LTLTLTLT.',
  '0123456789 Chuck Norrises. “Testing.”',
];

const site = useSite(
  numberedJokes(TEXTS.length).map((joke) => ({
    ...joke,
    joke_text: TEXTS[joke.joke_id - 1] ?? joke.joke_text,
    tags: ['food'],
  })),
);

const SLAB = '**/assets/slab-*.woff2';

const poster = (page: Page) => page.locator('.broadside_broadside').first();
/** The family of the text's face. */
const face = (page: Page) => poster(page).evaluate((text) => getComputedStyle(text).fontFamily);

/** The lines of a broadside: what they say, and where they are in parts of its width. */
const linesOf = (page: Page) =>
  poster(page).evaluate((text) => {
    const { left, width } = text.getBoundingClientRect();
    const lines = new Map<number, { text: string; start: number; end: number; height: number }>();
    for (const part of text.querySelectorAll<HTMLElement>('[data-em] > [data-em]')) {
      const range = document.createRange();
      range.selectNodeContents(part);
      const box = range.getBoundingClientRect();
      const start = (box.left - left) / width;
      const end = (box.right - left) / width;
      const height = part.clientHeight / Number.parseFloat(getComputedStyle(part).fontSize);
      const line = lines.get(part.offsetTop);
      const said = `${line ? `${line.text} ` : ''}${part.textContent}`;
      lines.set(part.offsetTop, { text: said, start: line?.start ?? start, end, height });
    }
    return [...lines.values()];
  });

/** Waits until each line is one line from edge to edge; the last may be shorter. */
async function expectStretched(page: Page, what: string): Promise<void> {
  const lines = await linesOf(page);
  expect(lines.length, what).toBeGreaterThan(1);
  for (const [index, { text, start, end, height }] of lines.entries()) {
    const message = `${what}: ${text}`;
    expect(Math.abs(start), message).toBeLessThan(0.01);
    expect(height, message).toBeCloseTo(0.98, 1);
    expect(end, message).toBeLessThan(1.01);
    if (index < lines.length - 1) expect(end, message).toBeGreaterThan(0.985);
  }
  expect(await overflow(page), what).toBe(0);
}

test('a short fact that is alone on its screen is set in capitals, each line from edge to edge', async () => {
  const { page } = await site.visit();
  for (const [index, text] of TEXTS.entries()) {
    await page.goto(`/fact/${index + 1}`);
    await settled(page);
    expect(await poster(page).textContent()).toBe(text);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await framesDrawn(page);
      await expectStretched(page, `${width} px`);
    }
  }
});

test('the fact of the day and a random one are broadsides, complete without scripts', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  for (const path of ['/', '/random', '/daily']) {
    await page.goto(path);
    await expectStretched(page, path);
  }
});

test('it moves nothing when the face comes late, and no line wraps without it', async () => {
  for (const width of [320, 1280]) {
    const { page } = await site.visit({ viewport: { width, height: 800 } });
    const released = Promise.withResolvers<void>();
    await page.route(SLAB, async (route) => {
      await released.promise;
      await route.continue();
    });
    for (const number of TEXTS.keys()) {
      await page.goto(`/fact/${number + 1}`, { waitUntil: 'commit' });
      await page.getByRole('link', { name: 'Get Another Random Fact' }).waitFor();
      await framesDrawn(page);
      for (const { text, height } of await linesOf(page)) expect(height, text).toBeCloseTo(0.98, 1);
      expect(await overflow(page)).toBe(0);
      if (number < TEXTS.length - 1) continue;
      released.resolve();
      await settled(page);
      await expectStretched(page, `${width} px`);
      expect(await layoutShift(page)).toBe(0);
    }
  }
});

test('it is copied as the sentence that it is', async () => {
  const { page } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/fact/2');
    await settled(page);
    const copied = await poster(page).evaluate((text) => {
      getSelection()?.selectAllChildren(text);
      document.execCommand('copy');
      return navigator.clipboard.readText();
    });
    expect(copied.toLowerCase()).toBe(TEXTS[1]?.toLowerCase());
  }
});

test('in a low window and in another language it is an ordinary text', async () => {
  const { page } = await site.visit();
  await page.goto('/fact/1');
  await settled(page);
  expect(await face(page)).toMatch(/^Slab/);
  await page.setViewportSize({ width: 844, height: 390 });
  expect(await face(page)).toMatch(/^Text/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await face(page)).toMatch(/^Slab/);
  // As Chrome's translation does.
  await page.evaluate(() => document.documentElement.classList.add('translated-ltr'));
  expect(await face(page)).toMatch(/^Text/);
});

test(
  'its stars are in the first window, and forced colors have one for all lines',
  { tags: ['U8', 'U11'] },
  async () => {
    const { page } = await site.visit({ forcedColors: 'active' });
    for (const [width, height] of [
      [1366, 620],
      [1280, 800],
      [768, 600],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const number of TEXTS.keys()) {
        await page.goto(`/fact/${number + 1}`);
        await settled(page);
        const stars = await page.getByRole('group').first().boundingBox();
        const row = await page.locator('.single-screen_end').boundingBox();
        expect((stars?.y ?? 0) + (stars?.height ?? 0), `${width} × ${height}`).toBeLessThan(
          row?.y ?? 0,
        );
      }
    }
    const colors = await poster(page)
      .locator('[data-em] > [data-em]')
      .evaluateAll((lines) => new Set(lines.map((line) => getComputedStyle(line).color)).size);
    expect(colors).toBe(1);
  },
);

test('it is printed with the site’s name and the stars that the visitor gave, or none', async () => {
  const { page } = await site.visit({ viewport: { width: 718, height: 1000 } });
  await page.goto('/fact/2');
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  const article = page.getByRole('article').first();
  const stars = article.getByRole('group');
  await page.getByRole('banner').getByText('Chuck Norris Facts').waitFor();
  await expectStretched(page, 'paper');
  await article.getByText('4.0/5').waitFor();
  expect(await stars.isVisible()).toBe(false);
  expect(await article.getByRole('link').count()).toBe(0);

  await page.emulateMedia({ media: 'screen' });
  await star(page, 2, '5 stars').click();
  await voted(page, 2).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await stars.isVisible()).toBe(true);
});

test(
  'it is readable with doubled text and with the spacing of WCAG 1.4.12',
  { tags: 'U9' },
  async () => {
    const { page } = await site.visit({ bypassCSP: true });
    await page.goto('/fact/2');
    await settled(page);
    await page.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; }`,
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await framesDrawn(page);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  },
);
