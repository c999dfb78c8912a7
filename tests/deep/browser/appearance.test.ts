import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { jokeList } from '../../../functions/src/contract/index.ts';
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
import { openInShell, RANDOM } from '../../support/e2e/images.ts';
import { exampleFact } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(25));

test.each(['/', '/top-100', '/random', '/newest'])(
  '%s has no layout shift if the fonts load last',
  async (path) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    for (const width of [320, 768, 1280]) {
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
      expect(await layoutShift(page), `${width} px`).toBe(0);
      await page.unrouteAll();
    }
  },
);

test.each(['/', '/random'])(
  'on %s, facts of 500 characters fit from 320 to 1920 px, also with doubled text',
  async (path) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    const joke_text = 'W'.repeat(500);
    await openInShell(page);
    await page.route('**/api/v1/jokes?*', async (route) => {
      const list = jokeList.parse(await (await route.fetch()).json());
      await route.fulfill({
        json: { ...list, jokes: list.jokes.map((joke) => ({ ...joke, joke_text })) },
      });
    });
    await page.route(RANDOM, (route) => route.fulfill({ json: { ...exampleFact(1), joke_text } }));
    await page.goto(path);
    await page.getByText(joke_text).first().waitFor();
    await fontsLoaded(page);
    expect(await findOverflows(page)).toEqual([]);
  },
);

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
