import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { RANDOM } from '../../support/e2e/images.ts';
import { focused, scrollY } from '../../support/e2e/page-state.ts';
import { announces, button, link } from '../../support/e2e/page-steps.ts';
import {
  answerRandomFacts,
  anotherLink,
  exampleFact,
  showsRandomFact,
} from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(25));

/**
 * Evaluates to an empty string if the focused element, its parent or its next sibling has an
 * outline and the element follows the previously focused one. Otherwise evaluates to its HTML.
 */
const FOCUS_FAULT = `(() => {
  const active = document.activeElement;
  const before = window.focusedBefore;
  const drawn = [active, active.parentElement, active.nextElementSibling].filter(Boolean);
  const outlined = drawn.some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });
  const follows = !before?.isConnected || before === document.body ||
    Boolean(before.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING);
  return outlined && follows ? '' : active.outerHTML.slice(0, 200);
})()`;

/**
 * Presses Tab until an element has the focus. Checks that every stop has an outline and follows
 * the page order.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = focused(page, target);
  for (let stops = 0; stops < 150; stops += 1) {
    await page.evaluate('window.focusedBefore = document.activeElement');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate<string>(FOCUS_FAULT), { message: 'not outlined, or out of order' })
      .toBe('');
    if ((await element.count()) > 0) return;
  }
  throw new Error('Tab does not reach the element.');
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a visitor uses the list by keyboard alone', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await fact(page, 25).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, link(page, 'Skip to content')).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, link(page, 'Fact no. 25'));
  await tabTo(page, fact(page, 25).getByRole('radio').first());
  await page.keyboard.press('Enter');
  await fact(page, 25).getByText('✓ Voted!').waitFor();
  await tabTo(page, fact(page, 25).getByRole('button', { name: /Share/ }));
  await tabTo(page, link(page, 'Next'));
  await page.keyboard.press('Enter');
  await announces(page, 'Page 2 of 2');
  await focused(page, page.getByRole('heading', { name: 'The facts' })).waitFor();
  await fact(page, 5).waitFor();
  await tabTo(page, link(page, 'Fact no. 5'));
  await page.keyboard.press('Enter');
  await focused(page, heading(page, 'Fact no. 5')).waitFor();
});

test('the right arrow key draws a random fact, the left one goes back, and digits rate; not with a modifier, while held down, during a request or on a control', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 400 } });
  const { page } = visitor;
  const press = (key: string) => page.keyboard.press(key);
  const drawn = await answerRandomFacts(page, [1, 2, 3, 4]);
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
  // The 5 of a French keyboard, without Shift.
  const session = await page.context().newCDPSession(page);
  for (const type of ['keyDown', 'keyUp'] as const) {
    await session.send('Input.dispatchKeyEvent', { type, key: '(', code: 'Digit5' });
  }
  await announces(page, 'Voted 5 of 5 stars');

  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve, { times: 1 });
  await press('ArrowRight');
  const route = await held.promise;
  await press('ArrowRight');
  await route.fulfill({ json: exampleFact(9) });
  await showsRandomFact(page, 9);
  for (const [key, id] of [
    ['Space', 3],
    ['Enter', 4],
  ] as const) {
    await anotherLink(page).focus();
    await press(key);
    await showsRandomFact(page, id);
  }
  // A fifth time, it would go back to the page that was open before the site.
  for (const id of [3, 9, 2, 1, 1]) {
    await press('ArrowLeft');
    await showsRandomFact(page, id);
  }
  await heading(page, 'Random Chuck Norris Fact').focus();
  await press('Space');
  await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
  await expect.poll(() => page.getByText('✓ Voted!').count()).toBe(0);
  expect(drawn).toEqual([1, 2, 3, 4]);
});

test('from the page of a fact the right arrow key leads to a random one, unless shortcuts are off', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const shows = (name: string) => focused(page, heading(page, name)).waitFor();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const setting = keys.getByLabel('Keyboard shortcuts on this device');
  await page.goto('/fact/5');
  await page.keyboard.press('ArrowRight');
  await shows('Random Chuck Norris Fact');
  await page.keyboard.press('ArrowLeft');
  await shows('Fact no. 5');

  await page.keyboard.press('?');
  await setting.uncheck();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  for (const off of ['ArrowRight', '?', '/']) await page.keyboard.press(off);
  await tabTo(page, link(page, 'No. 6 →'));
  await page.keyboard.press('Enter');
  await shows('Fact no. 6');
  await button(page, 'Keys').click();
  await setting.check();
  await page.keyboard.press('Escape');
  await focused(page, button(page, 'Keys')).waitFor();
});
