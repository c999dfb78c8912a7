import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import {
  action,
  moderatedJokes,
  reject,
  report,
  row,
  showsBadge,
} from '../../support/e2e/dashboard-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import {
  announces,
  answerNext,
  answerQuestions,
  button,
  dialog,
  dialogButton,
  dialogShows,
  link,
  openPasswordDialog,
  refuse,
} from '../../support/e2e/page-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(moderatedJokes(45));

const CHANGES = '**/api/v1/admin/changes';

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox');

test('an edit that can’t be saved says why, and its text stays', { tags: 'U21' }, async () => {
  const { page, expectConsoleError } = await site.open('/admin');
  await action(page, 'Edit', 39).click();
  await text(page).fill('   Too short   ');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'Please enter a joke that is at least 10 characters long.');
  await focused(page, text(page)).waitFor();
  await text(page).fill('x'.repeat(501));
  await dialogShows(page, '501/500 characters · Minimum 10 characters');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'A joke has at most 500 characters.');

  const typed = 'A text that took a while to write.';
  expectConsoleError(/status of 409/);
  await refuse(page, CHANGES, 409, '');
  await text(page).fill(typed);
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'An unknown error occurred');
  await answerQuestions(page, false);
  await page.keyboard.press('Escape');
  await expect.poll(() => text(page).inputValue()).toBe(typed);

  // A reload asks nothing, and loses nothing.
  await page.reload();
  await action(page, 'Edit', 39).click();
  await expect.poll(() => text(page).inputValue()).toBe(typed);
  // The buttons stay in view above the keyboard of a phone.
  await page.setViewportSize({ width: 390, height: 420 });
  for (const name of ['Cancel', 'Save']) {
    const box = await dialogButton(page, name).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(420);
  }
  await answerQuestions(page, true);
  await dialogButton(page, 'Cancel').click();
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await expect.poll(() => row(page, 39).innerText()).toContain('Test fact number 39 of many.');
  await action(page, 'Edit', 39).click();
  await expect.poll(() => text(page).inputValue()).toBe('Test fact number 39 of many.');
  await page.keyboard.press('Escape');
});

test('an administrator sees why visitors reported facts, keeps one by button or key, and undoes that', async () => {
  await report(site.origin, 7, 'offensive');
  await report(site.origin, 7, 'offensive');
  await report(site.origin, 7, 'duplicate');
  const { page } = await site.open('/admin');
  await link(page, '1 reported').click();
  await row(page, 7).getByText('3 reports').waitFor();
  await expect.poll(() => row(page, 7).innerText()).toContain('Offensive 2, Duplicate 1');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await action(page, 'Keep', 7).press('Enter');
  await announces(page, 'Kept fact no. 7. Its reports are dismissed.');
  await showsBadge(page, 7, 'Kept');
  await link(page, '0 reported').waitFor();
  await button(page, 'Undo').click();
  await announces(page, 'Undone. Fact no. 7 is reported again.');
  await link(page, '1 reported').waitFor();
  await row(page, 7).focus();
  await page.keyboard.press('?');
  await dialog(page, 'Keyboard shortcuts').getByText('Keep it, or the selection').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await announces(page, 'Kept fact no. 7. Its reports are dismissed.');
});

test('a fact that contains personal information is deleted for good after a question, and the log has no text of it', async () => {
  await report(site.origin, 13, 'personal_data');
  const { page } = await site.open('/admin?view=reported');
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

test('the preview says why an image was not generated, and shows the image if only the answer was lost', async () => {
  const { page, expectConsoleError } = await site.open('/admin');
  expectConsoleError(/status of 503|ERR_FAILED/);
  const generate = '**/api/v1/images/generate/36?*';
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await refuse(page, generate, 503, 'No.', 1);
  await action(page, 'Preview image', 36).click();
  await dialogButton(page, 'Generate Image').click();
  await dialogShows(page, 'Error: No.');
  await answerNext(page, generate, lose);
  await dialogButton(page, 'Generate Image').click();
  const image = page.getByRole('img', { name: 'Image of fact no. 36' });
  await image.waitFor();
  const replacing = page.waitForRequest(generate);
  // The client appends the time, so that no cache answers.
  const loading = page.waitForRequest(/\/images\/files\/.*\?t=\d+$/);
  await dialogButton(page, 'Regenerate Image').click();
  expect((await replacing).url()).toContain('?force=true');
  await loading;
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('axe finds no violations in the dialogs, in both themes at each width', async () => {
  const { page, expectConsoleError } = await site.open('/admin?search=roundhouse&status=approved');
  expectConsoleError(/status of 401/);
  await refuse(page, CHANGES, 401, 'Your session has ended.');
  for (const open of [
    () => action(page, 'Preview image', 9).click(),
    () => action(page, 'Reject', 9).click(),
    () => openPasswordDialog(page),
    // Your session has ended.
    () => reject(page, 9),
  ]) {
    await open();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('facts that are taken down together have a reason chosen only if all were reported for it, and none that is reported because of personal information goes unseen', async () => {
  for (const [id, reason] of [
    [19, 'offensive'],
    [21, 'duplicate'],
    [21, 'personal_data'],
  ] as const) {
    await report(site.origin, id, reason);
  }
  const { page } = await site.open('/admin?view=reported');
  for (const id of [19, 21]) await page.getByLabel(`Select fact no. ${id}`).check();
  await button(page, 'Take down 2…').click();
  const why = dialog(page, 'Why take down 2 facts?');
  await why.getByText('Reported because of personal information: no. 21.').waitFor();
  await expect.poll(() => why.getByRole('button', { name: /reported/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await action(page, 'Take down', 19).click();
  await focused(page, button(page, 'Offensive (reported)')).waitFor();
});
