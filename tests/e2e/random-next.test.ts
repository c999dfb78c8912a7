import type { CDPSession, Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { RANDOM } from './pictures.ts';
import { answerDraws, anotherButton, exampleFact, showsFact } from './random-steps.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(20));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('no fact comes a second time while there are others; then the one shown longest ago does', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  // Each line is what comes for one fact; the last of it is to be shown.
  const draws = [[1], [1, 2], [2, 1, 3], [3, 3, 1, 4], [5], [1, 5, 6], [2, 4, 6, 7]];
  await answerDraws(page, [...draws.flat(), 7, 3, 5, 2]);
  await page.goto('/random');
  await showsFact(page, 1);
  for (const id of [2, 3, 4, 5, 6, 7, 2]) {
    await anotherButton(page).click();
    await showsFact(page, id);
  }
});

test('it is so from one visit of the screen to the next, too', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerDraws(page, [1, 1, 2]);
  await page.goto('/random');
  await showsFact(page, 1);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  await page.getByRole('link', { name: 'Random' }).click();
  await showsFact(page, 2);
});

test('Back shows the facts before again, and Forward those after, without a request', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerDraws(page, [11, 12, 13, 14]);
  await page.goto('/random');
  await showsFact(page, 11);
  for (const id of [12, 13]) {
    await anotherButton(page).click();
    await showsFact(page, id);
  }
  await page.goBack();
  await showsFact(page, 12);
  await page.goBack();
  await showsFact(page, 11);
  await page.goForward();
  await showsFact(page, 12);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  await page.goBack();
  await showsFact(page, 12);
  expect(drawn).toEqual([11, 12, 13]);
  await anotherButton(page).click();
  await showsFact(page, 14);
  await page.goBack();
  await showsFact(page, 12);
});

test('the space bar draws the next one; with a modifier or held down it does not', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2, 3]);
  await page.goto('/random');
  await showsFact(page, 1);
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Control+Space');
  await page.keyboard.down('Space');
  await showsFact(page, 2);
  await page.keyboard.down('Space');
  await page.keyboard.up('Space');
  expect(await page.evaluate('window.scrollY')).toBe(0);
  await heading(page).focus();
  await page.keyboard.press('Space');
  await showsFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);
});

test('while one is on its way the space bar draws no other', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerDraws(page, [1]);
  await page.goto('/random');
  await showsFact(page, 1);
  const held = Promise.withResolvers<Route>();
  const drawn = await answerDraws(page, [3]);
  await page.route(RANDOM, held.resolve, { times: 1 });
  await page.keyboard.press('Space');
  const route = await held.promise;
  await page.keyboard.press('Space');
  await route.fulfill({ json: exampleFact(2) });
  await showsFact(page, 2);
  expect(drawn).toEqual([]);
});

const controls: [string, (page: Page) => Locator][] = [
  ['a link', (page) => page.getByRole('link', { name: 'About' })],
  ['a star', (page) => page.getByRole('radio', { name: '3 stars', exact: true })],
  ['a button', (page) => page.getByRole('button', { name: /^Copy/ })],
  ['the theme', (page) => page.getByRole('radio', { name: 'Dark' })],
];

test.each(controls)('while %s has the focus, the space bar is its own', async (_name, control) => {
  await using visitor = await site.visit({ permissions: ['clipboard-write'] });
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2]);
  await page.goto('/random');
  await showsFact(page, 1);
  await control(page).focus();
  await page.keyboard.press('Space');
  expect(await page.getByRole('article').innerText()).toContain('Test fact number 1 of many.');
  await heading(page).focus();
  await page.keyboard.press('Space');
  await showsFact(page, 2);
  expect(drawn).toEqual([1, 2]);
});

test('the space bar on the button itself draws one, not two', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2, 3]);
  await page.goto('/random');
  await showsFact(page, 1);
  await anotherButton(page).focus();
  await page.keyboard.press('Space');
  await showsFact(page, 2);
  await page.keyboard.press('Space');
  await showsFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);
});

interface Point {
  x: number;
  y: number;
}

/** Puts fingers down, moves them all as far in ten steps, and lifts them. */
async function swipe(session: CDPSession, by: Point, fingers: Point[] = [{ x: 260, y: 300 }]) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', fingers);
  for (let step = 1; step <= 10; step += 1) {
    const moved = fingers.map(({ x, y }) => ({
      x: x + (by.x * step) / 10,
      y: y + (by.y * step) / 10,
    }));
    await touch('touchMove', moved);
  }
  await touch('touchEnd', []);
}

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('swipes to the left draw the next ones', async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2, 3]);
  await page.goto('/random');
  await showsFact(page, 1);
  const session = await page.context().newCDPSession(page);
  await swipe(session, { x: -200, y: 10 });
  await showsFact(page, 2);
  await swipe(session, { x: -80, y: 0 });
  await showsFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);
});

const left = { x: -200, y: 0 };
const others: [string, (session: CDPSession) => Promise<void>][] = [
  ['up', (session) => swipe(session, { x: -20, y: -100 })],
  ['that is short', (session) => swipe(session, { x: -40, y: 0 })],
  ['aslant', (session) => swipe(session, { x: -80, y: -60 })],
  [
    'of two fingers',
    (session) =>
      swipe(
        session,
        left,
        [200, 400].map((y) => ({ x: 260, y })),
      ),
  ],
  [
    'over an enlarged page',
    async (session) => {
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
      await swipe(session, left);
    },
  ],
];

// To the right it is the browser's own way back.
test.each(others)('a swipe %s draws nothing', async (_name, move) => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2, 3]);
  await page.goto('/random');
  await showsFact(page, 1);
  await move(await page.context().newCDPSession(page));
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  );
  expect(await page.getByRole('article').innerText()).toContain('Test fact number 1 of many.');
  expect(await anotherButton(page).count()).toBe(1);
  await page.keyboard.press('Space');
  await showsFact(page, 2);
  expect(drawn).toEqual([1, 2]);
});
