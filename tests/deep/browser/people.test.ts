import { expect, test } from 'vitest';
import { openContext } from '../../../local/seed/open-context.ts';
import { functionEnvironment } from '../../../local/stack/function/cloud-function.ts';
import { createServices } from '../../../functions/src/services.ts';
import { paths } from '../../../web/src/paths.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { signIn } from '../../support/e2e/administrator.ts';
import { dialog, dialogButton, openPasswordDialog } from '../../support/e2e/dialog-steps.ts';
import { overflow, setWidth } from '../../support/e2e/page-state.ts';
import { announces, button, link, shows } from '../../support/e2e/page-steps.ts';
import { current } from '../../support/e2e/queue-steps.ts';
import { PENDING, pendingFacts, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const PASSWORD = 'staple of the queue';

const site = useDashboardSite(pendingFacts());

test('an owner invites a moderator, who chooses a password, reviews other facts and is disabled', async () => {
  await using owner = await site.open('/admin/queue', PHONE);
  await current(owner.page, PUBLISHED + 1).waitFor();
  await owner.page.goto('/admin/people');
  await owner.page.getByLabel('Invite a moderator').fill('anna');
  await button(owner.page, 'Invite').click();
  const link = await owner.page.getByLabel('The link for anna').inputValue();
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  await expect.poll(() => overflow(owner.page)).toBe(0);
  await expect.poll(() => findFaults(owner.page)).toEqual([]);

  await using anna = await site.visit(PHONE);
  const requested: string[] = [];
  anna.page.on('request', (request) => {
    requested.push(request.url(), request.headers()['referer'] ?? '');
  });
  await anna.page.goto(link);
  await expect.poll(() => findFaults(anna.page)).toEqual([]);
  await anna.page.getByLabel('Password', { exact: true }).fill('short');
  await anna.page.getByLabel('Confirm Password').fill('short');
  await button(anna.page, 'Save Password').click();
  await anna.page.getByText('Password must be at least 8 characters long').waitFor();
  await anna.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await anna.page.getByLabel('Confirm Password').fill(PASSWORD);
  await button(anna.page, 'Save Password').click();
  await anna.page.waitForURL(paths.login);
  // Neither an address nor a referrer has the secret.
  expect(requested.join('\n')).not.toContain(token);
  await anna.page.getByLabel('Username').fill('anna');
  await anna.page.getByLabel('Password').fill(PASSWORD);
  await button(anna.page, 'Login').click();
  await anna.page.waitForURL(paths.hiddenAdmin);
  await anna.page.goto('/admin/queue');
  await current(anna.page, PUBLISHED + 21).waitFor();
  await anna.page.getByText('owner has 20 facts').waitFor();
  await anna.page.goto('/admin/people');
  await anna.page.getByText('anna, you').waitFor();
  await expect.poll(() => button(anna.page, 'Invite').count()).toBe(0);

  await owner.page.reload();
  await button(owner.page, 'Disable anna').click();
  await announces(owner.page, 'Done.');
  await shows(owner.page, 'Disabled');
  anna.expectConsoleError(/401/);
  await anna.page.reload();
  await anna.page.waitForURL(paths.login);
});

test('a link that was used says so', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/403/);
  await visitor.page.goto(`${paths.invitation}#name=anna&token=used`);
  await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.page.getByLabel('Confirm Password').fill(PASSWORD);
  await button(visitor.page, 'Save Password').click();
  await shows(
    visitor.page,
    'This invitation has expired or was already used. Please ask for a new one.',
  );
});

test('an administrator ends other sessions where the password is changed', async () => {
  const other = await signIn(site.origin);
  await using visitor = await site.open('/admin', PHONE, await signIn(site.origin));
  const { page } = visitor;
  await openPasswordDialog(page);
  await dialog(page, 'Change Password').getByText(', this one').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await dialogButton(page, 'End all others').click();
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${other}` };
      return (await fetch(`${site.origin}/api/v1/admin/me`, { headers })).status;
    })
    .toBe(401);
  await dialogButton(page, 'End all others').waitFor({ state: 'detached' });
});

/** Yesterday somebody submitted a fact and two browsers voted; the owner rejected it. */
async function spendYesterday(): Promise<string> {
  const context = await openContext(
    functionEnvironment({ firestore: site.firestoreHost, storage: site.firestoreHost, auth: null }),
  );
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000);
  const services = createServices({ ...context, clock: () => yesterday.getTime() });
  const { joke_id } = await services.submissions.submit('Chuck Norris already rejected this.');
  for (const voter of ['one', 'two']) await services.ratings.add(1, voter, { stars: 4, group: 1 });
  const owner = { provider: 'password', username: 'owner' } as const;
  const { results } = await services.moderation.moderate(owner, {
    action: 'reject',
    joke_ids: [joke_id],
    reason: 'not_funny',
  });
  // The log's own times are Firestore's.
  await context.db.doc(`audit/${results[0]?.audit_id}`).update({ at: yesterday });
  await context.db.terminate();
  return yesterday.toISOString().slice(0, 10);
}

test('a moderator sees what waits, and what was submitted, voted and decided, as charts and tables', async () => {
  const yesterday = await spendYesterday();
  await using visitor = await site.open('/admin/people', PHONE, await signIn(site.origin));
  const { page } = visitor;
  // Somebody else is the first to look.
  const days = { waiting: PENDING, oldest_at: null, counting: true, days: [] };
  await page.route('**/api/v1/admin/numbers', (route) => route.fulfill({ json: days }), {
    times: 1,
  });
  await link(page, 'Numbers').click();
  await shows(page, 'The last days are being counted. They appear in a moment...');
  const votes = page.getByRole('region', { name: 'Votes', exact: true });
  await votes.getByRole('img', { name: 'By day. Votes: 2. At most 2 on a day.' }).waitFor();
  await link(page, `${PENDING} facts wait`).waitFor();
  for (const said of ['Submitted: 1', 'Approved: 0, Rejected: 1', 'owner: 1', 'Not funny: 1']) {
    const name = `By day. ${said}. At most 1 on a day.`;
    await page.getByRole('img', { name, exact: true }).waitFor();
  }
  const rows = votes.getByRole('row');
  await expect.poll(() => rows.count()).toBe(0);
  await votes.getByText('As a table').press('Enter');
  await expect.poll(() => rows.count()).toBe(1 + 28 + 1);
  const row = rows.filter({ has: page.locator(`[datetime="${yesterday}"]`) });
  await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual(['2']);
  await setWidth(page, 320);
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);

  await link(page, 'People').click();
  await page.getByText('owner, you').waitFor();
  visitor.expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await link(page, 'Numbers').click();
  await page.getByText(/^Error: /).waitFor();
  await page.context().setOffline(false);
  await votes.waitFor();
});
