import { expect, test } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { findFaults } from '../../support/e2e/axe.ts';
import { isImageLoaded } from '../../support/e2e/images.ts';
import { announces, button, dialog, dialogButton, hold } from '../../support/e2e/page-steps.ts';
import { current, currentId, readLog, sent } from '../../support/e2e/queue-steps.ts';
import { numberedJokes, unapproved } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** Facts 1 to 44 are about food, the even ones safe; 45 to 50 are pending. */
const JOKES = numberedJokes(50).map((joke): SeedJoke => {
  const { joke_id: id } = joke;
  if (id <= 44) return { ...joke, tags: ['food'], safe: id % 2 === 0 };
  const joke_text = `Chuck Norris shot number ${id} at a casino with a bear.`;
  return unapproved({ ...joke, joke_text });
});
const site = useSite(JOKES);

test('a moderator corrects what the word list suggests for a pending fact while editing it, and approves that', async () => {
  const { page } = await site.open('/admin/queue');
  await current(page).waitFor();
  const id = await currentId(page);
  await page.getByText('Tags: Animals').waitFor();
  await current(page).getByText('Not for children').waitFor();
  await page.keyboard.press('e');
  const choice = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name });
  await expect.poll(() => choice('Animals').isChecked()).toBe(true);
  await choice('Movies and arts').check();
  await choice('Not for children').uncheck();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await announces(page, `Approved fact no. ${id}.`);
  await sent(page);
  const { after, joke_id } = (await readLog(page)).at(-1) ?? {};
  // Nobody had said before that it is not.
  expect([joke_id, after?.tags, after?.safe]).toEqual([id, ['animals', 'movies'], undefined]);
});

test('a moderator tags the selected facts at once, and sees that in the log', async () => {
  const { page } = await site.open('/admin?status=approved&sort=date_asc');
  for (const id of [1, 2]) {
    await page.getByRole('checkbox', { name: `Select fact no. ${id}`, exact: true }).check();
  }
  await button(page, 'Tag 2…').click();
  await dialog(page, 'Tags of 2 facts').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.getByRole('group', { name: 'Add' }).getByLabel('World history').check();
  await page.getByRole('group', { name: 'Remove' }).getByLabel('Food').check();
  const notForChildren = page.getByRole('dialog').getByLabel('Not for children');
  await page.getByRole('dialog').locator(':indeterminate').waitFor();
  await notForChildren.check();
  await dialogButton(page, 'Save').click();
  await announces(page, 'Tagged 2 facts.');
  await sent(page);
  const tagged = (await readLog(page)).slice(-2).map(({ after }) => after);
  // One of them was not for children before.
  expect(tagged).toEqual([{ tags: ['history'] }, { tags: ['history'], safe: false }]);

  await page.goto('/admin/log?fact=2');
  await page.getByText('Show the 2 facts').click();
  await page.getByText('Tags: Food → World history').first().waitFor();
  await page.getByText('Not for children: No → Yes').waitFor();
});

const imageSite = useSite(numberedJokes(1));

test('on Random an administrator can generate a missing image, and in the Top 100 also, asked first, replace one', async () => {
  const { page, alerts } = await imageSite.open('/random');
  await button(page, 'Generate Image of fact no. 1').waitFor();
  await page.goto('/top-100');
  const imageUrl = async () => {
    const src = await page.getByRole('img', { name: /^Illustration/ }).getAttribute('src');
    return new URL(src ?? '', imageSite.origin);
  };
  const generate = '**/api/v1/images/generate/**';
  const first = await hold(page, generate);
  await button(page, 'Generate Image of fact no. 1').click();
  await button(page, 'Generating... of fact no. 1').waitFor();
  await (await first()).continue();
  await button(page, 'Regenerate Image of fact no. 1').waitFor();
  await expect.poll(() => isImageLoaded(page, 1)).toBe(true);
  const before = await imageUrl();
  // The public URL, because the page may stay open after a signed URL expires.
  expect(before.search).toMatch(/^\?t=\d+$/);

  const second = await hold(page, generate);
  await button(page, 'Regenerate Image of fact no. 1').click();
  await button(page, 'Regenerating... of fact no. 1').waitFor();
  await expect.poll(() => findFaults(page)).toEqual([]);
  await (await second()).continue();
  await button(page, 'Regenerate Image of fact no. 1').waitFor();
  await expect.poll(async () => (await imageUrl()).pathname).not.toBe(before.pathname);
  await page.goto('/random');
  await expect.poll(() => isImageLoaded(page, 1)).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /generat/i }).count()).toBe(0);
  expect(alerts).toEqual([expect.stringContaining('It replaces the current one')]);
});
