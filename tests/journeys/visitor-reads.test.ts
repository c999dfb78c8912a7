import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import { anotherLink, facts, textOf } from '../support/e2e/fact-steps.ts';
import { clipboardText, focused } from '../support/e2e/page-state.ts';
import { announces, link, shows } from '../support/e2e/page-steps.ts';
import { numberedJokes, unapproved } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const APPROVED = 103;

/**
 * Facts 1 to 100 are ranked by their number, because each has more 5-star votes than the next. Fact 1 is the
 * oldest, but was approved last. Fact 103 has only 1-star votes, and fact 104 is pending.
 */
const site = useSite(
  numberedJokes(APPROVED + 1).map((joke): SeedJoke => {
    const { joke_id: id } = joke;
    if (id > APPROVED) return unapproved(joke);
    const votes = 2 * (110 - id);
    return {
      ...joke,
      histogram: id === APPROVED ? [votes, 0, 0, 0, 0] : [0, 0, 0, 0, votes],
      approved_at: id === 1 ? new Date(Date.UTC(2025, 6, 1)) : joke.approved_at,
    };
  }),
);

const texts = (page: Page) => page.locator('.joke-card_text').allInnerTexts();
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** The facts from one number to another, in this order. */
const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) =>
    textOf(from < to ? from + index : from - index),
  );

/** The texts of a page of the home list: 20 facts, newest first. */
const homePage = (page: number) => {
  const first = APPROVED - 20 * (page - 1);
  return range(first, Math.max(first - 19, 1));
};

/** The texts of a page of the Top 100: 10 facts, best first. */
const topPage = (page: number) => range(10 * page - 9, 10 * page);

test('a visitor pages through the approved facts, newest first, 20 per page, with the total shown twice', async () => {
  const { page } = await site.visit();
  const intro = page.locator('details', { hasText: 'What are Chuck Norris Facts?' });
  const countIn = async (word: string) => (await intro.innerText()).split(word).length - 1;
  const isIntroOpen = () => page.getByText('Timeless humor').isVisible();
  await page.goto('/');
  await shows(page, 'Page 1 of 6');
  await expect.poll(() => title(page).textContent()).toContain('20 Years');
  await expect.poll(() => texts(page)).toEqual(homePage(1));
  await expect.poll(() => countIn('103')).toBe(2);
  await expect.poll(isIntroOpen).toBe(true);

  await expect.poll(() => link(page, 'Previous').isDisabled()).toBe(true);
  await link(page, 'Next').click();
  await expect.poll(() => texts(page)).toEqual(homePage(2));
  await page.goto('/?page=6');
  await expect.poll(() => texts(page)).toEqual(homePage(6));
  await shows(page, 'Page 6 of 6');
  await expect.poll(() => link(page, 'Next').isDisabled()).toBe(true);
  await expect.poll(isIntroOpen).toBe(false);
  await link(page, 'Previous').click();
  await announces(page, 'Page 5 of 6');
  await expect.poll(() => texts(page)).toEqual(homePage(5));
});

test('a visitor reads the Top 100 by rank, ten per page, with up to five sliding page buttons', async () => {
  const { page } = await site.visit();
  const ranks = page.locator('ol > li > article');
  const pager = page.getByRole('navigation', { name: 'Pages, above the list' });
  const numbers = () => pager.locator('li').allInnerTexts();
  await page.goto('/top-100');
  await expect.poll(() => title(page).textContent()).toBe('Top 100 Chuck Norris Facts');
  await shows(page, '100 facts');
  await page.getByText('Page 1 of 10').first().waitFor();
  await expect.poll(() => texts(page)).toEqual(topPage(1));
  const headings = ranks.getByRole('heading');
  const firstTen = Array.from({ length: 10 }, (_, index) => String(index + 1));
  await expect.poll(() => headings.allInnerTexts()).toEqual(firstTen);
  await expect.poll(numbers).toEqual(['1', '2', '3', '4', '5']);
  await link(pager, 'Next').click();
  await expect.poll(() => texts(page)).toEqual(topPage(2));
  await link(pager, 'Page 4').click();
  await expect.poll(() => texts(page)).toEqual(topPage(4));
  await expect.poll(numbers).toEqual(['2', '3', '4', '5', '6']);
  await expect.poll(() => link(pager, 'Page 4').getAttribute('aria-current')).toBe('page');
});

test('a visitor reads the 40 most recently approved facts, and follows them', async () => {
  const { page } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/newest');
  await expect.poll(() => title(page).textContent()).toBe('Newest Chuck Norris Facts');
  await page.getByText('The latest approved Chuck Norris Facts!').waitFor();
  await shows(page, '40 newest approved facts');
  await expect.poll(() => texts(page)).toEqual([textOf(1), ...range(103, 65)]);
  await expect.poll(() => facts(page).getByRole('radio').count()).toBe(40 * 5);
  await link(page, 'Follow').click();
  const dialog = page.getByRole('dialog', { name: 'Follow: Newest Chuck Norris Facts' });
  await focused(page, dialog.getByRole('textbox', { name: 'Address of the feed' })).waitFor();
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await announces(page, '✓ Copied the address.');
  expect(await clipboardText(page)).toBe(`${site.origin}/feed.xml`);
});

test('a visitor opens the fact of the day from the home page', async () => {
  const { page } = await site.visit();
  await page.goto('/');
  const ofToday = page.getByRole('region', { name: 'Fact of the day' });
  await expect.poll(() => ofToday.textContent()).toMatch(/Test fact number \d+ of many\./);
  await link(page, 'Fact of the day').click();
  await expect.poll(() => title(page).textContent()).toBe('Fact of the Day');
  await page.waitForURL('/daily');
  const fact = page.getByRole('article', { name: 'Fact no. 1', exact: true });
  await fact.getByText(textOf(1), { exact: true }).waitFor();
  await expect.poll(() => fact.getByRole('radio').count()).toBe(5);
});

test('a visitor reads facts without JavaScript', { tags: 'U12' }, async () => {
  const { page } = await site.visit({ javaScriptEnabled: false });
  for (const { path, pages, textsOf } of [
    { path: '/?page=4', pages: [4, 5, 6], textsOf: homePage },
    { path: '/top-100?page=9', pages: [9, 10], textsOf: topPage },
  ]) {
    await page.goto(path);
    for (const number of pages) {
      await expect.poll(() => texts(page)).toEqual(textsOf(number));
      const next = link(page, 'Next').first();
      if (number === pages.at(-1)) await expect.poll(() => next.isDisabled()).toBe(true);
      else await next.click();
    }
  }

  const random = new Set<string>();
  await page.goto('/random');
  await expect.poll(() => title(page).textContent()).toBe('Random Chuck Norris Fact');
  for (let draw = 0; draw < 4; draw += 1) {
    random.add(await page.locator('.large-joke_text').innerText());
    await Promise.all([page.waitForEvent('load'), anotherLink(page).click()]);
  }
  expect(random.size).toBeGreaterThan(1);

  await expect.poll(() => page.locator('button:visible, input:visible').count()).toBe(0);
});
