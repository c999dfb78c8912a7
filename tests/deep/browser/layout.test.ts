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
const TEXTS = new Map([
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

/** Evaluates to the number of facts that are in view from the first line to the rating. */
const WHOLE_FACTS = `[...document.querySelectorAll('article')].filter((fact) => {
  const { bottom } = fact.querySelector('.joke-rating_rating').getBoundingClientRect();
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
    const parts = page.locator('.top-bar_logo, .top-bar_menu a, .top-bar_profile, .top-bar_session button');
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
    await press(star(page, 20, '3 stars'));
    await fact(page, 20).getByText('✓ Voted!').waitFor();
  }
});

test('the back-to-top button appears after scrolling more than 300 px', async () => {
  await using visitor = await site.visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await openHome(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 300);
  await expect.poll(() => scrollY(page)).toBe(300);
  await expect.poll(() => button.count()).toBe(0);
  await scrollTo(page, 301);
  await button.click();
  await expect.poll(() => scrollY(page)).toBe(0);
  await button.waitFor({ state: 'detached' });
});

/** Evaluates to what the back-to-top button covers at twenty places of the page, each scrolled to. */
const COVERED_BY_BUTTON = `(async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const last = document.documentElement.scrollHeight - innerHeight;
  const found = [];
  for (let place = 0; place < 20; place += 1) {
    scrollTo({ top: 301 + ((last - 301) * place) / 19, behavior: 'instant' });
    await drawn();
    const button = document.querySelector('.layout_top');
    const isShown = getComputedStyle(button).visibility === 'visible';
    const over = button.getBoundingClientRect();
    const covered = [...document.querySelectorAll('#root :is(a, button, input, summary, textarea)')]
      .filter((control) => {
        const under = control.getBoundingClientRect();
        const beside = under.right - 1 < over.left || under.left + 1 > over.right;
        return control !== button && control.checkVisibility() && !beside &&
          under.bottom - 1 > over.top && under.top + 1 < over.bottom;
      });
    found.push({ isShown, covered: isShown ? covered.map((control) => control.outerHTML) : [] });
  }
  return found;
})()`;

test('the back-to-top button covers no control, and lists leave it a place', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  for (const [path, widths] of [
    ['/', [320, 360, 390, 768, 1024, 1280]],
    ['/developers', [390]],
  ] as const) {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await fontsLoaded(page);
      const places =
        await page.evaluate<{ isShown: boolean; covered: string[] }[]>(COVERED_BY_BUTTON);
      const where = `${path} at ${width} px`;
      expect(
        places.flatMap(({ covered }) => covered),
        where,
      ).toEqual([]);
      const shown = places.filter(({ isShown }) => isShown).length;
      if (path === '/' && width > 320) expect(shown, where).toBeGreaterThanOrEqual(18);
    }
  }
});
