import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused, fontsLoaded, layoutShift, scrollY } from '../../support/e2e/page-state.ts';
import { link, shows } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(45));

test('the current page of the list stays until the next one has loaded, and Back restores the place', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const stale = page.locator('[aria-busy=true]');
  await page.goto('/');
  await fontsLoaded(page);
  await link(page, 'Next').scrollIntoViewIfNeeded();
  const scrollBefore = await scrollY(page);
  expect(scrollBefore).toBeGreaterThan(1000);
  const held = Promise.withResolvers<Route>();
  await page.route('**/api/v1/jokes?*', held.resolve, { times: 1 });
  await link(page, 'Next').click();
  const route = await held.promise;
  await shows(page, 'Page 2 of 3');
  await expect.poll(() => stale.innerText()).toContain('Test fact number 45');
  await shows(page, 'Loading facts…');
  for (const name of ['Next', 'Previous']) {
    await expect.poll(() => link(page, name).isDisabled()).toBe(true);
  }
  await link(page, 'Next').dispatchEvent('click');
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
