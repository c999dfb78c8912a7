import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, link } from '../../support/e2e/page-steps.ts';
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
const card = (page: Page, id: number) =>
  page.getByRole('article', { name: `Fact no. ${id}`, exact: true });

test('a visitor uses the list by keyboard alone', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await card(page, 25).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, link(page, 'Skip to content')).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, card(page, 25).getByRole('link'));
  await tabTo(page, card(page, 25).getByRole('radio').first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => card(page, 25).getByText('✓ Voted!').count()).toBe(0);
  await page.keyboard.press('Enter');
  await card(page, 25).getByText('✓ Voted!').waitFor();
  await announces(page, 'Voted 3 of 5 stars for fact no. 25.');
  await tabTo(page, card(page, 25).getByRole('button', { name: /Share/ }));
  await tabTo(page, link(page, 'Next'));
  await page.keyboard.press('Enter');
  await announces(page, 'Page 2 of 2');
  await focused(page, page.getByRole('heading', { name: 'The facts' })).waitFor();
  await card(page, 5).waitFor();
  await tabTo(page, card(page, 5).getByRole('link'));
  await page.keyboard.press('Enter');
  await focused(page, heading(page, 'Fact no. 5')).waitFor();
  await link(page, 'No. 6 →').waitFor();
  await tabTo(page, link(page, 'No. 6 →'));
  await page.keyboard.press('Enter');
  await focused(page, heading(page, 'Fact no. 6')).waitFor();
});

test('arrow keys and Space lead to other facts, unless a control has the focus or shortcuts are off', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const onFact = (id: number) => focused(page, heading(page, `Fact no. ${id}`)).waitFor();
  await page.goto('/fact/5');
  await page.keyboard.press('ArrowRight');
  await onFact(6);
  await link(page, 'No. 7 →').waitFor();
  await page.keyboard.press('ArrowLeft');
  await onFact(5);
  await page.keyboard.press('ArrowLeft');
  await onFact(4);
  await card(page, 4).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => card(page, 4).getByRole('radio').nth(1).isChecked()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/fact/4');
  await heading(page, 'Fact no. 4').focus();
  await page.keyboard.press('Space');
  await focused(page, heading(page, 'Random Chuck Norris Fact')).waitFor();
  await link(page, 'Get Another Random Fact').waitFor();
  const label = await page.getByRole('article').getAttribute('aria-label');
  const id = Number(label?.replace(/\D/g, ''));
  await page.keyboard.press(id === 25 ? 'ArrowLeft' : 'ArrowRight');
  await onFact(id === 25 ? 24 : id + 1);

  await page.goto('/search');
  const setting = page.getByLabel('Keyboard shortcuts on this device');
  await setting.uncheck();
  await page.goto('/fact/5');
  for (const off of ['ArrowRight', 'Space', 'ArrowLeft']) await page.keyboard.press(off);
  await tabTo(page, link(page, 'No. 6 →'));
  await page.keyboard.press('Enter');
  await onFact(6);
  await page.goBack();
  await heading(page, 'Fact no. 5').waitFor();

  await using phone = await site.visit({ hasTouch: true, isMobile: true });
  await phone.page.goto('/search');
  await phone.page.getByLabel('Keyboard shortcuts on this device').waitFor({ state: 'hidden' });
  await page.goto('/search');
  await setting.waitFor();
});
