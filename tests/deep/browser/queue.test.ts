import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { endpoints } from '../../../functions/src/contract/index.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { ADMIN, signIn } from '../../support/e2e/administrator.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { doubleText, focused, fontsLoaded, PHONE, setWidth } from '../../support/e2e/page-state.ts';
import {
  announces,
  button,
  dialog,
  link,
  refuse,
  shows,
  showsError,
} from '../../support/e2e/page-steps.ts';
import { callApi, current, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { numberedJokes, openSite, unapproved } from '../../support/e2e/site.ts';
import { openOwnSite } from '../../support/e2e/use-site.ts';
import { generateJokes } from '../../support/generated-jokes.ts';

const CHANGES = '**/api/v1/admin/changes';

/** These texts as pending facts, numbered from 1; the first of them may be published instead. */
const factsOf = (texts: readonly string[], published = 0): SeedJoke[] =>
  numberedJokes(texts.length).map((joke, index) => {
    const written = { ...joke, joke_text: texts[index] ?? '' };
    return index < published ? written : unapproved(written);
  });

/** Texts that are not similar. */
const textsOf = (count: number) =>
  Array.from(generateJokes({ count }), ({ joke_text }) => joke_text);

/** A published fact, number 1, a pending one, and three pending ones that repeat the first. */
function factsWithTwins(): SeedJoke[] {
  const [text = '', other = ''] = textsOf(2);
  return factsOf([text, other, text.toUpperCase(), `Fact: ${text}`, `${text}!!`], 1);
}

/** Starts a site that has only these facts, and opens its queue as an administrator. */
async function openQueue(facts: readonly SeedJoke[], options?: BrowserContextOptions) {
  const site = await openOwnSite(facts);
  const visitor = await site.open('/admin/queue', options);
  await current(visitor.page).waitFor();
  return visitor;
}

test(
  '100 pending facts take 100 keystrokes, and the log has exactly what was decided',
  { tags: ['X12', 'U15'] },
  async () => {
    const { page } = await openQueue(factsOf(textsOf(101)));
    const pending = Array.from({ length: 100 }, (_, index) => index + 1);
    // Nine keys come before the first answer; then everything is answered before the next key.
    let answered = Promise.withResolvers<void>();
    await page.route(CHANGES, async (route) => {
      await answered.promise;
      await route.continue();
    });
    for (let count = 0; count < 100; count += 1) {
      // What the key decides about is what is shown.
      await current(page, pending[count]).waitFor();
      await page.keyboard.press('a');
      if (count % 10 !== 9) continue;
      answered.resolve();
      await sent(page);
      answered = Promise.withResolvers();
    }
    await shows(page, '1 left');
    await announces(page, 'Approved fact no. 100.');
    for (let count = 1; count <= 10; count += 1) {
      await page.keyboard.press('z');
      await current(page, pending[100 - count]).waitFor();
    }
    await sent(page);
    await page.getByRole('link', { name: 'Dashboard 11 pending' }).waitFor();

    const log = await readLog(page);
    const idsOf = (wanted: string) =>
      log.filter(({ action }) => action === wanted).map(({ joke_id }) => joke_id);
    expect(idsOf('approve').sort((a, b) => a - b)).toEqual(pending);
    expect(idsOf('undo')).toEqual(pending.slice(90).reverse());
    expect(log).toHaveLength(110);
  },
);

test('a key acts once while it is held, and not with a modifier, while typing, in a dialog or when shortcuts are off', async () => {
  const { page, alerts } = await openQueue(factsOf(textsOf(4)));
  for (let count = 0; count < 4; count += 1) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await current(page, 2).waitFor();
  await button(page, 'Skip').focus();
  for (let count = 0; count < 4; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await current(page, 3).waitFor();
  for (const keys of ['Control+s', 'Shift+S', 'Alt+s']) await page.keyboard.press(keys);

  await page.keyboard.press('e');
  await focused(page, page.getByRole('textbox')).waitFor();
  await page.keyboard.type(' as');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(alerts).toEqual(['Discard your changes?']);
  await current(page, 3).waitFor();
  await page.keyboard.press('r');
  await dialog(page, 'Why reject fact no. 3?').waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('3');
  await announces(page, 'Rejected fact no. 3.');
  await page.keyboard.press('Shift+?');
  await page.getByLabel('Keyboard shortcuts on this device').uncheck();
  await page.keyboard.press('Escape');
  for (const key of ['a', 's', 'z', '?']) await page.keyboard.press(key);
  await current(page, 4).waitFor();
  await expect.poll(() => button(page, 'Approve').getAttribute('aria-keyshortcuts')).toBeNull();
  await sent(page);
  const decided = { action: 'reject', joke_id: 3, reason: 'offensive' };
  expect((await readLog(page)).at(-1)).toMatchObject(decided);
});

test('the second click of a double click decides about nothing, and the next click does', async () => {
  const { page } = await openQueue(factsOf(textsOf(3)));
  await button(page, 'Skip').dblclick();
  await shows(page, 'A double click decides only once.');
  await current(page, 2).waitFor();
  await button(page, 'Skip').click();
  await announces(page, 'Skipped fact no. 2.');
});

test('Z pressed twice within a frame undoes two changes, and a double click on Undo undoes one', async () => {
  const { page } = await openQueue(factsOf(textsOf(3)));
  const approveTwo = async () => {
    for (const id of [1, 2]) {
      await current(page, id).waitFor();
      await page.keyboard.press('a');
    }
    await current(page, 3).waitFor();
    await sent(page);
  };
  await approveTwo();
  await page.evaluate(() => {
    for (let count = 0; count < 2; count += 1) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ' }));
    }
  });
  await current(page, 1).waitFor();
  await sent(page);
  await approveTwo();
  await button(page, 'Undo').dblclick();
  await current(page, 2).waitFor();
  await sent(page);
  expect((await readLog(page)).map(({ action, joke_id }) => `${action} ${joke_id}`)).toEqual([
    'approve 1',
    'approve 2',
    'undo 2',
    'undo 1',
    'approve 1',
    'approve 2',
    'undo 2',
  ]);
});

test('on a phone the buttons stay where they are, also beside a twin, and links do not end the visit', async () => {
  const { page } = await openQueue(factsWithTwins(), PHONE);
  await fontsLoaded(page);
  const place = await button(page, 'Approve').boundingBox();
  const twin = page.getByRole('group', { name: 'The most similar fact' });
  await button(page, 'Skip').click();
  await twin.waitFor();
  await expect.poll(() => button(page, 'Approve').boundingBox()).toEqual(place);
  await twin.getByText('Approved').waitFor();
  await twin.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Fact no\. \d+$/ }).waitFor();
  await page.goBack();
  await current(page, 3).waitFor();
});

test(
  'a decision of another tab is shown instead of repeated; duplicates are one step',
  { tags: 'X12' },
  async () => {
    const { page } = await openQueue(factsWithTwins());
    await callApi(page, 'POST', '/admin/reject/2', endpoints.rejectJoke.output);
    await page.keyboard.press('a');
    await showsError(page, /^Fact no\. 2: Already rejected by you /);
    expect((await readLog(page)).map(({ action }) => action)).toEqual(['reject']);
    await page.getByText(/^Duplicates: no\. 3(, [45]){2}$/).waitFor();
    await button(page, 'Reject all 3 duplicates of no. 1').click();
    await announces(page, 'Rejected 3 facts.');
    await sent(page);
    const logged = (await readLog(page)).slice(1);
    expect(logged.map(({ joke_id, reason }) => `${joke_id} ${reason}`).toSorted()).toEqual([
      '3 duplicate',
      '4 duplicate',
      '5 duplicate',
    ]);
    // One step undoes them all.
    await page.keyboard.press('z');
    await current(page, 3).waitFor();
    await sent(page);
  },
);

test('the queue is accessible in every state', async () => {
  const { page } = await openQueue(factsWithTwins());
  await page.goto('/roundhouse-7f3k9q2x/queue');
  await current(page).waitFor();
  await expect.poll(() => link(page, 'Log').getAttribute('href')).toBe('/roundhouse-7f3k9q2x/log');
  await callApi(page, 'POST', '/admin/reject/2', endpoints.rejectJoke.output);
  await page.keyboard.press('a');
  await page.getByText(/Already rejected by you /).waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.keyboard.press('r');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await setWidth(page, 320);
  const bar = page.getByRole('group', { name: 'Decision' });
  for (const each of await bar.getByRole('button').all()) {
    const box = await each.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await doubleText(page);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('at the end the skipped facts are offered again, an empty queue says so, and a failure can be tried again', async () => {
  await using ownSite = await openSite(factsOf(textsOf(2)));
  await using visitor = await ownSite.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await refuse(page, '**/api/v1/admin/queue?*', 500, 'No queue today.');
  await link(page, 'Review queue').click();
  await shows(page, 'Error: No queue today.');
  await page.unroute('**/api/v1/admin/queue?*');
  await button(page, 'Try again').click();
  await shows(page, '2 left');
  await page.keyboard.press('s');
  await shows(page, '1 left, 1 skipped');
  await page.keyboard.press('a');
  await shows(page, 'That was the last one.');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Review the skipped 1 fact').click();
  await shows(page, '1 left');
  await page.keyboard.press('r');
  await page.keyboard.press('6');
  await shows(page, 'That was the last one.');
  await sent(page);
  await page.reload();
  await shows(page, 'Nothing to review.');
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('a fact that is decided by another moderator while it is edited stays with what was typed, which can be saved then', async () => {
  const { page } = await openQueue(factsOf(textsOf(2)));
  await page.keyboard.press('e');
  const field = page.getByRole('textbox');
  await field.fill('What took a while to write.');
  await callApi(page, 'POST', '/admin/reject/1', endpoints.rejectJoke.output);
  await page.keyboard.press('Control+Enter');
  await showsError(page, /^Already rejected by you .* Your text is still here: /);
  await current(page, 1).waitFor();
  await expect.poll(() => field.inputValue()).toBe('What took a while to write.');
  await page.keyboard.press('Control+Enter');
  await announces(page, 'Saved fact no. 1.');
  // The form does not open on the next fact.
  await focused(page, page.getByRole('heading', { name: 'Fact no. 2' })).waitFor();
  await expect.poll(() => field.count()).toBe(0);
});

test('of pending twins without a published original, a moderator presses the text to keep, or its key; the others are rejected as its duplicates in one change', async () => {
  const [text = ''] = textsOf(1);
  const { page } = await openQueue(factsOf([text, text.toUpperCase(), `${text}!!`]));
  await page.getByRole('group', { name: 'Which one stays?' }).waitFor();
  await page.keyboard.press('?');
  await dialog(page, 'Keyboard shortcuts')
    .getByText('Keep fact no. 3, and reject its duplicates')
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  await announces(page, 'Kept fact no. 3, rejected no. 1, 2 as its duplicates.');
  await page.keyboard.press('z');
  await sent(page);
  await page.getByRole('button', { name: 'Keep fact no. 1' }).click();
  await sent(page);
  const changed = (await readLog(page)).slice(-3);
  expect(new Set(changed.map(({ change_id }) => change_id)).size).toBe(1);
  expect(
    changed.map(({ joke_id, after }) => [joke_id, after.duplicate_of ?? after.status]),
  ).toEqual([
    [1, 'approved'],
    [2, 1],
    [3, 1],
  ]);
});

test('a decision that can not be sent is sent later, also from another screen, and the browser asks before its page is left', async () => {
  const { page, expectConsoleError } = await openQueue(factsOf(textsOf(3)));
  expectConsoleError(/status of 503|ERR_FAILED/);
  await refuse(page, CHANGES, 503, 'The database is down.');
  await page.keyboard.press('a');
  await showsError(page, /^One decision is not sent yet\. The database is down\./);
  await page.keyboard.press('a');
  await page.getByText(/^2 decisions are not sent yet\./).waitFor();
  await link(page, 'Log').click();
  await page.unroute(CHANGES);
  await sent(page);
  await link(page, 'Review queue').click();
  await current(page, 3).waitFor();
  const log = await readLog(page);
  expect(log.map(({ action, joke_id }) => [action, joke_id])).toEqual([
    ['approve', 1],
    ['approve', 2],
  ]);

  await page.route(CHANGES, (route) => route.abort());
  await page.keyboard.press('a');
  await showsError(page, /^One decision is not sent yet\. The server can’t be reached\./);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
});

test('a decision that was made and undone offline leaves nothing that a later page could send', async () => {
  const { page } = await openQueue(factsOf(textsOf(1)));
  const stored = () =>
    page.evaluate(() => [localStorage, sessionStorage].flatMap((each) => Object.keys(each)).sort());
  const before = await stored();
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.keyboard.press('a');
  await page.getByText(/^One decision is not sent yet\. You are offline\./).waitFor();
  await page.keyboard.press('z');
  await announces(page, 'Undone. Fact no. 1 is pending.');
  expect(await stored()).toEqual(before);
});

test('a visit to the log loses nothing of the queue, not without a connection either', async () => {
  const { page, expectConsoleError } = await openQueue(factsOf(textsOf(3)));
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.keyboard.press('s');
  await current(page, 2).waitFor();
  await page.context().setOffline(true);
  await link(page, 'Log').click();
  await page.getByRole('heading', { name: 'Moderation Log' }).waitFor();
  await link(page, 'Review queue').click();
  await current(page, 2).waitFor();
  await shows(page, '2 left, 1 skipped');
  // The notice that there is no connection does not push the buttons out of the window.
  const { y = 0, height = 0 } = (await button(page, 'Approve').boundingBox()) ?? {};
  expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0);
});

/** Opens a queue whose decisions don't reach the server, and makes two. */
async function decideInVain() {
  const visitor = await openQueue(factsOf(textsOf(3)));
  const { page } = visitor;
  visitor.expectConsoleError(/ERR_FAILED/);
  await page.route(CHANGES, (route) => route.abort());
  for (const id of [1, 2]) {
    await current(page, id).waitFor();
    await page.keyboard.press('a');
  }
  await page.getByText(/^2 decisions are not sent yet\./).waitFor();
  return visitor;
}

test(
  'Logout asks first while decisions are not sent, and then leaves nothing of them',
  { tags: 'U15' },
  async () => {
    const { page, alerts } = await decideInVain();
    const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' });
    await logout.click();
    const question = dialog(page, 'Log out?');
    await question.getByText('2 decisions are not sent. Log out anyway?').waitFor();
    await expect.poll(() => findFaults(page)).toEqual([]);
    await button(question, 'Stay').click();
    await current(page, 3).waitFor();
    await logout.click();
    await button(question, 'Log out').click();
    await page.waitForURL('/login');
    await announces(page, 'You are signed out.');
    await page.reload();
    expect(alerts).toEqual([]);
  },
);

test('a logout on any screen forgets what was skipped', { tags: 'U15' }, async () => {
  const { page } = await openQueue(factsOf(textsOf(2)));
  await page.keyboard.press('s');
  await current(page, 2).waitFor();
  const skipped = () => page.evaluate(() => sessionStorage.getItem('skippedFacts'));
  expect(await skipped()).toContain('owner');
  await page.goto('/about');
  await link(page, 'Dashboard 2 pending').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect.poll(skipped).toBeNull();
});

test(
  'a logout in another tab tells how many decisions were not sent',
  { tags: ['U15', 'S7'] },
  async () => {
    const { page } = await decideInVain();
    const other = await page.context().newPage();
    await other.goto('/about');
    await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('/login');
    await showsError(
      page,
      '2 decisions of owner were not sent, because this account was signed out.',
    );
  },
);

test(
  'after a canceled sign-in the screen says how many decisions are not sent, and asks when the moderator wants it',
  { tags: ['U15', 'U21'] },
  async () => {
    await using site = await openSite(factsOf(textsOf(3)));
    await site.bearer();
    const token = await signIn(site.origin);
    await using visitor = await site.open('/admin/queue', {}, token);
    const { page } = visitor;
    visitor.expectConsoleError(/status of 401/);
    await current(page, 1).waitFor();
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.post('/api/v1/admin/logout', { headers })).ok()).toBe(true);
    await page.keyboard.press('a');
    const again = dialog(page, 'Your session has ended');
    await button(again, 'Cancel').click();
    await page.getByText('One decision is not sent.').waitFor();
    await page.keyboard.press('a');
    await current(page, 3).waitFor();
    await page.getByText('2 decisions are not sent.').waitFor();
    await expect.poll(() => again.count()).toBe(0);
    await expect.poll(() => findFaults(page)).toEqual([]);
    await button(page, 'Sign in').click();
    await again.getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await sent(page);
    const log = await readLog(page);
    expect(log.map(({ action, joke_id }) => [action, joke_id])).toEqual([
      ['approve', 1],
      ['approve', 2],
    ]);
  },
);

test(
  'a screen reader hears each answer and each new fact of the queue, once',
  { tags: 'U22' },
  async () => {
    const texts = textsOf(3);
    const { page } = await openQueue(factsOf(texts));
    await announces(page, `Fact no. 1. ${texts[0]}`);
    await page.evaluate(() => announced.splice(0));
    await page.keyboard.press('a');
    await current(page, 2).waitFor();
    await sent(page);
    await page.keyboard.press('z');
    await current(page, 1).waitFor();
    await sent(page);
    expect(await page.evaluate(() => announced)).toEqual([
      expect.stringContaining('Approved fact no. 1.'),
      `Fact no. 2. ${texts[1]}`,
      'Undoing fact no. 1…',
      `Fact no. 1. ${texts[0]}`,
      'Undone. Fact no. 1 is pending.',
    ]);
  },
);
