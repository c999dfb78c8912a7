import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import {
  action,
  moderatedJokes,
  reject,
  shownIds,
  showsBadge,
  showsPage,
} from '../../support/e2e/dashboard-steps.ts';
import { findOverflows, scrollTo, scrollY, setWidth } from '../../support/e2e/page-state.ts';
import { star } from '../../support/e2e/fact-steps.ts';
import { announces, button, hold, link, showsError } from '../../support/e2e/page-steps.ts';
import { field, showsSuccess, submitButton } from '../../support/e2e/submit-steps.ts';
import { openSite } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// 450 jokes fill 23 pages; the 225 pending ones fill 12 pages.
const site = useSite(moderatedJokes(450));

test('the list shows why it is not loaded yet, or that nothing was found', async () => {
  const { page, expectConsoleError } = await site.open('/about');
  expectConsoleError(/status of 422/);
  const first = await hold(page, '**/api/v1/jokes?*');
  await page.goto('/admin');
  const route = await first();
  await page.getByText('Loading...', { exact: true }).waitFor();
  await route.fulfill({ status: 422, json: { detail: 'Not so.' } });
  await showsError(page, 'Error: Not so.');
  await button(page, 'Try again').click();
  await showsPage(page, 'Page 1 of 23');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);

  await page.context().setOffline(true);
  await announces(page, /You are offline/);
  await link(page, 'Next').click();
  await showsError(page, /^Error: /);
  await page.context().setOffline(false);
  await showsPage(page, 'Page 2 of 23');
  await page.getByLabel('Search jokes').fill('nowhere');
  await page.getByLabel('Search jokes').press('Enter');
  await page.getByText('No jokes found.').waitFor();
});

test(
  'Back to a page of the list restores the place, although the page loads again',
  { tags: 'U4' },
  async () => {
    const { page } = await site.open('/admin?page=2');
    await showsPage(page, 'Page 2 of 23');
    await scrollTo(page, 600);
    await link(page, 'Newest').evaluate((element: HTMLElement) => element.click());
    await page.getByRole('heading', { level: 1, name: 'Newest Chuck Norris Facts' }).waitFor();
    const list = await hold(page, '**/api/v1/jokes?*');
    await page.goBack();
    const route = await list();
    await page.getByText('Loading...', { exact: true }).waitFor();
    await route.continue();
    await showsPage(page, 'Page 2 of 23');
    await expect.poll(() => scrollY(page)).toBe(600);
  },
);

test('the list is a table, shows cards on small screens, never scrolls horizontally, and passes axe', async () => {
  const { page } = await site.open('/admin?page=12');
  await showsPage(page, 'Page 12 of 23');
  const table = page.getByRole('table', { name: 'Joke Management' });
  await expect
    .poll(() => table.getByRole('columnheader').allInnerTexts())
    .toEqual(['ID', 'Joke', 'Status', 'Actions']);
  for (const width of [320, 768]) {
    await setWidth(page, width);
    await expect.poll(() => shownIds(page)).toHaveLength(20);
  }
  await expect.poll(() => findFaults(page)).toEqual([]);
  expect(await findOverflows(page)).toEqual([]);
});

/** Adds an unknown field to every object in a JSON value, as a later version of the API might. */
function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMoreFields(field)]);
  return { ...Object.fromEntries(fields), added_later: { since: 2 } };
}

test(
  'visitors and administrators can use the site if every response has additional fields',
  { tags: 'S21' },
  async () => {
    await using ownSite = await openSite(moderatedJokes(30));
    await using visitor = await ownSite.open('/admin?search=%2329');
    const { page } = visitor;
    visitor.expectConsoleError(/status of 400/);
    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({ response, json: withMoreFields(body) });
    });
    await page.reload();
    await showsBadge(page, 29, 'Approved');
    await reject(page, 29);
    await showsBadge(page, 29, 'Rejected');
    await action(page, 'Preview image', 29).click();
    await page.getByText('No image generated yet.').waitFor();
    await page.keyboard.press('Escape');

    for (const name of ['Top 100', 'Newest', 'Random']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('radio', { name: '5 stars' }).first().waitFor();
    }
    await page.goto('/fact/27');
    await star(page, 27, '5 stars').click();
    await announces(page, 'Voted 5 of 5 stars for fact no. 27.');
    await page.evaluate(() => localStorage.removeItem('votedJokes'));
    await page.reload();
    visitor.alerts.length = 0;
    await star(page, 27, '4 stars').click();
    await expect.poll(() => visitor.alerts).toEqual(['You have already rated this joke!']);
    await page.getByRole('link', { name: 'Submit', exact: true }).click();
    await field(page).fill('Chuck Norris reads the answers of tomorrow today.');
    await submitButton(page).click();
    await showsSuccess(page);
  },
);
