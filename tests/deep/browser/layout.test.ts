import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  createAdmin,
  generateImage,
  mockAdminSession,
  signIn,
} from '../../support/e2e/administrator.ts';
import { FACT_SCREENS, LAPTOP } from '../../support/e2e/first-view-steps.ts';
import { imageUrlOf, openInShell, RANDOM, serveImages } from '../../support/e2e/images.ts';
import {
  doubleText,
  focused,
  fontsLoaded,
  layoutShift,
  overflow,
  scrollTo,
  scrollY,
  setWidth,
} from '../../support/e2e/page-state.ts';
import { exampleFact } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const PHONE = { width: 390, height: 844 };

const LONG = 'Chuck Norris knows. '.repeat(15).trim();
const MARKS = '\u0301\u0489\u20dd\u030a'.repeat(40);
const STACKED = `${'Chuck'.replace(/./g, `$&${MARKS}`)} Norris reads between the lines.`;

/** Fact 20 leads every list; fact 1 is that of the day. */
const TEXTS = new Map([
  [1, LONG],
  [18, STACKED],
  [20, LONG],
]);

const site = useSite(
  numberedJokes(20).map((joke) => ({
    ...joke,
    joke_text: TEXTS.get(joke.joke_id) ?? joke.joke_text,
  })),
);

beforeAll(async () => {
  await createAdmin(site.origin);
  await generateImage(site.origin, 20, await signIn(site.origin));
});

const openHome = async (page: Page) => {
  await page.goto('/');
  await page.getByText('Page 1 of 1').waitFor();
  await fontsLoaded(page);
};

/** Evaluates to the number of facts that are in view from the first line to the stars. */
const WHOLE_FACTS = `[...document.querySelectorAll('article')].filter((fact) => {
  const { bottom } = fact.querySelector('fieldset').getBoundingClientRect();
  return fact.getBoundingClientRect().top >= 0 && bottom <= innerHeight;
}).length`;

test('the first screen shows a whole fact of 300 characters with its stars', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await serveImages(page);
  const json = { ...exampleFact(20), joke_text: LONG, image_url: imageUrlOf(20) };
  await page.route(RANDOM, (route) => route.fulfill({ json }));
  for (const path of FACT_SCREENS) {
    if (path === '/random') await openInShell(page);
    for (const viewport of [PHONE, LAPTOP]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await page.getByText('Chuck Norris knows.').first().waitFor();
      await fontsLoaded(page);
      const whole = await page.evaluate<number>(WHOLE_FACTS);
      expect(whole, `${path} at ${viewport.width} px`).toBeGreaterThanOrEqual(1);
    }
  }
});

test('the top bar stays one line for an administrator with a long name, and reports that are counted late move nothing', async () => {
  await using visitor = await site.visit({ viewport: LAPTOP });
  const { page } = visitor;
  const username = 'Maximiliana-Alexandra.von-und-zu-Hohenstein@mail.example.com';
  const counted = Promise.withResolvers<void>();
  await mockAdminSession(page);
  await page.route('**/api/v1/admin/me', (route) =>
    route.fulfill({ json: { username, provider: 'password' } }),
  );
  await page.route('**/api/v1/admin/counts', async (route) => {
    await counted.promise;
    await route.fulfill({ json: { pending: 12_345, oldest: null, reported: 250 } });
  });
  await openHome(page);
  await page.getByRole('link', { name: 'Dashboard' }).waitFor();
  // On a busy computer the typeface may come last.
  await fontsLoaded(page);
  const shifted = await layoutShift(page);
  const header = page.getByRole('banner');
  const height = (await header.boundingBox())?.height;
  counted.resolve();
  await page.getByRole('link', { name: 'Dashboard 999+ pending 99+ reported' }).waitFor();
  expect(await layoutShift(page)).toBe(shifted);
  for (const width of [320, 768, 1023, 1024, 1280, 1920]) {
    await setWidth(page, width);
    const shape = async () => [(await header.boundingBox())?.height, await overflow(page)];
    await expect.poll(shape, { message: `${width} px` }).toEqual([height, 0]);
  }
});

test('at 320 px the links are in a menu that works by keyboard', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  await openHome(page);
  const toggle = page.getByRole('button', { name: 'Menu' });
  const top = page.getByRole('link', { name: 'Top 100' });
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await top.waitFor();
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  await doubleText(page);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.keyboard.press('Tab');
  await focused(page, top).waitFor();
  await page.keyboard.press('Escape');
  await top.waitFor({ state: 'hidden' });
  await focused(page, toggle).waitFor();
  await toggle.click();
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByRole('heading', { name: 'Newest Chuck Norris Facts' }).waitFor();
  await top.waitFor({ state: 'hidden' });
});

/** Evaluates to the controls that the back-to-top button covers while they have the focus. */
const HIDDEN_BY_BUTTON = `(async () => {
  const hidden = [];
  for (const stop of document.querySelectorAll('main :is(a, button, input, summary)')) {
    stop.focus();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const button = document.querySelector('.layout_top')?.getBoundingClientRect();
    const { left, right, top, bottom } = stop.getBoundingClientRect();
    const isHidden = button && stop.checkVisibility() && bottom - 1 > button.top && top + 1 < button.bottom &&
      right > button.left && left < button.right;
    if (isHidden) hidden.push(stop.outerHTML);
  }
  return hidden;
})()`;

test('the back-to-top button appears after scrolling more than 300 px, and hides nothing that has the focus', async () => {
  await using visitor = await site.visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await openHome(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 300);
  await expect.poll(() => scrollY(page)).toBe(300);
  await expect.poll(() => button.count()).toBe(0);
  for (const width of [390, 1280]) {
    await setWidth(page, width);
    await scrollTo(page, 301);
    await button.waitFor();
    expect(await page.evaluate<string[]>(HIDDEN_BY_BUTTON), `${width} px`).toEqual([]);
  }
  await button.click();
  await expect.poll(() => scrollY(page)).toBe(0);
  await button.waitFor({ state: 'detached' });
});

test(
  'stacked combining marks do not widen a 320 px page or cover neighboring content',
  { tags: 'X11' },
  async () => {
    await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    for (const path of ['/', '/fact/18']) {
      await page.goto(path);
      await page.getByText('reads between the lines.').waitFor();
      await expect.poll(() => overflow(page), { message: path }).toBe(0);
    }
    const number = page.getByRole('heading', { name: 'Fact no. 18' });
    const before = await number.screenshot();
    const text = page.getByText('reads between the lines.');
    await page.evaluate(`[...document.querySelectorAll('article p')]
      .find((each) => each.textContent.includes('between the lines')).style.visibility = 'hidden'`);
    await expect.poll(() => text.isVisible()).toBe(false);
    expect(before.equals(await number.screenshot())).toBe(true);
  },
);
