import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact } from '../../support/e2e/fact-steps.ts';
import { focused, scrollTo, scrollY } from '../../support/e2e/page-state.ts';
import { announces, link } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(
  numberedJokes(22).map((joke) =>
    joke.joke_id === 1 ? { ...joke, joke_text: 'His “Don’t” is a roundhouse-kick.' } : joke,
  ),
);

const field = (page: Page) => page.getByRole('searchbox', { name: 'Words or a fact number' });

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
  const summary = page.getByRole('heading', { level: 2, name: '21 facts found' });
  await page.goto('/');
  await searchFor(page, 'number TÉST');
  await focused(page, summary).waitFor();
  for (const next of [
    link(page, 'Best match'),
    link(page, 'Highest rated'),
    fact(page, 22).getByRole('link'),
  ]) {
    await page.keyboard.press('Tab');
    await focused(page, next).waitFor();
  }

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
  await focused(page, summary).waitFor();

  await searchFor(page, `"dont" kick`);
  await announces(page, '1 fact found');
  await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['Don’t', 'kick']);
  await page.goBack();
  await expect.poll(() => field(page).inputValue()).toBe('number TÉST');
});
