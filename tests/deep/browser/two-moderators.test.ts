import { expect, test } from 'vitest';
import { pendingFacts, PENDING, PUBLISHED } from '../../support/e2e/queue-site.ts';
import { current, currentId, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const site = useDashboardSite(pendingFacts());

test('two moderators on phones clear 300 facts, and the log has one decision about each, which one of them pressed', async () => {
  await using one = await site.open('/admin/queue', PHONE);
  await using other = await site.open('/admin/queue', PHONE);

  const pressed = new Map<number, Set<string>>();
  const clear = async ({ page }: typeof one): Promise<void> => {
    const end = page.locator('.queue-end');
    for (let count = 0; ; count += 1) {
      await current(page).or(end).first().waitFor();
      if (await end.isVisible()) {
        await sent(page);
        return;
      }
      const joke_id = await currentId(page);
      const rejects = count % 3 === 2;
      await page.keyboard.press(rejects ? 'r' : 'a');
      if (rejects) {
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('4');
      }
      const actions = pressed.get(joke_id) ?? new Set();
      pressed.set(joke_id, actions.add(rejects ? 'reject' : 'approve'));
      await current(page, joke_id).waitFor({ state: 'detached' });
      await sent(page);
    }
  };
  await Promise.all([clear(one), clear(other)]);

  const log = await readLog(one.page);
  const all = Array.from({ length: PENDING }, (_, index) => PUBLISHED + 1 + index);
  expect(log.map(({ joke_id }) => joke_id).sort((a, b) => a - b)).toEqual(all);
  for (const { joke_id, action } of log) expect(pressed.get(joke_id)).toContain(action);
});
