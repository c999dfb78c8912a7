import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { facts } from '../../support/e2e/fact-steps.ts';
import {
  focused,
  layoutShift,
  scrollY,
  fontsLoaded,
  framesDrawn,
} from '../../support/e2e/page-state.ts';
import { link, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const LIST = '**/api/v1/jokes?*';

// 45 approved jokes fill three pages; the newest joke is pending.
const site = useSite(
  numberedJokes(46).map((joke) =>
    joke.joke_id === 46
      ? { ...joke, status: 'pending', histogram: [0, 0, 0, 0, 0], approved_at: null }
      : joke,
  ),
);

const next = (page: Page) => link(page, 'Next');
const previous = (page: Page) => link(page, 'Previous');
const searchOf = (page: Page) => new URL(page.url()).search;

/** Holds the next list request until the test answers it. */
async function holdList(page: Page): Promise<() => Promise<Route>> {
  const held = Promise.withResolvers<Route>();
  await page.route(LIST, held.resolve, { times: 1 });
  return () => held.promise;
}

test('the current page of the list stays until the next one has loaded', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  await fontsLoaded(page);
  await next(page).scrollIntoViewIfNeeded();
  const scrollBefore = await scrollY(page);
  expect(scrollBefore).toBeGreaterThan(1000);
  const held = await holdList(page);
  await next(page).click();
  const route = await held();
  await shows(page, 'Page 2 of 3');
  await expect
    .poll(() => page.locator('[aria-busy=true]').innerText())
    .toContain('Test fact number 45');
  await shows(page, 'Loading facts…');
  await expect.poll(() => next(page).isDisabled()).toBe(true);
  await expect.poll(() => previous(page).isDisabled()).toBe(true);
  await next(page).dispatchEvent('click');
  await next(page).dispatchEvent('click');
  // The jump to the heading is what the visitor asked for.
  const shift = await layoutShift(page);
  await route.continue();
  await shows(page, 'Test fact number 25 of many.');
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  await expect.poll(() => page.getByText('Loading facts…').count()).toBe(0);
  expect(searchOf(page)).toBe('?page=2');
  expect(await layoutShift(page)).toBe(shift);
  const heading = page.getByRole('heading', { name: 'The facts' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(100);
  await focused(page, heading).waitFor();
  const scrollOnSecond = await scrollY(page);
  await page.goBack();
  await shows(page, 'Test fact number 45 of many.');
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);
  await page.goForward();
  await shows(page, 'Test fact number 25 of many.');
  await expect.poll(() => scrollY(page)).toBe(scrollOnSecond);
  await framesDrawn(page);
  const twelfth = link(page, 'Fact no. 12');
  await twelfth.scrollIntoViewIfNeeded();
  const scrollAfter = await scrollY(page);
  expect(scrollAfter).toBeGreaterThan(1000);
  for (const leave of [() => twelfth.click(), () => page.goForward()]) {
    await leave();
    await page.getByRole('heading', { level: 1, name: 'Fact no. 12' }).waitFor();
    await page.goBack();
    await twelfth.waitFor();
    await expect.poll(() => scrollY(page)).toBe(scrollAfter);
  }
  await page.goBack();
  await shows(page, 'Test fact number 45 of many.');
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);

  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('You are offline.').waitFor();
  await expect.poll(() => facts(page).count()).toBe(20);
  await next(page).click();
  await shows(page, 'Test fact number 25 of many.');
  await next(page).click();
  await shows(page, 'You are offline, and this browser has not saved this page.');
  await page.context().setOffline(false);
  await shows(page, 'Test fact number 1 of many.');
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
});
