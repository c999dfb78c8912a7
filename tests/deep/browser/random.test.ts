import type { CDPSession, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused, fontsLoaded, framesDrawn } from '../../support/e2e/page-state.ts';
import { link, shows } from '../../support/e2e/page-steps.ts';
import { illustrate, RANDOM } from '../../support/e2e/images.ts';
import {
  answerRandomFacts,
  anotherLink as another,
  exampleFact,
  showsRandomFact,
} from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The client does not retry a 429, so the tests do not wait for retries.
const FAILED = { status: 429, json: { detail: 'Later.' } };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A fact of 300 characters. */
const LONG = 'Chuck Norris read the terms. '.repeat(11).slice(0, 300);

const site = useSite(numberedJokes(30));

const fact = (page: Page) => page.getByRole('article');
const image = (page: Page) => page.getByRole('img', { name: /^Illustration of fact no\. \d+$/ });

test("the link to another fact stays where it is and shows 'Loading...', and the current fact stays until the next one loads, or if it fails to load", async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  await page.goto('/random');
  await another(page).waitFor();
  await fontsLoaded(page);
  const before = await fact(page).locator('p').innerText();
  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve);
  await another(page).focus();
  const place = await another(page).boundingBox();
  await page.keyboard.press('Enter');
  const route = await held.promise;
  const busy = link(page, 'Loading...');
  await busy.waitFor();
  expect(await busy.boundingBox()).toEqual(place);
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await expect.poll(() => fact(page).locator('p').innerText()).toBe(before);
  await route.fulfill({ json: { ...exampleFact(999), joke_text: LONG } });
  await shows(page, LONG);
  await focused(page, another(page)).waitFor();
  expect(await another(page).boundingBox()).toEqual(place);

  visitor.expectConsoleError(/status of 429/);
  await page.route(RANDOM, (failing) => failing.fulfill(FAILED));
  await another(page).click();
  await shows(page, 'Error loading random joke. Please try again later.');
  await shows(page, LONG);
});

test('a broken image is hidden', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await illustrate(page);
  await page.route('**/api/v1/images/files/**', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No.' } }),
  );
  await page.goto('/random');
  await fact(page).waitFor();
  await image(page).waitFor({ state: 'detached' });
});

test('each visit draws a fact that was neither shown nor rated, and Back returns to earlier ones', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [11, 11, 15, 12, 13]);
  const openAbout = async () => {
    await link(page, 'About').click();
    await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  };
  await page.addInitScript(`localStorage.setItem('votedJokes', '{"15":4}')`);
  await page.goto('/random');
  await showsRandomFact(page, 11);
  await openAbout();
  expect(drawn).toEqual([11]);
  await link(page, 'Random').click();
  await showsRandomFact(page, 12);
  expect(drawn).toEqual([11, 11, 15, 12]);

  await another(page).dblclick();
  await showsRandomFact(page, 13);
  await page.goBack();
  await showsRandomFact(page, 12);
  await page.goForward();
  await showsRandomFact(page, 13);
  await openAbout();
  await page.goBack();
  await showsRandomFact(page, 13);
  expect(drawn).toEqual([11, 11, 15, 12, 13]);
});

/** Touches the screen, moves the finger by this distance in ten steps, and lifts it. */
async function swipe(session: CDPSession, [x, y]: readonly [number, number]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) => {
    const moved = { x: 260 + (x * step) / 10, y: 300 + (y * step) / 10 };
    const touchPoints = type === 'touchEnd' ? [] : [moved];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step);
  await touch('touchEnd', 10);
}

test('only a clear left swipe draws the next fact, also from the page of a fact', async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3]);
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
  await link(page, 'Fact no. 2').click();
  await page.getByRole('heading', { level: 1, name: 'Fact no. 2' }).waitFor();
  await swipe(session, [-200, 0]);
  await showsRandomFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);
});
