import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  action,
  LIST,
  moderatedJokes,
  row,
  shownIds,
  showsBadge,
  showsPage,
} from './dashboard-site.ts';
import { star } from './fact-steps.ts';
import { announces, button, link } from './page-steps.ts';
import { field, showsSuccess, submitButton } from './submit-steps.ts';
import { useDashboardSite } from './use-site.ts';

// 450 jokes fill 23 pages; the 225 pending ones fill 12 pages.
const site = useDashboardSite(moderatedJokes(450));

/** Adds an unknown field to every object in a JSON value, as a later version of the API might. */
function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMoreFields(field)]);
  return { ...Object.fromEntries(fields), added_later: { since: 2 } };
}

test("the list shows 'Loading...' and load errors, and loads after a retry or once online", async () => {
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
  expect(await page.getByRole('alert').count()).toBe(0);

  const second = Promise.withResolvers<Route>();
  await page.route(LIST, second.resolve, { times: 1 });
  await link(page, 'Next').click();
  const held = await second.promise;
  expect(await page.locator('[aria-busy=true]').innerText()).toContain('Test fact number 450');
  await held.continue();
  await row(page, 430).waitFor();

  visitor.expectConsoleError(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await announces(page, /You are offline/);
  expect(await shownIds(page)).toHaveLength(20);
  await link(page, 'Next').click();
  await page
    .getByRole('alert')
    .getByText(/^Error: .*can't be reached/)
    .waitFor();
  await page.context().setOffline(false);
  await showsPage(page, 'Page 3 of 23');
});

test(
  'visitors and administrators can use the site if every response has additional fields',
  { tags: 'S21' },
  async () => {
    await using visitor = await site.open('/admin?search=%23449');
    const { page } = visitor;
    visitor.expectConsoleError(/status of 400/);
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({ response, json: withMoreFields(body) });
    });
    await page.reload();
    await showsBadge(page, 449, 'Approved');
    await action(page, 'Reject', 449).click();
    await showsBadge(page, 449, 'Rejected');
    await action(page, 'Preview image', 449).click();
    await page.getByText('No image generated yet.').waitFor();
    await page.keyboard.press('Escape');

    for (const name of ['Top 100', 'Newest', 'Random']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('radio', { name: '5 stars' }).first().waitFor();
    }
    await page.getByRole('link', { name: 'Chuck Norris Facts' }).click();
    await page.getByRole('link', { name: 'Fact no. 447', exact: true }).click();
    await page.getByRole('heading', { name: 'Fact no. 447', level: 1 }).waitFor();
    await star(page, 447, '5 stars').click();
    await announces(page, 'Voted 5 of 5 stars for fact no. 447.');
    await page.evaluate("localStorage.removeItem('votedJokes')");
    await page.reload();
    visitor.alerts.length = 0;
    await star(page, 447, '4 stars').click();
    await expect.poll(() => visitor.alerts).toEqual(['You have already rated this joke!']);
    await page.getByRole('link', { name: 'Submit', exact: true }).click();
    await field(page).fill('Chuck Norris reads the answers of tomorrow today.');
    await submitButton(page).click();
    await showsSuccess(page);
  },
);
