import { expect, test } from 'vitest';
import { accessToken, admin, invitation } from '../../../functions/src/contract/index.ts';
import { ADMIN } from '../../support/e2e/administrator.ts';
import { pendingFacts, PENDING, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { callApi, current, currentId, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ANNA = { username: 'anna', password: 'staple of the queue' };

const site = useDashboardSite(pendingFacts());

test('two moderators on phones clear 300 facts without meeting the same one, and the log has exactly what they pressed', async () => {
  await using owner = await site.open('/admin/queue', PHONE);
  const { url } = await callApi(owner.page, 'POST', '/admin/invitations', invitation, {
    username: ANNA.username,
  });
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token');
  await callApi(owner.page, 'POST', '/admin/invitations/accept', admin, { ...ANNA, token });
  const login = await owner.page.request.post('/api/v1/admin/login', { form: ANNA });
  const { access_token } = accessToken.parse(await login.json());
  await using anna = await site.open('/admin/queue', PHONE, access_token);

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
  await Promise.all([clear(owner.page, ADMIN.username), clear(anna.page, ANNA.username)]);

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
