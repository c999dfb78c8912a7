import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { signIn } from '../../support/e2e/administrator.ts';
import { dialog, dialogButton, openPasswordDialog } from '../../support/e2e/dialog-steps.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { announces, button, shows } from '../../support/e2e/page-steps.ts';
import { current } from '../../support/e2e/queue-steps.ts';
import { pendingFacts, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const PASSWORD = 'staple of the queue';

const site = useDashboardSite(pendingFacts());

test('an owner invites a moderator, who chooses a password, reviews facts and is disabled', async () => {
  await using owner = await site.open('/admin/people', PHONE);
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
  await current(anna.page, PUBLISHED + 1).waitFor();
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
