import { test } from 'vitest';
import { moderatedJokes } from '../support/e2e/dashboard-site.ts';
import { button, shows } from '../support/e2e/page-steps.ts';
import { useDashboardSite } from '../support/e2e/use-site.ts';

/** Even facts are pending, fact 5 is rejected. */
const site = useDashboardSite(moderatedJokes(60));

test('an empty log says so, and a failure can be tried again', async () => {
  await using visitor = await site.open('/admin/log');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await shows(page, 'Nobody has decided anything yet.');
  await page.route('**/api/v1/admin/audit?*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No log today.' } }),
  );
  await page.getByLabel('Action').selectOption('Rejected');
  await shows(page, 'Error: No log today.');
  await page.unroute('**/api/v1/admin/audit?*');
  await button(page, 'Try again').click();
  await shows(page, 'No entries match the filter.');
});
