import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import {
  LIST,
  moderatedJokes,
  row,
  shownIds,
  showsPage,
} from '../../support/e2e/dashboard-site.ts';
import { findOverflows, setWidth } from '../../support/e2e/page-state.ts';
import { announces, button, link } from '../../support/e2e/page-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

// 450 jokes fill 23 pages; the 225 pending ones fill 12 pages.
const site = useDashboardSite(moderatedJokes(450));

test('the list shows why it is not loaded yet', async () => {
  await using visitor = await site.open('/about');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 422/);
  const first = Promise.withResolvers<Route>();
  await page.route(LIST, first.resolve, { times: 1 });
  await page.goto('/admin');
  const route = await first.promise;
  await page.getByText('Loading...', { exact: true }).waitFor();
  await route.fulfill({ status: 422, json: { detail: 'Not so.' } });
  await page.getByRole('alert').getByText('Error: Not so.', { exact: true }).waitFor();
  await button(page, 'Try again').click();
  await showsPage(page, 'Page 1 of 23');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);

  const second = Promise.withResolvers<Route>();
  await page.route(LIST, second.resolve, { times: 1 });
  await link(page, 'Next').click();
  const held = await second.promise;
  await expect
    .poll(() => page.locator('[aria-busy=true]').innerText())
    .toContain('Test fact number 450');
  await held.continue();
  await row(page, 430).waitFor();

  await page.context().setOffline(true);
  await announces(page, /You are offline/);
  await expect.poll(() => shownIds(page)).toHaveLength(20);
  await link(page, 'Next').click();
  await page
    .getByRole('alert')
    .getByText(/^Error: /)
    .waitFor();
  await page.context().setOffline(false);
  await showsPage(page, 'Page 3 of 23');
});

test('the list shows cards on small screens, never scrolls horizontally, and passes axe', async () => {
  await using visitor = await site.open('/admin?page=12');
  const { page } = visitor;
  await showsPage(page, 'Page 12 of 23');
  for (const width of [320, 768]) {
    await setWidth(page, width);
    await expect.poll(() => shownIds(page)).toHaveLength(20);
  }
  await expect.poll(() => findFaults(page)).toEqual([]);
  expect(await findOverflows(page)).toEqual([]);
});
