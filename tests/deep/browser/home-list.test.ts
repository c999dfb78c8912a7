import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { facts } from '../../support/e2e/fact-steps.ts';
import { focused, layoutShift, scrollY } from '../../support/e2e/page-state.ts';
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

const intro = (page: Page) => page.getByRole('region', { name: 'What are Chuck Norris Facts?' });
const next = (page: Page) => link(page, 'Next');
const previous = (page: Page) => link(page, 'Previous');
const isIntroOpen = (page: Page) => page.getByText('Timeless humor').isVisible();
const searchOf = (page: Page) => new URL(page.url()).search;
const countIn = async (page: Page, word: string) =>
  (await intro(page).innerText()).split(word).length - 1;

/** Holds the next list request until the test answers it. */
async function holdList(page: Page): Promise<() => Promise<Route>> {
  const held = Promise.withResolvers<Route>();
  await page.route(LIST, held.resolve, { times: 1 });
  return () => held.promise;
}

test('a visitor pages through the approved facts, newest first, 20 per page, with the total shown twice', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  await expect.poll(() => page.title()).toBe('Chuck Norris Facts');
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).innerText())
    .toContain('20 Years');
  await expect.poll(() => page.getByText('Why Chuck Norris Facts Are Legendary').count()).toBe(1);
  await expect.poll(() => facts(page).count()).toBe(20);
  await expect
    .poll(() => facts(page).first().innerText())
    .toContain('Test fact number 45 of many.');
  await expect.poll(() => facts(page).last().innerText()).toContain('Test fact number 26 of many.');
  await expect.poll(() => countIn(page, '45')).toBe(2);
  await expect.poll(() => countIn(page, '1000')).toBe(0);
  await expect.poll(() => isIntroOpen(page)).toBe(true);

  await expect.poll(() => next(page).getAttribute('href')).toBe('/?page=2');
  await expect.poll(() => previous(page).isDisabled()).toBe(true);
  await next(page).click();
  await shows(page, 'Test fact number 25 of many.');
  expect(searchOf(page)).toBe('?page=2');
  await expect.poll(() => previous(page).isEnabled()).toBe(true);
  await expect.poll(() => previous(page).getAttribute('href')).toBe('/');
  await next(page).click();
  await shows(page, 'Test fact number 1 of many.');
  await page.getByRole('status').getByText('Page 3 of 3').waitFor();
  await expect.poll(() => next(page).isDisabled()).toBe(true);
  await expect.poll(() => facts(page).count()).toBe(5);
  await page.reload();
  await shows(page, 'Test fact number 1 of many.');
  await expect.poll(() => isIntroOpen(page)).toBe(false);
  await page.getByRole('heading', { name: 'What are Chuck Norris Facts?' }).click();
  await expect.poll(() => isIntroOpen(page)).toBe(true);
  await expect.poll(() => countIn(page, '45')).toBe(2);
  await previous(page).click();
  await shows(page, 'Test fact number 25 of many.');
  await previous(page).click();
  await shows(page, 'Test fact number 45 of many.');
  expect(searchOf(page)).toBe('');
});

test('the current page of the list stays until the next one has loaded', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await shows(page, 'Page 1 of 3');
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
  expect((await heading.boundingBox())?.y).toBeLessThan(100);
  await focused(page, heading).waitFor();
  await page.goBack();
  await shows(page, 'Test fact number 45 of many.');
  await expect.poll(() => scrollY(page)).toBe(scrollBefore);
  await page.goForward();
  await shows(page, 'Test fact number 25 of many.');
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
  await shows(page, 'Error loading jokes. Please try again later.');
  await page.context().setOffline(false);
  await shows(page, 'Test fact number 1 of many.');
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
});

test('a page number that does not exist leads to a page that does', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/status of 404/);
  const { page } = visitor;
  for (const search of ['?page=0', '?page=abc', '?page=-2', '?page=1']) {
    await page.goto(`/${search}`);
    await shows(page, 'Page 1 of 3');
    await shows(page, 'Test fact number 45 of many.');
    await expect.poll(() => searchOf(page)).toBe('');
  }
  for (const search of ['?page=4', '?page=999999999']) {
    await page.goto(`/${search}`);
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page Not Found | Chuck Norris Facts');
    await page.getByText('The last page is page 3.').waitFor();
    expect(searchOf(page)).toBe(search);
  }
  await link(page, 'Go to page 3').click();
  await shows(page, 'Test fact number 1 of many.');
  await expect.poll(() => page.title()).toBe('Page 3 | Chuck Norris Facts');
});

test('every fact can be read without JavaScript', async () => {
  await using visitor = await site.visit({ javaScriptEnabled: false });
  const { page } = visitor;
  const texts = page.locator('.joke-text');
  for (const { path, pages } of [
    { path: '/', pages: 3 },
    { path: '/top-100', pages: 5 },
  ]) {
    await page.goto(path);
    const seen = new Set<string>();
    for (let number = 1; number <= pages; number += 1) {
      await shows(page, `Page ${number} of ${pages}`);
      for (const text of await texts.allInnerTexts()) seen.add(text);
      await expect.poll(() => page.locator('.joke-average').count()).toBe(await texts.count());
      if (number < pages) await next(page).first().click();
    }
    expect(seen.size).toBe(45);
    await expect.poll(() => next(page).first().isDisabled()).toBe(true);
  }

  const random = new Set<string>();
  await page.goto('/random');
  for (let draw = 0; draw < 20; draw += 1) {
    random.add(await page.locator('.single-text').innerText());
    await Promise.all([page.waitForEvent('load'), link(page, 'Get Another Random Fact').click()]);
  }
  expect(random.size).toBeGreaterThan(5);

  await page.goto('/?page=2');
  await expect.poll(() => isIntroOpen(page)).toBe(false);
  await page.getByRole('heading', { name: 'What are Chuck Norris Facts?' }).click();
  await expect.poll(() => isIntroOpen(page)).toBe(true);
  await expect.poll(() => page.locator('button:visible, input:visible').count()).toBe(0);
});
