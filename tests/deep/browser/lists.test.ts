import { expect, test } from 'vitest';
import { openInShell } from '../../support/e2e/images.ts';
import {
  focused,
  fontsLoaded,
  framesDrawn,
  laidOut,
  layoutShift,
  scrollTo,
  scrollY,
} from '../../support/e2e/page-state.ts';
import {
  APPLICATION,
  button,
  hold,
  link,
  openWithout,
  recordRequests,
  shows,
} from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(45));

test('a list stays until its next page, and Back restores the place', { tags: 'U4' }, async () => {
  const { page } = await site.visit();
  const stale = page.locator('[aria-busy=true]');
  await page.goto('/');
  await fontsLoaded(page);
  await laidOut(page);
  await link(page, 'Next').scrollIntoViewIfNeeded();
  const scrollBefore = await scrollY(page);
  expect(scrollBefore).toBeGreaterThan(1000);
  const held = await hold(page, '**/api/v1/jokes?*');
  await link(page, 'Next').click();
  const route = await held();
  await shows(page, 'Page 2 of 3');
  await expect.poll(() => stale.innerText()).toContain('Test fact number 45');
  await shows(page, 'Loading facts…');
  // The jump to the heading is what the visitor asked for.
  const shift = await layoutShift(page);
  await route.continue();
  await shows(page, 'Test fact number 25 of many.');
  await stale.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?page=2');
  expect(await layoutShift(page)).toBe(shift);
  const heading = page.getByRole('heading', { name: 'The facts' });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(100);
  await focused(page, heading).waitFor();

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
});

test('only the controls below the Top 100 scroll to its top; its pages are loaded once', async () => {
  const { page } = await site.visit({ viewport: { width: 1280, height: 500 } });
  const calls = recordRequests(page, /^\/api\/v1\/jokes\/top/);
  const go = (where: 'above' | 'below', name: string) =>
    link(page.getByRole('navigation', { name: `Pages, ${where} the list` }), name);
  const rank = (number: number) => page.getByRole('article', { name: `Rank ${number}, ` });
  await openInShell(page);
  await page.goto('/top-100');
  await rank(1).waitFor();
  await fontsLoaded(page);
  await go('below', 'Page 3').scrollIntoViewIfNeeded();
  await go('below', 'Page 3').click();
  await rank(21).waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);
  await focused(page, page.getByRole('heading', { level: 1 })).waitFor();
  await page.goBack();
  await rank(1).waitFor();
  await framesDrawn(page);
  await scrollTo(page, 120);
  await go('above', 'Next').click();
  await rank(11).waitFor();
  await focused(page, go('above', 'Next')).waitFor();
  await expect.poll(() => scrollY(page)).toBe(120);
  expect(calls).toHaveLength(1);
});

test(
  'a first view lays out what is near, its start the rest, and a reload all at once',
  { tags: 'U4' },
  async () => {
    const { page } = await site.visit({ viewport: { width: 390, height: 844 } });
    const last = page.getByRole('article').last();
    const isLaidOut = () =>
      last.evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true }));
    const start = await openWithout(page, '/');
    await framesDrawn(page);
    expect(await isLaidOut()).toBe(false);
    const row = page.getByRole('listitem').filter({ has: link(page, 'Fact no. 44') });
    const isWhole = () =>
      row.evaluate((shown) => getComputedStyle(shown).contentVisibility === 'visible');
    expect(await isWhole()).toBe(false);
    await button(row, 'More about fact no. 44').focus();
    // Its menu would be clipped.
    expect(await isWhole()).toBe(true);
    start();
    await expect.poll(isLaidOut).toBe(true);

    const held = await hold(page, APPLICATION);
    await page.reload({ waitUntil: 'commit' });
    const route = await held();
    await framesDrawn(page);
    expect(await isLaidOut()).toBe(true);
    await route.continue();
  },
);
