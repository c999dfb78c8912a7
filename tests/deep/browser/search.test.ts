import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, facts } from '../../support/e2e/fact-steps.ts';
import { focused, scrollTo, scrollY } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(
  numberedJokes(22).map((joke) =>
    joke.joke_id === 1 ? { ...joke, joke_text: 'His “Don’t” is a roundhouse-kick.' } : joke,
  ),
);

const field = (page: Page) => page.getByRole('searchbox', { name: 'Words or a fact number' });
const marked = (page: Page) => page.locator('mark').allInnerTexts();
const summary = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Searches by keyboard alone, from wherever the focus is. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await focused(page, field(page)).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('a visitor finds a fact by keyboard alone', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await searchFor(page, 'number TÉST');
  await announces(page, '21 facts found');
  await focused(page, summary(page, '21 facts found')).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, fact(page, 22).getByRole('link')).waitFor();

  await scrollTo(page, 900);
  await expect.poll(() => scrollY(page)).toBe(900);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Fact no. 22' }).waitFor();
  await page.goBack();
  await fact(page, 22).waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('number TÉST');
  await expect.poll(() => scrollY(page)).toBe(900);
  await link(page, 'Next').press('Enter');
  await announces(page, 'Page 2 of 2');
  await focused(page, summary(page, '21 facts found')).waitFor();
  await expect.poll(() => facts(page).count()).toBe(1);

  await searchFor(page, `"dont" kick`);
  await announces(page, '1 fact found');
  await expect.poll(() => marked(page)).toEqual(['Don’t', 'kick']);
  await page.goBack();
  await expect.poll(() => field(page).inputValue()).toBe('number TÉST');
  await searchFor(page, '?/!');
  await announces(page, 'There is no word or number in that.');
  await expect.poll(() => field(page).inputValue()).toBe('?/!');

  // Opened from the bar, and with the key, the screen is for typing.
  await page.goto('/about');
  for (const open of [() => link(page, 'Search').click(), () => page.keyboard.press('/')]) {
    await open();
    await focused(page, field(page)).waitFor();
    expect(page.url()).toBe(`${site.origin}/search`);
    await page.goBack();
  }
});

test('a visitor searches without JavaScript', async () => {
  await using visitor = await site.visit({ javaScriptEnabled: false });
  visitor.expectConsoleError(/status of 404/);
  const { page } = visitor;
  await page.goto('/no/such/page');
  await link(page, 'Search the facts').click();
  await field(page).fill('number');
  await button(page, 'Search').click();
  await shows(page, '21 facts found');
  await expect.poll(() => page.locator('mark').count()).toBe(20);
  await link(page, 'Next').click();
  await shows(page, 'Page 2 of 2');
  await fact(page, 2).waitFor();
});
