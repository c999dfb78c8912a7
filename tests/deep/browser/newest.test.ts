import { expect, test } from 'vitest';
import { fact, facts, star } from '../../support/e2e/fact-steps.ts';
import { findOverflows } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(42));

test('the feeds are valid XML, and a vote for one of the newest facts shows on the home page', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/newest');
  await expect.poll(() => page.getByRole('img').count()).toBe(0);
  // The browser's parser accepts only valid XML.
  const roots = `Promise.all(['/feed.xml', '/feed/daily.xml'].map(async (path) => {
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
