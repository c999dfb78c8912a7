import { expect, test } from 'vitest';
import { moderationReceipt } from '../../../functions/src/contract/index.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { openDashboardSite } from '../../support/e2e/dashboard-site.ts';
import { doubleText, focused, setWidth } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { pendingFacts, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { callApi, current, currentId, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const site = useDashboardSite(pendingFacts());

test('the queue is accessible in every state', async () => {
  await using visitor = await site.open('/roundhouse-7f3k9q2x/queue');
  const { page } = visitor;
  await current(page).waitFor();
  await expect.poll(() => link(page, 'Log').getAttribute('href')).toBe('/roundhouse-7f3k9q2x/log');
  await callApi(page, 'POST', `/admin/reject/${await currentId(page)}`, moderationReceipt);
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
  // What has the focus is not behind the bar.
  const all = page.locator('.queue_aside a, footer a');
  for (const each of await all.all()) {
    await each.focus();
    const [focus, above] = [await each.boundingBox(), await bar.boundingBox()];
    if (focus === null || above === null) throw new Error('Not drawn');
    const isClear = focus.y + focus.height <= above.y || focus.y >= above.y + above.height;
    expect(isClear, await each.innerText()).toBe(true);
  }
  await doubleText(page);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('at the end the skipped facts are offered again, an empty queue says so, and a failure can be tried again', async () => {
  await using ownSite = await openDashboardSite(pendingFacts().slice(0, PUBLISHED + 2));
  await using visitor = await ownSite.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await page.route('**/api/v1/admin/queue?*', (route) =>
    route.fulfill({ status: 500, json: { detail: 'No queue today.' } }),
  );
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
  // What is over is not continued.
  await link(page, 'Log').click();
  await page.getByLabel('Moderator').waitFor();
  await link(page, 'Review queue').click();
  await shows(page, 'Nothing to review.');
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('after another moderator was faster the queue goes on twenty facts further, and those between come at the end if they are still pending', async () => {
  await using ownSite = await openDashboardSite(pendingFacts().slice(0, PUBLISHED + 25));
  await using visitor = await ownSite.open('/admin/queue');
  const { page } = visitor;
  await current(page).waitFor();
  const first = await currentId(page);
  const all = page.waitForResponse(/\/admin\/queue\?after=[1-9]/);
  await page.keyboard.press('s');
  await (await all).finished();
  for (const id of [first + 1, first + 3]) {
    await callApi(page, 'POST', `/admin/reject/${id}`, moderationReceipt);
  }
  await page.keyboard.press('a');
  await page.getByText(new RegExp(`^Fact no\\. ${first + 1}: Already rejected by you `)).waitFor();
  // What is being read stays.
  await current(page, first + 2).waitFor();
  for (const id of [first + 23, first + 24]) {
    await page.keyboard.press('s');
    await current(page, id).waitFor();
  }
  await page.keyboard.press('s');
  await button(page, 'Review the skipped 24 facts').click();
  // One that was decided meanwhile is not among them.
  for (const id of [first, first + 2, first + 4]) {
    await current(page, id).waitFor();
    await page.keyboard.press('s');
  }
});

test('a fact that is decided by another moderator while it is edited stays with what was typed, and can be saved and approved in one change', async () => {
  await using ownSite = await openDashboardSite(pendingFacts().slice(0, PUBLISHED + 3));
  await using visitor = await ownSite.open('/admin/queue');
  const { page } = visitor;
  await current(page).waitFor();
  const first = await currentId(page);
  await page.keyboard.press('e');
  const field = page.getByRole('textbox');
  await field.fill('What took a while to write.');
  await callApi(page, 'POST', `/admin/reject/${first}`, moderationReceipt);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('alert')
    .getByText(/^Already rejected by you .* Your text is still here: /)
    .waitFor();
  expect(await currentId(page)).toBe(first);
  await expect.poll(() => field.inputValue()).toBe('What took a while to write.');
  await page.keyboard.press('Control+Enter');
  await announces(page, `Saved fact no. ${first}.`);
  // The form does not open on the next fact.
  await current(page, first + 1).waitFor();
  await expect.poll(() => field.count()).toBe(0);
  await focused(page, page.getByRole('heading', { name: `Fact no. ${first + 1}` })).waitFor();

  await page.keyboard.press('e');
  await field.fill('Chuck Norris approves what he edits.');
  await page.keyboard.press('Control+Shift+Enter');
  await announces(page, `Approved fact no. ${first + 1}.`);
  await current(page, first + 2).waitFor();
  const { action, joke_id, after } = (await readLog(page)).at(-1) ?? {};
  expect([action, joke_id, after?.joke_text, after?.status]).toEqual([
    'approve',
    first + 1,
    'Chuck Norris approves what he edits.',
    'approved',
  ]);
});

test('two moderators with phones review the same queue: each fact is decided once, and who was late is told by whom', async () => {
  const facts = pendingFacts().slice(0, PUBLISHED + 30);
  await using ownSite = await openDashboardSite(facts);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await using one = await ownSite.open('/admin/queue', phone);
  await using other = await ownSite.open('/admin/queue', phone);
  const first = PUBLISHED + 1;
  for (const { page } of [one, other]) await current(page, first).waitFor();
  await button(one.page, 'Approve').tap();
  await sent(one.page);
  await button(other.page, 'Approve').tap();
  const told = new RegExp(`^Fact no\\. ${first}: Already approved by you `);
  await other.page.getByText(told).waitFor();
  await button(other.page, `Dismiss the notice about fact no. ${first}`).tap();
  /** Approves what is shown until nothing is left. */
  const clear = async ({ page }: typeof one) => {
    const end = page.getByRole('heading', {
      name: /^(That was the last one|Nothing to review)\.$/,
    });
    const again = page.getByRole('button', { name: /^Review the skipped / });
    for (let isOver = false; !isOver;) {
      await current(page).or(end).waitFor();
      if ((await end.count()) === 0) {
        const id = await currentId(page);
        // Two taps in a row would be a double tap.
        await page.keyboard.press('a');
        await page.locator(`.queue_fact:not([data-joke-id="${id}"])`).or(end).waitFor();
      } else if ((await again.count()) > 0) await again.tap();
      else isOver = true;
      await sent(page);
    }
  };
  await Promise.all([clear(one), clear(other)]);
  const approved = (await readLog(one.page)).map(({ action, joke_id }) => `${action} ${joke_id}`);
  const pending = facts.slice(PUBLISHED).map(({ joke_id }) => `approve ${joke_id}`);
  expect(approved.sort()).toEqual(pending.sort());
});
