import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, facts, star } from '../../support/e2e/fact-steps.ts';
import { findOverflows } from '../../support/e2e/page-state.ts';
import { announces, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The oldest of 42 facts was approved most recently.
const [oldest, ...others] = numberedJokes(42);
if (oldest === undefined) throw new Error('No jokes');
const late = new Date(Date.UTC(2025, 6, 1));
const site = useSite([{ ...oldest, approved_at: late }, ...others]);

const hrefs = (links: Locator) =>
  links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));

test('the 40 most recently approved facts are listed with their feeds, and can be rated', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await shows(page, '40 newest approved facts');
  await shows(page, 'The latest approved Chuck Norris Facts!');
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toBe('Newest Chuck Norris Facts');
  await expect.poll(() => facts(page).count()).toBe(40);
  await expect.poll(() => facts(page).first().innerText()).toContain('Test fact number 1 of many.');
  await expect.poll(() => facts(page).nth(1).innerText()).toContain('Test fact number 42 of many.');
  await expect.poll(() => facts(page).last().innerText()).toContain('Test fact number 4 of many.');
  await expect.poll(() => page.getByRole('img').count()).toBe(0);

  const FEEDS = ['/feed.xml', '/feed.json', '/feed/daily.xml'];
  const inHead = page.locator('head link[rel=alternate]');
  await expect.poll(() => hrefs(inHead)).toEqual(FEEDS);
  await expect.poll(() => hrefs(page.getByText('Subscribe:').getByRole('link'))).toEqual(FEEDS);
  // The browser's parser accepts only valid XML.
  const roots = `Promise.all(${JSON.stringify(FEEDS)}.filter((path) => path.endsWith('xml')).map(async (path) => {
    const text = await (await fetch(path)).text();
    return new DOMParser().parseFromString(text, 'application/xml').documentElement.tagName;
  }))`;
  await expect.poll(() => page.evaluate(roots)).toEqual(['feed', 'feed']);

  await star(page, 41, '1 star').click();
  await fact(page, 41).getByText('✓ Voted!').waitFor();
  await fact(page, 41).getByText('3 votes').waitFor();
  await announces(page, 'Voted 1 of 5 stars for fact no. 41.');
  await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
  await page.getByText('Page 1 of 3').waitFor();
  await fact(page, 41).getByText('3 votes').waitFor();
  await fact(page, 41).getByText('3.0/5').waitFor();
});

test('the newest facts never scroll horizontally, and stay visible offline', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await facts(page).first().waitFor();
  await page.context().setOffline(true);
  await announces(page, 'You are offline.');
  await expect.poll(() => facts(page).count()).toBe(40);
  expect(await findOverflows(page)).toEqual([]);
});
