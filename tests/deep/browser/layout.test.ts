import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  createAdmin,
  generateImage,
  mockAdminSession,
  signIn,
} from '../../support/e2e/administrator.ts';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { LAPTOP } from '../../support/e2e/first-view-steps.ts';
import {
  doubleText,
  focused,
  fontsLoaded,
  framesDrawn,
  layoutShift,
  overflow,
  scrollTo,
  scrollY,
  setWidth,
} from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const PHONE = { width: 390, height: 844 };

/** The text of the first fact of every list. */
const LONG = 'Chuck Norris knows. '.repeat(15).trim();

const HEBREW = "צ'אק נוריס סופר עד אינסוף. (Chuck Norris)";
/** Fact 1 is that of the day. */
const TEXTS = new Map([
  [1, LONG],
  [19, HEBREW],
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
  for (const path of ['/', '/top-100', '/newest']) {
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

test.each([
  { username: 'owner', pending: 1, reported: 1, shown: 'Dashboard 1 pending 1 reported' },
  {
    username: 'Maximiliana-Alexandra.von-und-zu-Hohenstein@mail.example.com',
    pending: 12_345,
    reported: 250,
    shown: 'Dashboard 999+ pending 99+ reported',
  },
])(
  'the top bar stays one line from 320 to 1920 px for the administrator $username, and reports that are counted late move nothing',
  async ({ username, pending, reported, shown }) => {
    await using visitor = await site.visit({ viewport: LAPTOP });
    const { page } = visitor;
    const counted = Promise.withResolvers<void>();
    await mockAdminSession(page);
    await page.route('**/api/v1/admin/me', (route) =>
      route.fulfill({ json: { username, provider: 'password' } }),
    );
    await page.route('**/api/v1/admin/counts', async (route) => {
      await counted.promise;
      await route.fulfill({ json: { pending, oldest: null, reported } });
    });
    await openHome(page);
    const header = page.getByRole('banner');
    const parts = page.locator(
      '.top-bar_logo, .top-bar_menu a, .top-bar_profile, .top-bar_session button',
    );
    const places = async () => Promise.all((await parts.all()).map((part) => part.boundingBox()));
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    // On a busy computer the typeface may come last.
    await fontsLoaded(page);
    const shifted = await layoutShift(page);
    const before = await places();
    counted.resolve();
    const dashboard = page.getByRole('link', { name: /^Dashboard.*reported$/ });
    await dashboard.waitFor();
    await expect.poll(() => places()).toEqual(before);
    expect(await layoutShift(page)).toBe(shifted);
    await expect.poll(() => dashboard.and(page.getByRole('link', { name: shown })).count()).toBe(1);
    const height = (await header.boundingBox())?.height;
    for (const width of [320, 768, 1023, 1024, 1279, 1280, 1440, 1920]) {
      await setWidth(page, width);
      const shape = async () => [(await header.boundingBox())?.height, await overflow(page)];
      await expect.poll(shape, { message: `${width} px` }).toEqual([height, 0]);
    }
  },
);

test('at 320 px the links are in a menu that works by keyboard', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  await openHome(page);
  const toggle = page.getByRole('button', { name: 'Menu' });
  const top = page.getByRole('link', { name: 'Top 100' });
  await expect.poll(() => top.isVisible()).toBe(false);
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await top.waitFor();
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => overflow(page)).toBe(0);
  await doubleText(page);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.keyboard.press('Tab');
  await focused(page, top).waitFor();
  await page.keyboard.press('Escape');
  await top.waitFor({ state: 'hidden' });
  await focused(page, toggle).waitFor();
  await toggle.click();
  await page.mouse.click(160, 630);
  await top.waitFor({ state: 'hidden' });
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.boundingBox();
  await toggle.click();
  // Nothing moves under a finger.
  await expect.poll(() => title.boundingBox()).toEqual(before);
  await title.focus();
  await top.waitFor({ state: 'hidden' });
  await toggle.click();
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByRole('heading', { name: 'Newest Chuck Norris Facts' }).waitFor();
  await top.waitFor({ state: 'hidden' });
});

test('a tap or a click outside an open menu only closes it', async () => {
  for (const hasTouch of [true, false]) {
    await using visitor = await site.visit({ viewport: PHONE, hasTouch });
    const { page } = visitor;
    await openHome(page);
    const press = async (target: Locator) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error('There is nothing to press.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    };
    await star(page, 18, '3 stars').scrollIntoViewIfNeeded();
    const more = page.getByRole('button', { name: 'More about fact no. 18' });
    const report = page.getByRole('button', { name: 'Report', exact: true });
    const rated = page.getByText('✓ Voted!');
    for (const target of [
      star(page, 18, '3 stars'),
      page.getByRole('link', { name: 'Fact no. 18', exact: true }),
    ]) {
      await press(more);
      await report.waitFor();
      await press(target);
      await report.waitFor({ state: 'hidden' });
      await expect.poll(() => rated.count()).toBe(0);
      await focused(page, more).waitFor();
    }
    await press(more);
    await report.waitFor();
    await press(more);
    await report.waitFor({ state: 'hidden' });

    await scrollTo(page, 0);
    const toggle = page.getByRole('button', { name: 'Menu' });
    const top = page.getByRole('link', { name: 'Top 100' });
    const low = page.getByRole('article').locator('a, label').filter({ visible: true });
    for (const target of await low.all()) {
      const { y = 0 } = (await target.boundingBox()) ?? {};
      if (y < 420 || y > 800) continue;
      await press(toggle);
      await top.waitFor();
      await press(target);
      await top.waitFor({ state: 'hidden' });
      await focused(page, toggle).waitFor();
    }
    expect(new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => rated.count()).toBe(0);
    // Now nothing is open, so the same tap rates.
    await star(page, 20, '3 stars').scrollIntoViewIfNeeded();
    await press(star(page, 20, '3 stars'));
    await fact(page, 20).getByText('✓ Voted!').waitFor();
  }
});

/** Counts how often the page scrolls, and how often the position is read, which lays the page out. */
const COUNT_READS = `{
  const { get } = Object.getOwnPropertyDescriptor(window, 'scrollY');
  window.counts = { scrolls: 0, reads: 0 };
  addEventListener('scroll', () => (counts.scrolls += 1));
  Object.defineProperty(window, 'scrollY', { get: () => ((counts.reads += 1), get.call(window)) });
}`;

test('the back-to-top button appears after scrolling more than 300 px', async () => {
  await using visitor = await site.visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await openHome(page);
  await page.evaluate(COUNT_READS);
  for (const top of [100, 200]) {
    await scrollTo(page, top);
    await framesDrawn(page);
  }
  // Only what remembers the position for Back reads it.
  expect(await page.evaluate('counts')).toEqual({ scrolls: 2, reads: 2 });
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 300);
  await expect.poll(() => scrollY(page)).toBe(300);
  await expect.poll(() => button.count()).toBe(0);
  await scrollTo(page, 301);
  await button.click();
  await expect.poll(() => scrollY(page)).toBe(0);
  await button.waitFor({ state: 'detached' });
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

test('the back-to-top button is beside the page or a strip below it, and hides nothing that has the focus', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openHome(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  for (const width of [320, 390, 768, 1279, 1280, 1920]) {
    await setWidth(page, width);
    await scrollTo(page, 301);
    const strip = await button.boundingBox();
    const text = await page.locator('.joke-card_list').boundingBox();
    if (strip === null || text === null) throw new Error('Not drawn');
    if (width < 1280) {
      expect([strip.x, strip.width, strip.y + strip.height], `${width} px`).toEqual([
        0,
        width,
        800,
      ]);
    } else {
      expect(strip.x, `${width} px`).toBeGreaterThanOrEqual(text.x + text.width);
    }
    if (width !== 390 && width !== 1280) continue;
    const hidden = await page.evaluate<string[]>(HIDDEN_BY_BUTTON);
    expect(hidden, `${width} px`).toEqual([]);
  }
});

/** Evaluates to where the parts of each fact in the list end: the column, the text, the menu's dots and the image. */
const ENDS = `[...document.querySelectorAll('.joke-card_list article')].map((card) => {
  const end = (selector) => {
    const part = card.querySelector(selector);
    return part && Math.round(part.getBoundingClientRect().right);
  };
  return { column: end('.joke-card_content'), text: end('.joke-card_text'),
    menu: end('.menu_toggle svg'), image: end('img') };
})`;

test('text, meta row and image of all facts end at one right edge', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await openHome(page);
  for (const width of [320, 390, 768, 1280, 1920]) {
    await setWidth(page, width);
    const ends =
      await page.evaluate<Record<'column' | 'text' | 'menu' | 'image', number | null>[]>(ENDS);
    expect(new Set(ends.map(({ column }) => column)).size, `${width} px`).toBe(1);
    for (const { column, text, menu, image } of ends) {
      const isBeside = image !== null && width >= 576;
      expect([image ?? column, menu, ...(isBeside ? [] : [text])], `${width} px`).toEqual([
        column,
        text,
        ...(isBeside ? [] : [column]),
      ]);
    }
  }
});
