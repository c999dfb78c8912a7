import type { CDPSession, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { anotherLink, exampleFact, factShows, star, textOf } from '../../support/e2e/fact-steps.ts';
import { openInShell, RANDOM } from '../../support/e2e/images.ts';
import {
  focused,
  fontsLoaded,
  framesDrawn,
  PHONE,
  scrollY,
  settled,
} from '../../support/e2e/page-state.ts';
import { announces, link, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const LONG = 'Chuck Norris read the terms. '.repeat(11).slice(0, 300);

const site = useSite(numberedJokes(25));

const fact = (page: Page) => page.getByRole('article');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const image = (page: Page) => page.getByRole('img', { name: /^Illustration of fact no\. \d+$/ });

/**
 * Answers random-fact requests with these facts, each once, and holds all others. Returns the ids drawn so far, and
 * the next request that is held.
 */
async function answerRandomFacts(page: Page, ids: readonly number[]) {
  await openInShell(page);
  const drawn: number[] = [];
  const held: Route[] = [];
  await page.route(RANDOM, async (route) => {
    const id = ids[drawn.length];
    if (id === undefined) return void held.push(route);
    drawn.push(id);
    await route.fulfill({ json: exampleFact(id) });
  });
  const nextHeld = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    return held.shift();
  };
  return { drawn, nextHeld };
}

/** Waits until the random screen shows this fact and no request is pending. */
async function showsRandomFact(page: Page, id: number): Promise<void> {
  await factShows(page, id, textOf(id));
  await anotherLink(page).waitFor();
}

test(
  'the next fact is there before it is asked for: a tap, a key and a swipe wait for no request',
  { tags: ['P25', 'U20'] },
  async () => {
    const { page } = await site.visit(PHONE);
    const held: Route[] = [];
    let answer = (route: Route): unknown => held.push(route);
    await page.route(RANDOM, (route) => void answer(route));
    await page.goto('/random');
    await anotherLink(page).waitFor();
    await settled(page);
    const text = () => fact(page).locator('p').first().innerText();
    const shown = new Set([await text()]);
    const session = await page.context().newCDPSession(page);
    const isNew = async () => {
      await expect.poll(async () => shown.has(await text())).toBe(false);
      shown.add(await text());
    };
    await anotherLink(page).tap();
    await isNew();
    await swipe(session, [-80, 0]);
    await isNew();
    // The third one is being drawn since the first tap.
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('ArrowRight');
    await link(page, 'Loading...').waitFor();
    expect(held).toHaveLength(1);
    answer = (route) => route.continue();
    for (const route of held) await route.continue();
    // Two taps in a moment are a double click, which shows one fact.
    for (let presses = 0; presses < 7; presses += 1) {
      await isNew();
      await page.keyboard.press('ArrowRight');
    }
    await isNew();
    expect(shown.size).toBe(11);
  },
);

test('while another fact loads, the current one and its link stay', { tags: 'U20' }, async () => {
  const { page, expectConsoleError } = await site.visit(PHONE);
  const { nextHeld } = await answerRandomFacts(page, [1]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  await fontsLoaded(page);
  const another = await nextHeld();
  await anotherLink(page).focus();
  const place = await anotherLink(page).boundingBox();
  await page.keyboard.press('Enter');
  const busy = link(page, 'Loading...');
  await busy.waitFor();
  expect(await busy.boundingBox()).toEqual(place);
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await factShows(page, 1, textOf(1));
  await another?.fulfill({ json: { ...exampleFact(999), joke_text: LONG } });
  await shows(page, LONG);
  await focused(page, anotherLink(page)).waitFor();
  expect(await anotherLink(page).boundingBox()).toEqual(place);

  expectConsoleError(/status of 429/);
  // The client does not retry a 429, so the test does not wait for retries.
  const refused = await nextHeld();
  await anotherLink(page).click();
  await link(page, 'Loading...').waitFor();
  await refused?.fulfill({ status: 429, json: { detail: 'No.' } });
  await shows(page, 'Error loading random joke. Please try again later.');
  await shows(page, LONG);
});

test('a broken image is hidden', async () => {
  const { page, expectConsoleError } = await site.visit();
  expectConsoleError(/status of 404/);
  await openInShell(page);
  const image_url = `/api/v1/images/files/${'0'.repeat(32)}-640.webp`;
  await page.route(RANDOM, (route) => route.fulfill({ json: { ...exampleFact(1), image_url } }));
  await page.goto('/random');
  await fact(page).waitFor();
  await image(page).waitFor({ state: 'detached' });
});

test('a double click draws one fact, and Back returns to earlier ones', async () => {
  const { page } = await site.visit();
  const { drawn } = await answerRandomFacts(page, [11, 12]);
  await page.goto('/random');
  await showsRandomFact(page, 11);
  await link(page, 'About').click();
  await heading(page, 'About Chuck Norris Facts').waitFor();
  await page.goBack();
  await showsRandomFact(page, 11);
  await anotherLink(page).dblclick();
  await showsRandomFact(page, 12);
  await page.goBack();
  await showsRandomFact(page, 11);
  expect(drawn).toEqual([11, 12]);
});

/** Touches the screen, moves the finger by this distance, and lifts it. */
async function swipe(session: CDPSession, [x, y]: readonly [number, number]): Promise<void> {
  for (const [type, touchPoints] of [
    ['touchStart', [{ x: 260, y: 300 }]],
    ['touchMove', [{ x: 260 + x, y: 300 + y }]],
    ['touchEnd', []],
  ] as const) {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  }
}

test('only a clear left swipe draws the next fact', async () => {
  const { page } = await site.visit(PHONE);
  const { drawn } = await answerRandomFacts(page, [1, 2]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  const session = await page.context().newCDPSession(page);
  await swipe(session, [-80, 0]);
  await showsRandomFact(page, 2);

  for (const distance of [
    [-20, -100],
    [-40, 0],
    [-80, -60],
  ] as const) {
    await swipe(session, distance);
    await framesDrawn(page);
    await showsRandomFact(page, 2);
  }
  expect(drawn).toEqual([1, 2]);
});

test('on Random, the right arrow key draws a fact, the left one goes back, and digits rate; not with a modifier, while held down, during a request or on a control', async () => {
  const { page } = await site.visit({ viewport: { width: 1280, height: 400 } });
  const press = (key: string) => page.keyboard.press(key);
  const { drawn, nextHeld } = await answerRandomFacts(page, [1, 2]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  await press('Shift+ArrowRight');
  await star(page, 1, '3 stars').focus();
  for (const key of ['ArrowRight', '2']) await press(key);
  await heading(page, 'Random Chuck Norris Fact').focus();
  await page.keyboard.down('ArrowRight');
  await showsRandomFact(page, 2);
  await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  await press('5');
  await announces(page, 'Voted 5 of 5 stars');

  await press('ArrowRight');
  await press('ArrowRight');
  await (await nextHeld())?.fulfill({ json: exampleFact(9) });
  await showsRandomFact(page, 9);
  // A third time, it would go back to the page that was open before the site.
  for (const id of [2, 1, 1]) {
    await press('ArrowLeft');
    await showsRandomFact(page, id);
  }
  await heading(page, 'Random Chuck Norris Fact').focus();
  await press('Space');
  await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
  expect(drawn).toEqual([1, 2]);
});

test(
  'from the page of a fact the right arrow key leads to a random one, / to the search, ? to the help',
  { tags: 'U4' },
  async () => {
    const { page } = await site.visit();
    await page.goto('/fact/5');
    await page.keyboard.press('?');
    await page.getByLabel('Keyboard shortcuts on this device').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await focused(page, heading(page, 'Random Chuck Norris Fact')).waitFor();
    await page.keyboard.press('/');
    await focused(page, page.getByRole('searchbox')).waitFor();
  },
);
