import type { ConsoleMessage, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { action, moderatedJokes, more, row, showsBadge } from '../../support/e2e/dashboard-site.ts';
import { dialog, dialogButton, dialogShows } from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, button } from '../../support/e2e/page-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

/** A published fact and three pending ones that repeat it. */
const ALIKE: Readonly<Record<number, string>> = {
  27: 'A stopped clock waits until Chuck Norris tells it the time of day. Ends in a roundhouse.',
  28: 'A stopped clock waits until Chuck Norris tells it the time of day. It ends in a kick.',
  30: 'A stopped clock waits until Chuck Norris tells it the right time of day.',
  32: 'A stopped clock waits until Chuck Norris tells it the time of day, and waits again.',
};

const site = useDashboardSite(
  moderatedJokes(45).map((joke) => ({
    ...joke,
    joke_text: ALIKE[joke.joke_id] ?? joke.joke_text,
  })),
);

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox');

test('Escape closes the edit dialog, so that the focus returns to the Edit button, but does not interrupt saving', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await action(page, 'Edit', 41).press('Enter');
  await dialog(page, 'Edit Joke').waitFor();
  await expect.poll(() => page.getByRole('dialog').locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await focused(page, action(page, 'Edit', 41)).waitFor();

  const held = Promise.withResolvers<Route>();
  await page.route('**/api/v1/admin/changes', held.resolve);
  await action(page, 'Edit', 35).click();
  await text(page).fill('Saved in spite of Escape, twice.');
  await dialogButton(page, 'Save').press('Enter');
  const route = await held.promise;
  await dialogShows(page, 'Saving...');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page, 'Edit Joke').isVisible()).toBe(true);
  await route.continue();
  await row(page, 35).getByText('Saved in spite of Escape, twice.').waitFor();
});

test('an edit that can’t be saved shows why, and the typed text stays', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await action(page, 'Edit', 39).click();
  await text(page).fill('   Too short   ');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'Please enter a joke that is at least 10 characters long.');
  await focused(page, text(page)).waitFor();
  await text(page).fill('x'.repeat(501));
  await dialogShows(page, '501/500 characters · Minimum 10 characters');
  await dialogButton(page, 'Save').click();
  await dialogShows(page, 'A joke has at most 500 characters.');
  await text(page).fill('👨‍👩‍👧'.repeat(12));
  await dialogShows(page, '12/500 characters · Minimum 10 characters');
  expect(requests).not.toContain('POST');
  await page.evaluate('window.confirm = (text) => (console.info(text), false)');
  for (const close of [
    () => dialogButton(page, 'Cancel').click(),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Escape'),
  ]) {
    const isQuestion = (message: ConsoleMessage) => message.text() === 'Discard your changes?';
    const asked = page.waitForEvent('console', isQuestion);
    await close();
    await asked;
    await expect.poll(() => text(page).inputValue()).toBe('👨‍👩‍👧'.repeat(12));
  }
  await page.evaluate('window.confirm = () => true');
  await dialogButton(page, 'Cancel').click();
  await dialog(page, 'Edit Joke').waitFor({ state: 'detached' });
  await expect.poll(() => row(page, 39).innerText()).toContain('Test fact number 39 of many.');

  visitor.expectConsoleError(/status of 409/);
  await action(page, 'Edit', 37).click();
  await text(page).fill('A text that took a while to write.');
  for (const [detail, message] of [
    ['Try later.', 'Try later.'],
    ['', 'An unknown error occurred'],
  ] as const) {
    await page.route(
      '**/api/v1/admin/changes',
      (route) => route.fulfill({ status: 409, json: { detail } }),
      { times: 1 },
    );
    await dialogButton(page, 'Save').click();
    await dialogShows(page, message);
    await expect.poll(() => text(page).inputValue()).toBe('A text that took a while to write.');
  }
});

test('an administrator rejects the duplicates of a published fact at once, except those that the administrator unchecks', async () => {
  await using visitor = await site.open('/admin?search=%2327');
  const { page } = visitor;
  await more(page, 27, 'Similar facts…');
  await dialog(page, 'Similar to fact no. 27').waitFor();
  const boxes = page.getByRole('dialog').getByRole('checkbox');
  await boxes.first().waitFor();
  await expect.poll(() => boxes.count()).toBe(3);
  await expect.poll(() => findFaults(page)).toEqual([]);
  await boxes.last().uncheck();
  await dialogButton(page, 'Reject 2 duplicates').click();
  await announces(page, 'Rejected 2 facts.');
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await showsBadge(page, 27, 'Approved');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: /^Reject \d…/ }).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('an administrator sees why visitors reported facts, keeps one and undoes that, takes another down and keeps several at once', async () => {
  for (const [joke_id, reason] of [
    [7, 'offensive'],
    [7, 'offensive'],
    [7, 'duplicate'],
    [11, 'other'],
  ]) {
    const answer = await fetch(`${site.origin}/api/v1/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_id, reason }),
    });
    expect(answer.status).toBe(201);
  }
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await page.getByRole('link', { name: '2 reported', exact: true }).click();
  await row(page, 7).getByText('3 reports').waitFor();
  await expect.poll(() => row(page, 7).innerText()).toContain('Offensive 2, Duplicate 1');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await action(page, 'Keep', 7).press('Enter');
  await announces(page, 'Kept fact no. 7. Its reports are dismissed.');
  await showsBadge(page, 7, 'Kept');
  await page.getByRole('link', { name: '1 reported', exact: true }).waitFor();
  await button(page, 'Undo').click();
  await announces(page, 'Undone. Fact no. 7 is reported again.');
  await page.getByRole('link', { name: '2 reported', exact: true }).waitFor();
  await action(page, 'Keep', 7).click();
  await page.getByRole('link', { name: '1 reported', exact: true }).waitFor();
  await action(page, 'Take down', 11).click();
  const why = dialog(page, 'Why take down fact no. 11?');
  await focused(page, why.getByRole('button', { name: /Other/ })).waitFor();
  await dialogButton(page, 'Offensive').click();
  await announces(page, 'Rejected fact no. 11.');
  await showsBadge(page, 11, 'Rejected');
  await page.getByRole('link', { name: '0 reported', exact: true }).waitFor();
  await button(page, 'Undo').click();
  await announces(page, 'Undone. Fact no. 11 is approved.');
  await page.getByRole('link', { name: '1 reported', exact: true }).waitFor();
  for (const joke_id of [7, 9]) {
    await fetch(`${site.origin}/api/v1/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_id, reason: 'other' }),
    });
  }
  await page.reload();
  await row(page, 11).waitFor();
  await page.getByRole('checkbox', { name: 'Select fact no. 7' }).check();
  await page.getByRole('button', { name: 'Keep 1' }).waitFor();
  await page.getByRole('checkbox', { name: '1 selected' }).click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take down 3…' }).click();
  await dialogButton(page, 'Off topic').click();
  await announces(page, 'Rejected 3 facts.');
  for (const id of [7, 9, 11]) await showsBadge(page, id, 'Rejected');
  await button(page, 'Undo').click();
  await announces(page, 'Undone for 3 facts.');
  for (const id of [7, 9, 11]) await showsBadge(page, id, 'Approved');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Keep 3' }).press('Enter');
  await announces(page, 'Kept 3 facts. Their reports are dismissed.');
  for (const id of [7, 9, 11]) await showsBadge(page, id, 'Kept');
  await page.getByRole('link', { name: '0 reported', exact: true }).waitFor();
  await expect.poll(() => page.locator('body:focus').count()).toBe(0);
  await page.locator('.bulk-bar_bar :focus').waitFor();
});

test('a fact that contains personal information is deleted for good after a question, and the log has no text of it', async () => {
  const answer = await fetch(`${site.origin}/api/v1/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id: 13, reason: 'personal_data' }),
  });
  expect(answer.status).toBe(201);
  await using visitor = await site.open('/admin?view=reported');
  const { page } = visitor;
  await action(page, 'Take down', 13).click();
  const why = dialog(page, 'Why take down fact no. 13?');
  const reason = why.getByRole('button', { name: /Contains personal information/ });
  await focused(page, reason).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const sure = dialog(page, 'Delete fact no. 13 for good?');
  await sure.getByText(/can’t be undone/).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await dialogButton(page, 'Cancel').click();
  await sure.waitFor({ state: 'detached' });
  expect((await fetch(`${site.origin}/api/v1/jokes/13`)).status).toBe(200);
  await action(page, 'Take down', 13).click();
  await why.waitFor();
  await page.keyboard.press('Enter');
  await dialogButton(page, 'Delete for good').click();
  await announces(page, 'Deleted fact no. 13 for good.');
  await showsBadge(page, 13, 'Deleted');
  await expect.poll(() => button(page, 'Undo').count()).toBe(0);

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const entry = page.locator('.log_entry', { hasText: 'Deleted fact no. 13' });
  await entry.getByText('Reason: Contains personal information').waitFor();
  await expect.poll(() => page.getByText('Test fact number 13').count()).toBe(0);
  await expect.poll(() => entry.getByRole('button').count()).toBe(0);
});
