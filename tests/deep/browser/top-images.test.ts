import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { isImageLoaded } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const site = useDashboardSite(numberedJokes(1));

/** Holds the next call that generates an image. */
async function holdGeneration(page: Page): Promise<() => Promise<Route>> {
  const held = Promise.withResolvers<Route>();
  await page.route('**/api/v1/images/generate/**', held.resolve, { times: 1 });
  return () => held.promise;
}

test('on Random an administrator can generate a missing image, and in the Top 100 also, asked first, replace one', async () => {
  await using visitor = await site.open('/random');
  const { page, alerts } = visitor;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Generate Image').waitFor();
  await page.goto('/top-100');
  const imageUrl = async () => {
    const src = await page.getByRole('img', { name: /^Illustration/ }).getAttribute('src');
    return new URL(src ?? '', site.origin);
  };
  const first = await holdGeneration(page);
  await button('Generate Image').click();
  await button('Generating...').waitFor();
  await (await first()).continue();
  await button('Regenerate Image').waitFor();
  await expect.poll(() => isImageLoaded(page, 1)).toBe(true);
  const before = await imageUrl();
  // The public URL, because the page may stay open after a signed URL expires.
  expect(before.search).toMatch(/^\?t=\d+$/);

  const second = await holdGeneration(page);
  await button('Regenerate Image').click();
  await button('Regenerating...').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await (await second()).continue();
  await button('Regenerate Image').waitFor();
  await expect.poll(async () => (await imageUrl()).pathname).not.toBe(before.pathname);
  await page.goto('/random');
  await expect.poll(() => isImageLoaded(page, 1)).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /generat/i }).count()).toBe(0);
  expect(alerts).toEqual([expect.stringContaining('It replaces the current one')]);
});
