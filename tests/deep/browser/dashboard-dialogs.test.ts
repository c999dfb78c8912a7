import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { action, moderatedJokes, more, row, showsBadge } from '../../support/e2e/dashboard-site.ts';
import {
  dialog,
  dialogButton,
  dialogShows,
  openPasswordDialog,
} from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, button, link } from '../../support/e2e/page-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const site = useDashboardSite(moderatedJokes(45));

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox');

test('Escape closes the edit dialog, and the focus returns to the Edit button', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await action(page, 'Edit', 41).press('Enter');
  await dialog(page, 'Edit Joke').waitFor();
  await expect.poll(() => page.getByRole('dialog').locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await focused(page, action(page, 'Edit', 41)).waitFor();
});

test('an edit that can’t be saved shows why, and the typed text stays', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await action(page, 'Edit', 39).click();
  await text(page).fill('   Too short   ');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'Please enter a joke that is at least 10 characters long.');
  await focused(page, text(page)).waitFor();
  await text(page).fill('x'.repeat(501));
  await dialogShows(page, '501/500 characters · Minimum 10 characters');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'A joke has at most 500 characters.');
  await page.evaluate('window.confirm = () => false');
  await page.keyboard.press('Escape');
  await expect.poll(() => text(page).inputValue()).toBe('x'.repeat(501));
  await page.evaluate('window.confirm = () => true');
  await dialogButton(page, 'Cancel').click();
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await expect.poll(() => row(page, 39).innerText()).toContain('Test fact number 39 of many.');

  visitor.expectConsoleError(/status of 409/);
  await action(page, 'Edit', 37).click();
  await text(page).fill('A text that took a while to write.');
  await page.route('**/api/v1/admin/changes', (route) =>
    route.fulfill({ status: 409, json: { detail: '' } }),
  );
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'An unknown error occurred');
  await expect.poll(() => text(page).inputValue()).toBe('A text that took a while to write.');
});

/** What a visitor without a cookie sends. */
async function report(joke_id: number, reason: string): Promise<void> {
  const answer = await fetch(`${site.origin}/api/v1/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id, reason }),
  });
  expect(answer.status).toBe(201);
}

test('an administrator sees why visitors reported facts, keeps one and undoes that, and takes several down at once', async () => {
  await report(7, 'offensive');
  await report(7, 'offensive');
  await report(7, 'duplicate');
  await report(11, 'other');
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await link(page, '2 reported').click();
  await row(page, 7).getByText('3 reports').waitFor();
  await expect.poll(() => row(page, 7).innerText()).toContain('Offensive 2, Duplicate 1');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await action(page, 'Keep', 7).press('Enter');
  await announces(page, 'Kept fact no. 7. Its reports are dismissed.');
  await showsBadge(page, 7, 'Kept');
  await link(page, '1 reported').waitFor();
  await button(page, 'Undo').click();
  await announces(page, 'Undone. Fact no. 7 is reported again.');
  await link(page, '2 reported').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await button(page, 'Keep 2').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Take down 2…').click();
  await dialogButton(page, 'Off topic').click();
  await announces(page, 'Rejected 2 facts.');
  for (const id of [7, 11]) await showsBadge(page, id, 'Rejected');
  await button(page, 'Undo').click();
  await announces(page, 'Undone for 2 facts.');
  for (const id of [7, 11]) await showsBadge(page, id, 'Approved');
});

test('a fact that contains personal information is deleted for good after a question, and the log has no text of it', async () => {
  await report(13, 'personal_data');
  await using visitor = await site.open('/admin?view=reported');
  const { page } = visitor;
  await action(page, 'Take down', 13).click();
  const why = dialog(page, 'Why take down fact no. 13?');
  await focused(page, why.getByRole('button', { name: /Contains personal information/ })).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page, 'Delete fact no. 13 for good?')
    .getByText(/can’t be undone/)
    .waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await dialogButton(page, 'Delete for good').click();
  await announces(page, 'Deleted fact no. 13 for good.');
  await showsBadge(page, 13, 'Deleted');
  await expect.poll(() => button(page, 'Undo').count()).toBe(0);

  await link(page, 'Log').click();
  const entry = page.locator('.log_entry', { hasText: 'Deleted fact no. 13' });
  await entry.getByText('Reason: Contains personal information').waitFor();
  await expect.poll(() => page.getByText('Test fact number 13').count()).toBe(0);
  await expect.poll(() => entry.getByRole('button').count()).toBe(0);
});

test('an administrator generates the image of a fact in its preview, whatever fails', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_FAILED/);
  const generate = '**/api/v1/images/generate/36?*';
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const preview = action(page, 'Preview image', 36);
  const held = Promise.withResolvers<Route>();
  await page.route(generate, held.resolve, { times: 1 });
  await preview.click();
  await dialogButton(page, 'Generate Image').click();
  const route = await held.promise;
  await expect.poll(() => dialogButton(page, 'Generating...').isDisabled()).toBe(true);
  await route.fulfill({ status: 503, json: { detail: 'No.' } });
  await dialogShows(page, 'Error: No.');
  await dialogShows(page, 'No image generated yet.');
  // The image is generated, but its response is lost.
  const lose = async (generating: Route) => {
    await generating.fetch();
    await generating.abort();
  };
  await page.route(generate, lose, { times: 1 });
  await dialogButton(page, 'Generate Image').click();
  const image = page.getByRole('img', { name: 'Image of fact no. 36' });
  await image.waitFor();
  await dialogButton(page, 'Regenerate Image').click();
  // The client appends the time, so that no cache answers.
  await expect.poll(() => image.getAttribute('src')).toMatch(/signature=.*&t=\d+$/);
  const generated = urls.filter((url) => url.includes('/generate/'));
  expect(generated.map((url) => new URL(url).search)).toEqual([
    '?force=false',
    '?force=false',
    '?force=true',
  ]);
  await expect.poll(() => findFaults(page)).toEqual([]);
  await dialogButton(page, 'Close').click();
  await expect.poll(() => preview.getAttribute('data-has-image')).toBe('true');
  await focused(page, preview).waitFor();
});

test('axe finds no violations in the dialogs, in both themes at each width', async () => {
  await using visitor = await site.open('/admin?search=roundhouse&status=approved');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 401/);
  await page.route('**/api/v1/admin/changes', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Your session has ended.' } }),
  );
  for (const open of [
    () => action(page, 'Preview image', 9).click(),
    () => more(page, 9, 'Reject with a reason…'),
    () => openPasswordDialog(page),
    // Your session has ended.
    () => action(page, 'Reject', 9).click(),
  ]) {
    await open();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
