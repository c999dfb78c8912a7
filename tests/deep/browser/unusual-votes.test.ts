import { expect, test } from 'vitest';
import { openContext } from '../../../local/seed/open-context.ts';
import { functionEnvironment } from '../../../local/stack/function/cloud-function.ts';
import { createServices } from '../../../functions/src/services.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { moderatedJokes, row } from '../../support/e2e/dashboard-site.ts';
import { dialog, dialogButton, dialogShows } from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, button, link } from '../../support/e2e/page-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const DAY_MS = 86_400_000;
const NETWORK = 171;
const site = useDashboardSite(moderatedJokes(30));

/** Votes of yesterday: twenty honest ones, and 118 times five stars from one network. */
async function stuff(jokeId: number): Promise<void> {
  const yesterday = Date.now() - DAY_MS;
  const start = yesterday - (yesterday % DAY_MS) + 9 * 3_600_000;
  const context = await openContext(
    functionEnvironment({ firestore: site.firestoreHost, storage: site.firestoreHost, auth: null }),
  );
  let now = start;
  const { ratings } = createServices({ ...context, clock: () => now });
  for (let at = 0; at < 20; at += 1) {
    now += 600_000;
    await ratings.add(jokeId, `honest-${at}`, { stars: 1 + (at % 5), group: at });
  }
  await Promise.all(
    Array.from({ length: 118 }, (_, at) =>
      ratings.add(jokeId, `stuffed-${at}`, { stars: 5, group: NETWORK }),
    ),
  );
  await context.db.terminate();
}

test('an administrator looks at unusual votes, discards them, undoes it in the log and says that others are fine', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await link(page, '15 facts wait').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /Unusual/ }).count()).toBe(0);
  await stuff(1);
  await stuff(3);
  await page.reload();
  await link(page, 'Unusual votes (2)').click();
  await row(page, 3).getByText('138 votes, 122 of them 5 stars').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);

  await button(page, 'Votes of fact no. 3').press('Enter');
  await dialog(page, 'Votes of fact no. 3').waitFor();
  await page
    .getByRole('img', { name: /^Votes by hour\. 5 stars: 122 votes, 4 stars: 4/ })
    .waitFor();
  await page.getByText('As a table').click();
  await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
  await page.getByRole('combobox', { name: 'Networks' }).selectOption({ value: String(NETWORK) });
  await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'One network' });
  await expect
    .poll(() => dialogButton(page, 'Discard votes').getAttribute('aria-disabled'))
    .toBe('true');
  await dialogButton(page, 'Preview').press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/^118 of 140 votes; 4\.7 → 3\.1; no\. \d+ → no\. \d+$/)
    .waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await dialogButton(page, 'Discard 118 votes').press('Enter');
  await dialogShows(page, 'Discarded 118 votes of fact no. 3.');
  await page
    .getByRole('dialog')
    .getByText(/group 171/)
    .waitFor();
  await page.keyboard.press('Escape');
  await row(page, 3).waitFor({ state: 'detached' });
  await focused(page, page.getByRole('heading', { name: 'Joke Management' })).waitFor();

  await button(page, 'These are fine: votes of fact no. 1').press('Enter');
  await announces(page, 'The votes of fact no. 1 are fine.');
  await page.getByText('No fact has unusual votes.').waitFor();

  await link(page, 'Log').click();
  const entry = page.locator('.log-entry', { hasText: 'Discarded votes of' });
  await entry.getByText('Discarded: 118 votes').waitFor();
  await entry.getByText('Reason: One network').waitFor();
  await page.getByRole('heading', { name: 'Accepted the votes of fact no. 1' }).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Undo: Discarded votes of fact no. 3').press('Enter');
  await announces(page, 'Undone. The votes of fact no. 3 count again.');
  await page.getByText(/^Counted again: 118 votes.*3\.1\/5 → 4\.7\/5$/).waitFor();

  await page.goto('/admin?search=%233');
  await row(page, 3).getByText('4.7/5, 140 votes').waitFor();
  await button(page, 'Votes of fact no. 3').press('Enter');
  await dialog(page, 'Votes of fact no. 3').waitFor();
  await page.keyboard.press('Escape');
  await focused(page, button(page, 'Votes of fact no. 3')).waitFor();
});

test('a choice that is not possible and a failed list say why', async () => {
  await stuff(7);
  await using visitor = await site.open('/admin?search=%237');
  const { page } = visitor;
  visitor.expectConsoleError(/status of (422|500)/);
  await button(page, 'Votes of fact no. 7').click();
  await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
  await dialogButton(page, 'Preview').click();
  await dialogShows(page, 'Error: Choose at most 14 days');
  await page.keyboard.press('Escape');
  let failing = true;
  await page.route('**/api/v1/admin/unusual', (route) =>
    failing ? route.fulfill({ status: 500, json: { detail: 'It failed.' } }) : route.continue(),
  );
  await page.goto('/admin?view=unusual');
  await page.getByText('Error: It failed.').waitFor();
  failing = false;
  await button(page, 'Try again').click();
  await row(page, 7).waitFor();
});
