import { expect, test } from 'vitest';
import {
  action,
  reject,
  moderatedJokes,
  row,
  shownIds,
  showsBadge,
  showsPage,
} from '../support/e2e/dashboard-steps.ts';
import { fact } from '../support/e2e/fact-steps.ts';
import { isImageLoaded } from '../support/e2e/images.ts';
import { focused } from '../support/e2e/page-state.ts';
import {
  announces,
  button,
  dialog,
  dialogButton,
  dialogShows,
  hold,
  link,
} from '../support/e2e/page-steps.ts';
import { current, sent } from '../support/e2e/queue-steps.ts';
import { useSite } from '../support/e2e/use-site.ts';

// 450 facts fill 23 pages. Each test decides about facts of its own, and none about those with 'roundhouse'.
const site = useSite(moderatedJokes(450));

/** What a visitor gets who asks for a fact. */
const publicStatus = async (id: number) =>
  (await fetch(`${site.origin}/api/v1/jokes/${id}`)).status;

test('an administrator searches, filters, sorts and pages through the facts, as the URL says', async () => {
  const { page } = await site.open('/admin?page=5');
  const searchBox = page.getByLabel('Search jokes');
  const status = page.getByLabel('Status');
  const sort = page.getByLabel('Sort');
  await showsPage(page, 'Page 5 of 23');
  await searchBox.fill('ROUNDHOUSE');
  await searchBox.press('Enter');
  await showsPage(page, 'Page 1 of 3');
  await status.selectOption('Pending');
  await showsPage(page, 'Page 1 of 2');
  await sort.selectOption('Oldest First');
  await row(page, 18).waitFor();
  // There is no page 3.
  for (const typed of ['2', '3']) {
    await page.getByLabel('Go to').fill(typed);
    await button(page, 'Go').click();
    await showsPage(page, 'Page 2 of 2');
  }
  const last = [378, 396, 414, 432, 450];
  await expect.poll(() => shownIds(page)).toEqual(last);
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?status=pending&sort=date_asc&search=ROUNDHOUSE&page=2');
  await page.reload();
  await expect.poll(() => shownIds(page)).toEqual(last);
  await expect.poll(() => searchBox.inputValue()).toBe('ROUNDHOUSE');
  await expect.poll(() => status.inputValue()).toBe('pending');
  await expect.poll(() => sort.inputValue()).toBe('date_asc');
  for (let steps = 0; steps < 4; steps += 1) await page.goBack();
  await showsPage(page, 'Page 5 of 23');
  await expect.poll(() => searchBox.inputValue()).toBe('');
});

test('an administrator approves and rejects facts of any status, with the buttons of a fact disabled during its request', async () => {
  const { page } = await site.open('/admin');
  await showsBadge(page, 449, 'Approved');
  await reject(page, 449);
  await showsBadge(page, 449, 'Rejected');
  await sent(page);
  const held = await hold(page, '**/api/v1/admin/changes');
  await action(page, 'Approve', 449).click();
  const route = await held();
  await row(page, 449).locator('.spinner_ring').waitFor();
  await expect.poll(() => row(page, 449).getByRole('button', { disabled: false }).count()).toBe(0);
  await expect.poll(() => action(page, 'Approve', 447).isDisabled()).toBe(false);
  await route.continue();
  await showsBadge(page, 449, 'Approved');
});

test('an administrator edits a fact in a dialog', async () => {
  const { page } = await site.open('/admin');
  const text = page.getByRole('dialog').getByRole('textbox');
  await action(page, 'Edit', 443).click();
  await focused(page, text).waitFor();
  await expect.poll(() => text.inputValue()).toBe('Test fact number 443 of many.');
  await text.fill('  Chuck Norris has edited   this fact.  ');
  await dialogButton(page, 'Save').click();
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await row(page, 443).getByText('Chuck Norris has edited this fact.', { exact: true }).waitFor();
  await announces(page, 'Saved fact no. 443.');
  await focused(page, action(page, 'Edit', 443)).waitFor();
});

test('an administrator deletes a fact only after confirmation, undoes it, and restores another in the log', async () => {
  const { page, alerts } = await site.open('/admin');
  await action(page, 'Delete', 439).click();
  await showsBadge(page, 439, 'Deleted');
  expect(alerts).toEqual([
    [
      'Are you sure you want to delete this joke?',
      'Fact no. 439: “Test fact number 439 of many.”',
      'The log keeps it for 30 days, where you can restore it.',
    ].join('\n\n'),
  ]);
  await expect.poll(() => publicStatus(439)).toBe(404);
  await button(page, 'Undo').click();
  await announces(page, 'Restored fact no. 439 with its votes.');
  await showsBadge(page, 439, 'Approved');
  await expect.poll(() => publicStatus(439)).toBe(200);

  // The log is opened before the answer, with which the entry appears.
  const held = await hold(page, '**/api/v1/admin/changes');
  await action(page, 'Delete', 437).click();
  await showsBadge(page, 437, 'Deleted');
  const route = await held();
  await link(page, 'Log').click();
  await page.locator('.log_entry').first().waitFor();
  await route.continue();
  const entry = page.locator('.log_entry', { hasText: 'Deleted fact no. 437' });
  await entry.locator('.log_status').getByText('Deleted', { exact: true }).waitFor();
  await entry.getByText(/It can be restored with its votes until/).waitFor();
  await entry.getByRole('button', { name: 'Restore fact no. 437' }).click();
  await announces(page, 'Restored fact no. 437 with its votes.');
  await entry.getByText('Restored.').waitFor();
  await expect.poll(() => publicStatus(437)).toBe(200);
});

test('an administrator previews and generates the image of a fact, which visitors then see', async () => {
  const { page } = await site.open('/admin');
  const preview = action(page, 'Preview image', 433);
  await expect.poll(() => preview.getAttribute('data-has-image')).toBe('false');
  await preview.click();
  await dialogShows(page, 'No image generated yet.');
  await dialogButton(page, 'Generate Image').click();
  await page.getByRole('img', { name: 'Image of fact no. 433', exact: true }).waitFor();
  await dialogButton(page, 'Regenerate Image').waitFor();
  await dialogButton(page, 'Close').click();
  await expect.poll(() => preview.getAttribute('data-has-image')).toBe('true');

  const reader = await site.visit();
  await reader.page.goto('/fact/433');
  await fact(reader.page, 433).waitFor();
  await expect.poll(() => isImageLoaded(reader.page, 433)).toBe(true);
  await expect.poll(() => reader.page.getByRole('button', { name: /Image/ }).count()).toBe(0);
});

test('an administrator reviews pending facts by key, undoes a decision, and finds them in the log', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page, 2).getByText('Test fact number 2 of many.', { exact: true }).waitFor();
  await page.keyboard.press('a');
  await current(page, 4).waitFor();
  await page.keyboard.press('r');
  await dialog(page, 'Why reject fact no. 4?').waitFor();
  await page.keyboard.press('3');
  await current(page, 6).waitFor();
  // What is undone before it is sent is not in the log.
  await sent(page);
  await page.keyboard.press('z');
  await current(page, 4).waitFor();
  await sent(page);
  await expect.poll(() => publicStatus(2)).toBe(200);
  await expect.poll(() => publicStatus(4)).toBe(404);

  await link(page, 'Log').click();
  const entry = (title: string) =>
    page
      .locator('.log_entry')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await entry('Approved fact no. 2').getByText('owner').waitFor();
  await entry('Rejected fact no. 4').getByText('Reason: Offensive').waitFor();
  await entry('Undid the rejection of fact no. 4').getByText('owner').waitFor();
});
