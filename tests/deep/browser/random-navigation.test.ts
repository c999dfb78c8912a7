import type { CDPSession } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerRandomFacts, anotherLink, showsRandomFact } from '../../support/e2e/random-steps.ts';
import { framesDrawn } from '../../support/e2e/page-state.ts';
import { link } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(15));

test('each visit draws a fact that was neither shown nor rated, and Back returns to earlier ones', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [11, 11, 15, 12, 13, 14]);
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

  await anotherLink(page).click();
  await showsRandomFact(page, 13);
  await page.goBack();
  await showsRandomFact(page, 12);
  await page.goForward();
  await showsRandomFact(page, 13);
  await page.goBack();
  await openAbout();
  await page.goBack();
  await showsRandomFact(page, 12);
  await anotherLink(page).dblclick();
  await showsRandomFact(page, 14);
  await page.goBack();
  await showsRandomFact(page, 12);
  expect(drawn).toEqual([11, 11, 15, 12, 13, 14]);
});

/** Touches the screen with fingers at these heights, moves them by the same distance in ten steps, and lifts them. */
async function swipe(session: CDPSession, [x, y]: [number, number], at = [300]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) => {
    const moved = at.map((height) => ({ x: 260 + (x * step) / 10, y: height + (y * step) / 10 }));
    const touchPoints = type === 'touchEnd' ? [] : moved;
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step);
  await touch('touchEnd', 10);
}

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('only a clear left swipe draws the next fact, also from the page of a fact', async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  const session = await page.context().newCDPSession(page);
  await swipe(session, [-80, 0]);
  await showsRandomFact(page, 2);

  for (const move of [
    () => swipe(session, [-20, -100]),
    () => swipe(session, [-40, 0]),
    () => swipe(session, [-80, -60]),
    () => swipe(session, [-200, 0], [200, 400]),
  ]) {
    await move();
    await framesDrawn(page);
    await showsRandomFact(page, 2);
  }
  await link(page, 'Fact no. 2').click();
  await page.getByRole('heading', { level: 1, name: 'Fact no. 2' }).waitFor();
  await swipe(session, [-200, 0]);
  await showsRandomFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);
});
