import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endpoints, jokeList } from '../../../functions/src/contract/index.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
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
import {
  callApi,
  countPending,
  current,
  currentId,
  readLog,
  sent,
} from '../../support/e2e/queue-steps.ts';
import { startProxy } from '../../support/e2e/proxy.ts';
import { numberedJokes, openSite, unapproved } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';
import { generateJokes } from '../../support/generated-jokes.ts';

const CHANGES = '**/api/v1/admin/changes';

/** How many facts are published. */
const PUBLISHED = 8;

/** 184 pending facts, of which each published one, numbers 1 to 8, is repeated by three. */
function pendingFacts(): SeedJoke[] {
  const texts = Array.from(generateJokes({ count: PUBLISHED + 160 }), (joke) => joke.joke_text);
  const published = texts.slice(0, PUBLISHED);
  const repeated = published.flatMap((text) => [text.toUpperCase(), `Fact: ${text}`, `${text}!!`]);
  const pending = texts
    .slice(PUBLISHED)
    .flatMap((text, index) => [text, ...(index % 6 === 0 ? repeated.splice(0, 1) : [])]);
  const all = [...published, ...pending];
  return numberedJokes(all.length).map((joke, index) => {
    const written = { ...joke, joke_text: all[index] ?? '' };
    return index < PUBLISHED ? written : unapproved(written);
  });
}

const site = useSite(pendingFacts());

/** Skips facts until the page has this element. */
async function skipTo(page: Page, element: Locator): Promise<void> {
  while ((await element.count()) === 0) {
    const id = await currentId(page);
    await button(page, 'Skip').click();
    await page.locator(`.queue_fact:not([data-joke-id="${id}"])`).waitFor();
  }
}

test(
  '100 pending facts take 100 keystrokes, and the log has exactly what was decided',
  { tags: ['X12', 'U15'] },
  async () => {
    const { page } = await site.open('/admin/queue');
    const before = await countPending(page);
    const logged = (await readLog(page)).length;
    const query = 'status=pending&sortBy=date_asc&per_page=100';
    const { jokes } = await callApi(page, 'GET', `/jokes?${query}`, jokeList);
    const pending = jokes.map(({ joke_id }) => joke_id);
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
    await shows(page, `101 of ${before}`);
    await announces(page, `Approved fact no. ${pending[99]}.`);
    for (let count = 1; count <= 10; count += 1) {
      await page.keyboard.press('z');
      await current(page, pending[100 - count]).waitFor();
    }
    await sent(page);
    await page.getByRole('link', { name: `Dashboard ${before - 90} pending` }).waitFor();

    const log = (await readLog(page)).slice(logged);
    const idsOf = (wanted: string) =>
      log.filter(({ action }) => action === wanted).map(({ joke_id }) => joke_id);
    expect(idsOf('approve').sort((a, b) => a - b)).toEqual(pending);
    expect(idsOf('undo')).toEqual(pending.slice(90).reverse());
    expect(log).toHaveLength(110);
  },
);

test('a key acts once while it is held, and not with a modifier, while typing, in a dialog or when shortcuts are off', async () => {
  const { page, alerts } = await site.open('/admin/queue');
  await current(page).waitFor();
  const first = await currentId(page);
  for (let count = 0; count < 4; count += 1) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await current(page, first + 1).waitFor();
  await button(page, 'Skip').focus();
  for (let count = 0; count < 4; count += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await current(page, first + 2).waitFor();
  for (const keys of ['Control+s', 'Shift+S', 'Alt+s']) await page.keyboard.press(keys);

  await page.keyboard.press('e');
  await focused(page, page.getByRole('textbox')).waitFor();
  await page.keyboard.type(' as');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(alerts).toEqual(['Discard your changes?']);
  await current(page, first + 2).waitFor();
  await page.keyboard.press('r');
  await dialog(page, `Why reject fact no. ${first + 2}?`).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('3');
  await announces(page, `Rejected fact no. ${first + 2}.`);
  await page.keyboard.press('Shift+?');
  await page.getByLabel('Keyboard shortcuts on this device').uncheck();
  await page.keyboard.press('Escape');
  for (const key of ['a', 's', 'z', '?']) await page.keyboard.press(key);
  await current(page, first + 3).waitFor();
  await expect.poll(() => button(page, 'Approve').getAttribute('aria-keyshortcuts')).toBeNull();
  await sent(page);
  const decided = { action: 'reject', joke_id: first + 2, reason: 'offensive' };
  expect((await readLog(page)).at(-1)).toMatchObject(decided);
});

test('the second click of a double click decides about nothing, and the next click does', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page).waitFor();
  const first = await currentId(page);
  await button(page, 'Skip').dblclick();
  await shows(page, 'A double click decides only once.');
  await current(page, first + 1).waitFor();
  await button(page, 'Skip').click();
  await announces(page, `Skipped fact no. ${first + 1}.`);
});

test('Z pressed twice within a frame undoes two changes, and a double click on Undo undoes one', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page).waitFor();
  const approveTwo = async () => {
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const id = await currentId(page);
      ids.push(id);
      await page.keyboard.press('a');
      await page.locator(`.queue_fact:not([data-joke-id="${id}"])`).waitFor();
    }
    await sent(page);
    return ids;
  };
  const before = (await readLog(page)).length;
  const [first = 0, second = 0] = await approveTwo();
  await page.evaluate(`for (let count = 0; count < 2; count += 1) {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ' }));
  }`);
  await current(page, first).waitFor();
  await sent(page);
  expect(await approveTwo()).toEqual([first, second]);
  await button(page, 'Undo').dblclick();
  await current(page, second).waitFor();
  await sent(page);
  const log = (await readLog(page)).slice(before);
  expect(log.map(({ action, joke_id }) => `${action} ${joke_id}`)).toEqual([
    `approve ${first}`,
    `approve ${second}`,
    `undo ${second}`,
    `undo ${first}`,
    `approve ${first}`,
    `approve ${second}`,
    `undo ${second}`,
  ]);
});

test('on a phone the buttons stay where they are, also beside a twin, and links do not end the visit', async () => {
  const { page } = await site.open('/admin/queue', PHONE);
  await current(page).waitFor();
  await fontsLoaded(page);
  const place = await button(page, 'Approve').boundingBox();
  const twin = page.getByRole('group', { name: 'The most similar fact' });
  await skipTo(page, twin);
  await expect.poll(() => button(page, 'Approve').boundingBox()).toEqual(place);
  const id = await currentId(page);
  await twin.getByText('Approved').waitFor();
  await twin.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Fact no\. \d+$/ }).waitFor();
  await page.goBack();
  await current(page, id).waitFor();
});

test(
  'a decision of another tab is shown instead of repeated; duplicates are one step',
  { tags: 'X12' },
  async () => {
    const { page } = await site.open('/admin/queue');
    await current(page).waitFor();
    const first = await currentId(page);
    await callApi(page, 'POST', `/admin/reject/${first}`, endpoints.rejectJoke.output);
    await page.keyboard.press('a');
    await showsError(page, new RegExp(`^Fact no\\. ${first}: Already rejected by you `));
    expect((await readLog(page)).at(-1)).toMatchObject({ action: 'reject', joke_id: first });
    await button(page, `Dismiss the notice about fact no. ${first}`).click();

    const rejectAll = page.getByRole('button', { name: /^Reject all \d+ duplicates of no\. \d+$/ });
    await skipTo(page, rejectAll);
    const ids = await page.getByText(/^Duplicates: no\. /).innerText();
    const duplicates = ids.match(/\d+/g)?.map(Number) ?? [];
    await expect.poll(() => currentId(page)).toBe(duplicates[0]);
    expect(duplicates.length).toBeGreaterThan(1);
    await rejectAll.click();
    await announces(page, `Rejected ${duplicates.length} facts.`);
    await sent(page);
    const logged = (await readLog(page)).slice(-duplicates.length);
    expect(logged.map(({ joke_id }) => joke_id)).toEqual(duplicates);
    expect(new Set(logged.map(({ reason }) => reason))).toEqual(new Set(['duplicate']));
    // One step undoes them all.
    await page.keyboard.press('z');
    await current(page, duplicates[0]).waitFor();
    await sent(page);
  },
);

test('the queue is accessible in every state', async () => {
  const { page } = await site.open('/roundhouse-7f3k9q2x/queue');
  await current(page).waitFor();
  await expect.poll(() => link(page, 'Log').getAttribute('href')).toBe('/roundhouse-7f3k9q2x/log');
  await callApi(
    page,
    'POST',
    `/admin/reject/${await currentId(page)}`,
    endpoints.rejectJoke.output,
  );
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
  await using ownSite = await openSite(pendingFacts().slice(0, PUBLISHED + 2));
  await using visitor = await ownSite.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await refuse(page, '**/api/v1/admin/queue?*', 500, 'No queue today.');
  await link(page, 'Review queue').click();
  await shows(page, 'Error: No queue today.');
  await page.unroute('**/api/v1/admin/queue?*');
  await button(page, 'Try again').click();
  await shows(page, '1 of 2');
  await page.keyboard.press('s');
  await shows(page, '2 of 2');
  await page.keyboard.press('a');
  await shows(page, 'That was the last one.');
  await expect.poll(() => findFaults(page)).toEqual([]);
  await button(page, 'Review the skipped 1 fact').click();
  await shows(page, '1 of 1');
  await page.keyboard.press('r');
  await page.keyboard.press('6');
  await shows(page, 'That was the last one.');
  await sent(page);
  await page.reload();
  await shows(page, 'Nothing to review.');
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('a fact that is decided by another moderator while it is edited stays with what was typed, which can be saved then', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page).waitFor();
  const first = await currentId(page);
  await page.keyboard.press('e');
  const field = page.getByRole('textbox');
  await field.fill('What took a while to write.');
  await callApi(page, 'POST', `/admin/reject/${first}`, endpoints.rejectJoke.output);
  await page.keyboard.press('Control+Enter');
  await showsError(page, /^Already rejected by you .* Your text is still here: /);
  expect(await currentId(page)).toBe(first);
  await expect.poll(() => field.inputValue()).toBe('What took a while to write.');
  await page.keyboard.press('Control+Enter');
  await announces(page, `Saved fact no. ${first}.`);
  // The form does not open on the next fact.
  await focused(page, page.getByRole('heading', { name: `Fact no. ${first + 1}` })).waitFor();
  await expect.poll(() => field.count()).toBe(0);
});

test('of pending twins without a published original, a moderator keeps one by key, and rejects the others as its duplicates in one change', async () => {
  const { page } = await site.open('/admin/queue');
  await callApi(page, 'POST', `/admin/reject/${PUBLISHED}`, endpoints.rejectJoke.output);
  await page.reload();
  await current(page).waitFor();
  const twins = page.getByText(/^Nothing like this is published\. Pending too: no\. /);
  await skipTo(page, twins);
  const kept = await currentId(page);
  const others = (await twins.innerText()).match(/\d+/g)?.map(Number) ?? [];
  await page.keyboard.press('k');
  await announces(page, `Kept one of ${1 + others.length} facts.`);
  await sent(page);
  const changed = (await readLog(page)).slice(-1 - others.length);
  expect(new Set(changed.map(({ change_id }) => change_id)).size).toBe(1);
  for (const { joke_id, after } of changed) {
    expect(joke_id === kept ? after.status : after.duplicate_of).toBe(
      joke_id === kept ? 'approved' : kept,
    );
  }
});

test('a decision that is answered 504 is sent again with its key, and is made once', async () => {
  const keys: unknown[] = [];
  const seen = Promise.withResolvers<void>();
  await using proxy = await startProxy(site.origin, {
    async fateOf({ url, method, headers }) {
      if (url !== '/api/v1/admin/changes' || method !== 'POST') return 'send';
      keys.push(headers['idempotency-key']);
      if (keys.length === 1) return 'unknown';
      await seen.promise;
      return 'send';
    },
  });
  const { page, alerts, expectConsoleError } = await site.open('/admin/queue', {
    baseURL: proxy.origin,
  });
  expectConsoleError(/status of 504/);
  await current(page).waitFor();
  const first = await currentId(page);
  const before = await readLog(page);
  await page.keyboard.press('a');
  await showsError(page, /^One decision is not sent yet\. The server can’t be reached\./);
  await current(page, first + 1).waitFor();
  seen.resolve();
  await sent(page);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(alerts).toEqual([]);
  const log = (await readLog(page)).slice(before.length);
  expect(log.map(({ action, joke_id }) => [action, joke_id])).toEqual([['approve', first]]);
});

// The last two: what a page sends while it closes may arrive later, so no other test may follow.
test('a decision that can not be sent is sent later, also from another screen, and the browser asks before its page is left', async () => {
  const { page, expectConsoleError } = await site.open('/admin/queue');
  expectConsoleError(/status of 503|ERR_FAILED/);
  await current(page).waitFor();
  const first = await currentId(page);
  await refuse(page, CHANGES, 503, 'The database is down.');
  await page.keyboard.press('a');
  await showsError(page, /^One decision is not sent yet\. The database is down\./);
  await page.keyboard.press('a');
  await page.getByText(/^2 decisions are not sent yet\./).waitFor();
  await link(page, 'Log').click();
  await page.unroute(CHANGES);
  await sent(page);
  await link(page, 'Review queue').click();
  await current(page, first + 2).waitFor();
  const log = (await readLog(page)).slice(-2);
  expect(log.map(({ action, joke_id }) => [action, joke_id])).toEqual([
    ['approve', first],
    ['approve', first + 1],
  ]);

  await page.route(CHANGES, (route) => route.abort());
  await page.keyboard.press('a');
  await page.getByText(/^One decision is not sent yet\./).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
});

test('a decision that was made and undone offline leaves nothing that a later page could send', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page).waitFor();
  const first = await currentId(page);
  const stored = () => page.evaluate('Object.keys({ ...localStorage, ...sessionStorage }).sort()');
  const before = await stored();
  await page.context().setOffline(true);
  await page.keyboard.press('a');
  await page.getByText(/^One decision is not sent yet\./).waitFor();
  await page.keyboard.press('z');
  await announces(page, `Undone. Fact no. ${first} is pending.`);
  expect(await stored()).toEqual(before);
});
