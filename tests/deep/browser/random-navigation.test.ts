import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { RANDOM } from '../../support/e2e/images.ts';
import {
  answerRandomFacts,
  anotherLink,
  exampleFact,
  showsRandomFact,
} from '../../support/e2e/random-steps.ts';
import { star } from '../../support/e2e/fact-steps.ts';
import { framesDrawn, scrollY } from '../../support/e2e/page-state.ts';
import { link } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { swipe } from '../../support/e2e/swipe.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(20));

const heading = (page: Page, level: number) => page.getByRole('heading', { level });

test('each visit draws an unseen fact, and Back returns to earlier ones', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [11, 11, 12, 13, 14]);
  const openAbout = async () => {
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  };
  await page.goto('/random');
  await showsRandomFact(page, 11);
  await page.evaluate(`window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));`);
  await openAbout();
  expect(drawn).toEqual([11]);
  await page.getByRole('link', { name: 'Random' }).click();
  await showsRandomFact(page, 12);
  expect(drawn).toEqual([11, 11, 12]);

  await anotherLink(page).click();
  await showsRandomFact(page, 13);
  await page.goBack();
  await showsRandomFact(page, 12);
  await page.goForward();
  await showsRandomFact(page, 13);
  await page.goBack();
  await showsRandomFact(page, 12);
  await openAbout();
  await page.goBack();
  await showsRandomFact(page, 12);
  expect(drawn).toEqual([11, 11, 12, 13]);
  await anotherLink(page).click();
  await showsRandomFact(page, 14);
  await page.goBack();
  await showsRandomFact(page, 12);
});

test('over two visits, no fact that this browser has rated or seen is drawn while there are others', async () => {
  await using visitor = await site.visit();
  let { page } = visitor;
  const numberOf = async () => Number(/\d+/.exec(await heading(page, 2).innerText())?.[0]);
  const seen = [20, 19];
  await page.goto('/');
  for (const id of seen) await star(page, id, '4 stars').click();
  for (let visit = 0; visit < 2; visit += 1) {
    await link(page, 'Random').click();
    await anotherLink(page).waitFor();
    for (let draw = 0; draw < 9; draw += 1) {
      if (draw > 0) await anotherLink(page).click();
      await expect.poll(numberOf).not.toBe(seen.at(-1));
      seen.push(await numberOf());
    }
    const next = await visitor.openTab();
    await page.close();
    page = next;
    await page.goto('/about');
  }
  expect(new Set(seen).size).toBe(20);
});

test('the right arrow key draws the next fact, except with a modifier, when held down, or during a request; the left one goes back, but not to another site; Space scrolls', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 400 } });
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  for (const keys of ['Shift+ArrowRight', 'Control+ArrowRight']) await page.keyboard.press(keys);
  await page.keyboard.down('ArrowRight');
  await showsRandomFact(page, 2);
  await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await showsRandomFact(page, 3);

  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve, { times: 1 });
  await page.keyboard.press('ArrowRight');
  const route = await held.promise;
  await page.keyboard.press('ArrowRight');
  await route.fulfill({ json: exampleFact(4) });
  await showsRandomFact(page, 4);
  for (const id of [3, 2, 1]) {
    await page.keyboard.press('ArrowLeft');
    await showsRandomFact(page, id);
  }
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
  await showsRandomFact(page, 1);
  expect(drawn).toEqual([1, 2, 3]);
});

test('keys keep their usual effect in fields and on stars, and Space and a double click on the link draw one fact each', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3, 4, 5]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  for (const control of [
    page.getByRole('radio', { name: '3 stars', exact: true }),
    page.getByLabel('Theme'),
  ]) {
    await control.focus();
    for (const key of ['ArrowRight', '4']) await page.keyboard.press(key);
  }
  await page.getByRole('link', { name: 'About' }).focus();
  await page.keyboard.press('Space');
  await showsRandomFact(page, 1);

  await anotherLink(page).focus();
  for (const [key, id] of [
    ['Space', 2],
    ['Enter', 3],
    ['ArrowRight', 4],
  ] as const) {
    await page.keyboard.press(key);
    await showsRandomFact(page, id);
  }
  await page.evaluate(`(() => {
    const link = document.querySelector('.single-screen_another');
    link.click();
    link.click();
  })()`);
  await showsRandomFact(page, 5);
  await page.goBack();
  await showsRandomFact(page, 4);
  await expect.poll(() => page.getByText('✓ Voted!').count()).toBe(0);
  expect(drawn).toEqual([1, 2, 3, 4, 5]);
});

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('only a clear left swipe draws the next fact', async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3, 4, 5]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  const session = await page.context().newCDPSession(page);
  const touchAction = () =>
    page.evaluate<string>(
      "getComputedStyle(document.querySelector('.single-screen_screen')).touchAction",
    );
  await expect.poll(touchAction).toBe('pan-y pinch-zoom');
  await swipe(session, { x: -200, y: 10 });
  await showsRandomFact(page, 2);
  await swipe(session, { x: -80, y: 0 });
  await showsRandomFact(page, 3);

  const left = { x: -200, y: 0 };
  for (const move of [
    () => swipe(session, { x: -20, y: -100 }),
    () => swipe(session, { x: -40, y: 0 }),
    () => swipe(session, { x: -80, y: -60 }),
    () => {
      const fingers = [200, 400].map((y) => ({ x: 260, y }));
      return swipe(session, left, fingers);
    },
    async () => {
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
      await expect.poll(() => page.evaluate<number>('visualViewport.scale')).toBe(2);
      await swipe(session, left);
      // It pans the page.
      await expect
        .poll(() => page.evaluate<number>('visualViewport.offsetLeft'))
        .toBeGreaterThan(0);
    },
  ]) {
    await move();
    await framesDrawn(page);
    await expect
      .poll(() => page.getByRole('article').innerText())
      .toContain('Test fact number 3 of many.');
    await expect.poll(() => anotherLink(page).count()).toBe(1);
  }
  await page.keyboard.press('ArrowRight');
  await showsRandomFact(page, 4);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await link(page, 'Fact no. 4').click();
  await page.getByRole('heading', { level: 1, name: 'Fact no. 4' }).waitFor();
  await swipe(session, left);
  await showsRandomFact(page, 5);
  expect(drawn).toEqual([1, 2, 3, 4, 5]);
});
