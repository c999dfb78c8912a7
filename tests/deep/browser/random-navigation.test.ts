import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { RANDOM } from '../../support/e2e/images.ts';
import {
  answerRandomFacts,
  anotherLink,
  exampleFact,
  showsRandomFact,
} from '../../support/e2e/random-steps.ts';
import { framesDrawn } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { swipe } from '../../support/e2e/swipe.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(20));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

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

test('Space draws the next fact, except with a modifier, when held down, or during a request', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3, 5]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Control+Space');
  await page.keyboard.down('Space');
  await showsRandomFact(page, 2);
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await page.keyboard.down('Space');
  await page.keyboard.up('Space');
  await heading(page).focus();
  await page.keyboard.press('Space');
  await showsRandomFact(page, 3);
  expect(drawn).toEqual([1, 2, 3]);

  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve, { times: 1 });
  await page.keyboard.press('Space');
  const route = await held.promise;
  await page.keyboard.press('Space');
  await route.fulfill({ json: exampleFact(4) });
  await showsRandomFact(page, 4);
  expect(drawn).toEqual([1, 2, 3]);
});

test('Space keeps its usual effect on other focused controls, and draws one fact on the link, as does a double click', async () => {
  await using visitor = await site.visit({ permissions: ['clipboard-write'] });
  const { page } = visitor;
  const drawn = await answerRandomFacts(page, [1, 2, 3, 4, 5, 6, 7, 8]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  for (const [index, control] of [
    page.getByRole('link', { name: 'About' }),
    page.getByRole('radio', { name: '3 stars', exact: true }),
    page.getByRole('radio', { name: 'Dark' }),
  ].entries()) {
    await control.focus();
    await page.keyboard.press('Space');
    await expect
      .poll(() => page.getByRole('article').innerText())
      .toContain(`Test fact number ${index + 1} of many.`);
    await heading(page).focus();
    await page.keyboard.press('Space');
    await showsRandomFact(page, index + 2);
  }
  expect(drawn).toEqual([1, 2, 3, 4]);

  await anotherLink(page).focus();
  await page.keyboard.press('Space');
  await showsRandomFact(page, 5);
  await page.keyboard.press('Space');
  await showsRandomFact(page, 6);
  await page.evaluate(`(() => {
    const link = document.querySelector('.single-screen_another');
    link.click();
    link.click();
  })()`);
  await showsRandomFact(page, 7);
  await page.goBack();
  await showsRandomFact(page, 6);
  expect(drawn).toEqual([1, 2, 3, 4, 5, 6, 7]);
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
    page.evaluate<string>("getComputedStyle(document.querySelector('.single-screen_screen')).touchAction");
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
  await page.keyboard.press('Space');
  await showsRandomFact(page, 4);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await page.getByRole('article').getByRole('link', { name: 'Fact no. 4' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fact no. 4' }).waitFor();
  await swipe(session, left);
  await showsRandomFact(page, 5);
  expect(drawn).toEqual([1, 2, 3, 4, 5]);
});
