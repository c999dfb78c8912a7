import { beforeAll, expect, test } from 'vitest';
import { ADMIN, createAdmin } from '../../support/e2e/administrator.ts';
import { pendingFacts, PENDING, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { current, currentId, readLog, sent } from '../../support/e2e/queue-steps.ts';
import {
  chooseAdminAccount,
  logInAsAdmin,
  showsDashboard,
} from '../../support/e2e/sign-in-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const GOOGLE = 'admin@example.com';

const site = useSite(pendingFacts(), { auth: true });
beforeAll(() => createAdmin(site.origin));

test('two moderators on phones clear 300 facts without meeting the same one, and the log has exactly what they pressed', async () => {
  await using owner = await site.visit(PHONE);
  await logInAsAdmin(owner.page);
  await owner.page.goto('/admin/queue');
  await using other = await site.visit(PHONE);
  await chooseAdminAccount(other.page);
  await showsDashboard(other.page);
  await other.page.goto('/admin/queue');

  const pressed: { username: string; action: string; joke_id: number }[] = [];
  const clear = async (page: typeof owner.page, username: string) => {
    const end = page.locator('.queue-end');
    for (let count = 0; ; count += 1) {
      await current(page).or(end).waitFor();
      if (await end.isVisible()) return sent(page);
      const joke_id = await currentId(page);
      const rejects = count % 3 === 2;
      await page.keyboard.press(rejects ? 'r' : 'a');
      if (rejects) {
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('4');
      }
      pressed.push({ username, action: rejects ? 'reject' : 'approve', joke_id });
      await current(page, joke_id).waitFor({ state: 'detached' });
    }
  };
  await Promise.all([clear(owner.page, ADMIN.username), clear(other.page, GOOGLE)]);

  const byId = (a: { joke_id: number }, b: { joke_id: number }) => a.joke_id - b.joke_id;
  const all = Array.from({ length: PENDING }, (_, index) => PUBLISHED + 1 + index);
  expect(pressed.toSorted(byId).map(({ joke_id }) => joke_id)).toEqual(all);
  const logged = (await readLog(owner.page)).map(({ actor, action, joke_id }) => ({
    username: actor.username,
    action,
    joke_id,
  }));
  expect(logged.toSorted(byId)).toEqual(pressed.toSorted(byId));
  expect(new Set(pressed.map(({ username }) => username)).size).toBe(2);
});
