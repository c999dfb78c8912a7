import { expect, test } from 'vitest';
import {
  editedJoke,
  jokeList,
  moderationReceipt,
  queuePage,
} from '../../../functions/src/contract/index.ts';
import { ADMIN, signIn } from '../../support/e2e/administrator.ts';
import { dialog } from '../../support/e2e/dialog-steps.ts';
import { focused, fontsLoaded } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { pendingFacts } from '../../support/e2e/queue-site.ts';
import {
  callApi,
  countPending,
  current,
  currentId,
  passed,
  readLog,
  sent,
} from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const CHANGES = '**/api/v1/admin/changes';

const site = useDashboardSite(pendingFacts());

test(
  '100 pending facts take 100 keystrokes, and the log has exactly what was decided',
  { tags: 'X12' },
  async () => {
    await using visitor = await site.open('/admin/queue');
    const { page } = visitor;
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
    await expect.poll(() => countPending(page)).toBe(before - 100);
    for (let count = 1; count <= 10; count += 1) {
      await page.keyboard.press('z');
      await current(page, pending[100 - count]).waitFor();
    }
    await announces(page, `Undone. Fact no. ${pending[90]} is pending.`);
    await shows(page, `91 of ${before}`);
    await sent(page);
    await expect.poll(() => countPending(page)).toBe(before - 90);
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
  await using visitor = await site.open('/admin/queue');
  const { page } = visitor;
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
  const field = page.getByRole('textbox');
  await focused(page, field).waitFor();
  const text = await field.inputValue();
  await page.keyboard.type(' as');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(visitor.alerts).toEqual(['Discard your changes?']);
  await focused(page, page.getByRole('heading', { name: `Fact no. ${first + 2}` })).waitFor();
  await page.keyboard.press('e');
  await field.fill('Too short');
  await page.keyboard.press('Control+Enter');
  await shows(page, 'Please enter a joke that is at least 10 characters long.');
  await field.fill('Chuck Norris edits in place.');
  await page.keyboard.press('Control+Enter');
  await shows(page, 'Chuck Norris edits in place.');
  await announces(page, `Saved fact no. ${first + 2}.`);
  await page.keyboard.press('z');
  await shows(page, text);

  await page.keyboard.press('r');
  await dialog(page, `Why reject fact no. ${first + 2}?`).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await current(page, first + 2).waitFor();
  await page.keyboard.press('r');
  await page.keyboard.press('3');
  await announces(page, `Rejected fact no. ${first + 2}.`);
  await page.keyboard.press('Shift+?');
  await page.getByLabel('Keyboard shortcuts on this device').uncheck();
  await page.keyboard.press('Escape');
  for (const key of ['a', 's', 'z', '?']) await page.keyboard.press(key);
  await current(page, first + 3).waitFor();
  await expect.poll(() => button(page, 'Approve').getAttribute('aria-keyshortcuts')).toBeNull();
  await sent(page);

  // Nothing of a visit survives its page: the skipped facts are offered again.
  await page.reload();
  await current(page, first).waitFor();
  await page.keyboard.press('a');
  await button(page, 'Help').click();
  await page.getByLabel('Keyboard shortcuts on this device').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await current(page, first + 1).waitFor();
  const log = (await readLog(page)).slice(-3);
  expect(log.map(({ action, joke_id, reason }) => [action, joke_id, reason])).toEqual([
    ['edit', first + 2, null],
    ['undo', first + 2, null],
    ['reject', first + 2, 'offensive'],
  ]);
});

test('without similar facts the queue says nothing of them, a similar fact has the status that this visit gave it, and the second click of a double click decides about nothing', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  await page.route('**/api/v1/admin/queue?*', async (route) => {
    const queue = queuePage.parse(await (await route.fetch()).json());
    const third = queue.entries[2]?.joke;
    const similar = third ? [{ ...third, status: 'pending', similarity: 0.9 }] : [];
    const entries = queue.entries.map((entry, index) => ({
      ...entry,
      similar: index === 3 ? similar : [],
    }));
    await route.fulfill({ json: { ...queue, entries } });
  });
  await link(page, 'Review queue').click();
  await current(page).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: /similar/i }).count()).toBe(0);
  const first = await currentId(page);
  await button(page, 'Skip').dblclick();
  await shows(page, 'A double click decides only once.');
  await page.getByText(/^2 of \d+$/).waitFor();
  await button(page, 'Skip').click();
  await page.getByText(/^3 of \d+$/).waitFor();
  await announces(page, `Skipped fact no. ${first + 1}.`);
  await page.keyboard.press('a');
  const twin = page.getByRole('group', { name: 'The most similar fact' });
  await twin.getByText('Approved').waitFor();
  await page.keyboard.press('z');
  await sent(page);
});

test('on a phone the buttons stay where they are, a twin stands beside the fact, and links do not end the visit', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await using visitor = await site.open('/admin/queue', phone);
  const { page } = visitor;
  await current(page).waitFor();
  const first = await currentId(page);
  const pending = await countPending(page);
  const approve = button(page, 'Approve');
  await fontsLoaded(page);
  const place = await approve.boundingBox();
  const text = await current(page).locator('.large-joke_text').innerText();
  await approve.click();
  await announces(page, new RegExp(`^Approved fact no\\. ${first}\\. “${text.slice(0, 12)}`));
  const twin = page.getByRole('group', { name: 'The most similar fact' });
  let seen = 0;
  for (; (await twin.count()) === 0; seen += 1) {
    await expect.poll(() => approve.boundingBox()).toEqual(place);
    const id = await currentId(page);
    await button(page, 'Skip').click();
    await passed(page, id);
  }
  const id = await currentId(page);
  await twin.getByText('Approved').waitFor();
  await expect.poll(() => approve.boundingBox()).toEqual(place);
  await page.keyboard.press('r');
  await dialog(page, `Why reject fact no. ${id}?`)
    .getByRole('button', { name: 'Duplicate' })
    .click();
  await announces(page, new RegExp(`^Rejected fact no\\. ${id}\\. Duplicate: “`));
  await sent(page);
  await button(page, 'Undo').click();
  await current(page, id).waitFor();
  await sent(page);
  await twin.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Fact no\. \d+$/ }).waitFor();
  await page.goBack();
  await current(page, id).waitFor();
  await shows(page, `${seen + 1} of ${pending - 1}`);
  // Turned while header and tabs are shown.
  await page.evaluate('scrollTo(0, 0)');
  await page.setViewportSize({ width: 844, height: 390 });
  const bottom = async () => {
    const box = await approve.boundingBox();
    return (box?.y ?? 390) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(390);
  await button(page, 'Undo').click();
  await current(page, first).waitFor();
  await sent(page);
  await expect.poll(() => countPending(page)).toBe(pending);
});

test(
  'a decision of another tab is shown instead of repeated; duplicates are one step',
  { tags: 'X12' },
  async () => {
    await using visitor = await site.open('/admin/queue');
    const { page } = visitor;
    await current(page).waitFor();
    const first = await currentId(page);
    await callApi(page, 'POST', `/admin/reject/${first}`, moderationReceipt);
    await page.keyboard.press('a');
    await page
      .getByRole('alert')
      .getByText(new RegExp(`^Fact no\\. ${first}: Already rejected by you `))
      .waitFor();
    expect((await readLog(page)).at(-1)).toMatchObject({ action: 'reject', joke_id: first });
    await button(page, `Dismiss the notice about fact no. ${first}`).click();

    const rejectAll = page.getByRole('button', { name: /^Reject all \d+ duplicates of no\. \d+$/ });
    while ((await rejectAll.count()) === 0) {
      const id = await currentId(page);
      await page.keyboard.press('s');
      await passed(page, id);
    }
    const ids = await page.getByText(/^That is no\. /).innerText();
    const duplicates = ids.match(/\d+/g)?.map(Number) ?? [];
    await expect.poll(() => currentId(page)).toBe(duplicates[0]);
    expect(duplicates.length).toBeGreaterThan(2);
    await rejectAll.click();
    await announces(page, `Rejected ${duplicates.length} facts.`);
    await sent(page);
    // The last change is of all of them.
    const logged = async (wanted: string) => {
      const log = await readLog(page);
      const last = log.filter(({ change_id }) => change_id === log.at(-1)?.change_id);
      const found = last.filter(({ action, reason }) => `${action} ${reason}` === wanted);
      return found.map(({ joke_id }) => joke_id);
    };
    await expect.poll(() => logged('reject duplicate')).toEqual(duplicates);
    // One step undoes them all.
    await page.keyboard.press('z');
    await current(page, duplicates[0]).waitFor();
    await sent(page);
    await expect.poll(() => logged('undo null')).toEqual(duplicates);
    await rejectAll.click();
    await sent(page);
  },
);

test(
  'decisions about texts that another moderator has changed, made offline, are not made: each fact comes back once with its new text',
  { tags: 'S24' },
  async () => {
    await using visitor = await site.open('/admin/queue');
    const { page } = visitor;
    visitor.expectConsoleError(/ERR_FAILED/);
    await current(page).waitFor();
    const first = await currentId(page);
    const edit = async (id: number, joke_text: string) => {
      await callApi(page, 'PUT', `/admin/edit/${id}`, editedJoke, { joke_text });
    };
    let sendings = 0;
    await page.context().setOffline(true);
    await page.keyboard.press('a');
    await page.getByText(/^One decision is not sent yet\. You are offline\./).waitFor();
    await edit(first, 'Another moderator wrote this meanwhile.');
    page.on('request', (request) => {
      if (request.url().endsWith('/admin/changes')) sendings += 1;
    });
    await page.context().setOffline(false);
    await page
      .getByRole('alert')
      .getByText(/Changed by you .*\. Read it again\./)
      .waitFor();
    await sent(page);
    expect(sendings).toBe(1);
    expect((await readLog(page)).at(-1)).toMatchObject({ action: 'edit', joke_id: first });
    // It comes after the fact that is being read.
    await expect.poll(() => currentId(page)).toBe(first + 1);
    await page.keyboard.press('s');
    await current(page, first).getByText('Another moderator wrote this meanwhile.').waitFor();

    await page.keyboard.press('e');
    const field = page.getByRole('textbox');
    await field.fill('A text that took a while to write.');
    await edit(first, 'Another moderator wrote again.');
    await page.keyboard.press('Control+Enter');
    await shows(page, 'Another moderator wrote again.');
    await expect.poll(() => field.inputValue()).toBe('A text that took a while to write.');
    await page.keyboard.press('Control+Enter');
    await announces(page, `Saved fact no. ${first}.`);
    await page.keyboard.press('a');
    await sent(page);
    expect((await readLog(page)).at(-1)).toMatchObject({
      action: 'approve',
      joke_id: first,
      joke_text: 'A text that took a while to write.',
    });
  },
);

test('keys that are typed when the session ends go nowhere, and after the sign-in only what was decided before is sent', async () => {
  const token = await signIn(site.origin);
  await using visitor = await site.open('/admin/queue', {}, token);
  const { page } = visitor;
  visitor.expectConsoleError(/status of 401/);
  await current(page).waitFor();
  const first = await currentId(page);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.post('/api/v1/admin/logout', { headers })).ok()).toBe(true);
  await page.keyboard.press('a');
  const again = dialog(page, 'Your session has ended');
  await again.waitFor();
  await page.keyboard.type('aaras');
  const field = again.getByLabel('Password');
  await expect.poll(() => field.inputValue()).toBe('');
  await current(page, first + 1).waitFor();
  await page.keyboard.press('Tab');
  await focused(page, field).waitFor();
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  await sent(page);
  expect((await readLog(page)).at(-1)).toMatchObject({ action: 'approve', joke_id: first });
  await current(page, first + 1).waitFor();
});

// The last two: what a page sends while it closes may arrive later, so no other test may follow.
test('a decision that can not be sent is sent later, also from another screen, and the browser asks before its page is left', async () => {
  await using visitor = await site.open('/admin/queue');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_FAILED/);
  await current(page).waitFor();
  const first = await currentId(page);
  await page.route(CHANGES, (route) =>
    route.fulfill({ status: 503, json: { detail: 'The database is down.' } }),
  );
  await page.keyboard.press('a');
  await page
    .getByRole('alert')
    .getByText(/^One decision is not sent yet\. The database is down\./)
    .waitFor();
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
  await page.keyboard.press('z');
  await current(page, first + 1).waitFor();
  await sent(page);
  expect((await readLog(page)).at(-1)).toMatchObject({ action: 'undo', joke_id: first + 1 });

  await page.route(CHANGES, (route) => route.abort());
  await page.keyboard.press('a');
  await page.getByText(/^One decision is not sent yet\./).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
});

test('a decision that was made and undone offline leaves nothing that a later page could send', async () => {
  await using visitor = await site.open('/admin/queue');
  const { page } = visitor;
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
