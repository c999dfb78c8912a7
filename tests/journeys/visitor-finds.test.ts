import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import { fact, facts } from '../support/e2e/fact-steps.ts';
import { focused } from '../support/e2e/page-state.ts';
import { announces, link } from '../support/e2e/page-steps.ts';
import { numberedJokes, unapproved } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

/** Facts 1 to 44 are about food, fact 30 is the highest rated; fact 45 has no tags, and fact 46 is pending. */
const site = useSite(
  numberedJokes(48).map((joke): SeedJoke => {
    const { joke_id: id } = joke;
    if (id === 30) return { ...joke, tags: ['food'], histogram: [0, 0, 0, 0, 2] };
    if (id <= 44) return { ...joke, tags: ['food'] };
    return id === 46 ? unapproved(joke) : joke;
  }),
);

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const textOf = (page: Page, id: number) =>
  fact(page, id).getByText(`Test fact number ${id} of many.`, { exact: true });

const isAt = (page: Page, path: string) =>
  expect.poll(() => page.url().slice(site.origin.length)).toBe(path);

const targets = (page: Page, part: 'navigation' | 'main', name?: string) =>
  page
    .getByRole(part, name === undefined ? {} : { name })
    .getByRole('link')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href')));

test('the top bar and the footer of a page lead to the other screens', async () => {
  const { page } = await site.visit();
  await page.goto('/');
  await expect
    .poll(() => targets(page, 'navigation', 'Main'))
    .toEqual(['/top-100', '/newest', '/random', '/submit', '/search', '/login']);
  await expect
    .poll(() => targets(page, 'navigation', 'Footer'))
    .toEqual(['/history', '/about', '/developers', '/privacy', '/my-votes']);
  await expect
    .poll(() => page.getByRole('contentinfo').innerText())
    .toContain(String(new Date().getFullYear()));
  await page.getByRole('link', { name: 'Top 100' }).click();
  await expect.poll(() => title(page).textContent()).toBe('Top 100 Chuck Norris Facts');
  await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
  await page.getByText('Page 1 of 3').waitFor();
});

test('a visitor opens the page of a fact, and from there its approved neighbors', async () => {
  const { page } = await site.visit();
  const neighbors = page.getByRole('navigation', { name: 'More facts' }).getByRole('link');
  await page.goto('/');
  await link(page, 'Fact no. 47').click();
  await textOf(page, 47).waitFor();
  await isAt(page, '/fact/47');
  await expect.poll(() => title(page).textContent()).toBe('Fact no. 47');
  await expect.poll(() => fact(page, 47).innerText()).toMatch(/4\.0\/5\s+2 votes/);
  await expect
    .poll(() => neighbors.allTextContents())
    .toEqual(['Previous: no. 45', 'Next: no. 48']);
  await neighbors.first().click();
  await textOf(page, 45).waitFor();
  await isAt(page, '/fact/45');
  await focused(page, title(page)).waitFor();
  // What is like it is loaded when the visitor comes near.
  const more = page.getByRole('region', { name: 'More like this' });
  await more.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded();
  await more.getByText('Nothing else like it. Try the Top 100.').waitFor();
});

test('a visitor finds facts by their words', async () => {
  const { page } = await site.visit();
  const field = page.getByRole('searchbox', { name: 'Words or a fact number' });
  await page.goto('/search');
  await field.fill('number TÉST');
  await field.press('Enter');
  await announces(page, '47 facts found');
  await expect.poll(() => page.title()).toBe('Search: number TÉST | Chuck Norris Facts');
  await expect.poll(() => facts(page).count()).toBe(20);
  await expect
    .poll(async () => (await page.locator('mark').allInnerTexts()).slice(0, 2))
    .toEqual(['Test', 'number']);
  await link(page, 'Next').click();
  await isAt(page, '/search?q=number+T%C3%89ST&page=2');
  await link(page, 'Highest rated').click();
  await facts(page).first().and(fact(page, 30)).waitFor();
  await isAt(page, '/search?q=number+T%C3%89ST&sort=rating_desc');
});

test('a visitor opens the page of a tag from a fact, turns its pages, and goes on to another subject', async () => {
  const { page } = await site.visit();
  const subject = (name: string) =>
    page.getByRole('navigation', { name: 'By subject' }).getByRole('link', { name, exact: true });
  await page.goto('/fact/4');
  await fact(page, 4).getByRole('link', { name: 'Food', exact: true }).click();
  await isAt(page, '/tag/food');
  await expect.poll(() => title(page).textContent()).toBe('Food');
  await page.getByText('Page 1 of 3').waitFor();
  await expect.poll(() => page.title()).toBe('Food | Chuck Norris Facts');
  await link(page, 'Next').click();
  await fact(page, 24).waitFor();
  await isAt(page, '/tag/food?page=2');
  await link(page, 'Highest rated').press('Enter');
  await facts(page).first().and(fact(page, 30)).waitFor();
  await focused(page, link(page, 'Highest rated')).waitFor();
  await link(page, 'Next').click();
  await isAt(page, '/tag/food?sort=rating_desc&page=2');
  await announces(page, 'Page 2 of 3');
  await page.goBack();
  await facts(page).first().and(fact(page, 30)).waitFor();
  await expect.poll(() => subject('Food').getAttribute('aria-current')).toBe('page');
  await page.goto('/');
  await subject('Texas and cowboys').click();
  await isAt(page, '/tag/texas');
  await page.getByText('No fact is about this.').waitFor();
});

test('a visitor reads the history from 2005 to 2025, the story of the site, and where the old pages went', async () => {
  const { page } = await site.visit();
  await page.goto('/history');
  const years = page.getByRole('main').getByRole('time');
  const expected = Array.from({ length: 22 }, (_, index) => String(2005 + index));
  await expect.poll(() => years.allTextContents()).toEqual(expected);
  expect((await targets(page, 'main')).slice(-4)).toEqual(['/top-100', '/', '/random', '/submit']);

  await page.getByRole('link', { name: 'About', exact: true }).click();
  for (const figure of ['2005', '15+ years', 'Thousands of facts']) {
    await page.getByRole('definition').filter({ hasText: figure }).waitFor();
  }
  await page.goto('/facts-archive');
  await expect
    .poll(() => targets(page, 'main'))
    .toEqual(['/', '/top-100', '/newest', '/random', '/submit', '/about']);
});
