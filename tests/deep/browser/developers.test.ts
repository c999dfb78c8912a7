import { expect, test } from 'vitest';
import { fontsLoaded, layoutShift } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

test('without JavaScript, an example answer, every language and the reference are readable, and there is nothing to operate', async () => {
  await using plain = await site.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto('/developers');
  const call = page.locator('#listJokes');
  await call.locator('summary').click();
  await expect.poll(() => call.innerText()).toContain('Jokes on a page');
  const random = await page.locator('#random').innerText();
  expect(random).toMatch(/An example.*"joke_text": ".*curl --silent.*await fetch.*urlopen/s);
  await expect.poll(() => page.locator('main').getByRole('button').count()).toBe(0);
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  await page.getByRole('link', { name: 'Errors' }).click();
  expect(new URL(page.url()).hash).toBe('#errors');
});

test('a developer sees a live answer and gets another; a failure and a lost connection are said, and the answer stays', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_INTERNET_DISCONNECTED/);
  // The answer arrives after the fonts, which may move the menu.
  const { promise: fonts, resolve: answerNow } = Promise.withResolvers<void>();
  await page.route('**/api/v1/jokes/random', async (route) => {
    await fonts;
    await route.continue();
  });
  await page.goto('/developers');
  const live = page.locator('#random');
  const answer = live.getByRole('region', { name: 'Response of /api/v1/jokes/random' });
  const another = live.getByRole('button', { name: 'Get another' });
  await live.getByText('An example').waitFor();
  await fontsLoaded(page);
  const before = await layoutShift(page);
  answerNow();
  await answer.filter({ hasText: /Test fact number \d of many/ }).waitFor();
  await live.getByText(/^200 in \d+ ms$/).waitFor();
  expect(await layoutShift(page)).toBe(before);

  await page.unroute('**/api/v1/jokes/random');
  const fixed = { joke_id: 7, joke_text: 'The one after it.' };
  await page.route('**/api/v1/jokes/random', (route) => route.fulfill({ json: fixed }));
  await another.click();
  await answer.filter({ hasText: 'The one after it.' }).waitFor();
  await announces(page, '200 in');

  await page.unroute('**/api/v1/jokes/random');
  await page.route('**/api/v1/jokes/random', (route) => route.abort());
  visitor.expectConsoleError(/ERR_FAILED/);
  await another.click();
  await live.getByRole('alert').getByText('can’t be reached').waitFor();
  await expect.poll(() => answer.innerText()).toContain('The one after it.');

  await page.context().setOffline(true);
  await live.getByRole('alert').getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await page.unroute('**/api/v1/jokes/random');
  await another.click();
  await answer.filter({ hasText: 'Test fact' }).waitFor();
});

test('a developer copies an example, and learns if the browser refuses', async () => {
  await using visitor = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await page.goto('/developers');
  await page.getByRole('button', { name: 'Copy A random fact, in curl' }).click();
  await announces(page, 'Copied: A random fact, in curl');
  const copied = await page.evaluate('navigator.clipboard.readText()');
  const program = page.getByRole('region', { name: 'A random fact, in curl' });
  expect(copied).toBe(await program.innerText());

  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await page.getByRole('button', { name: 'Copy Bodies of errors' }).click();
  await page.getByRole('button', { name: '✗ Not copied Bodies of errors' }).waitFor();
  await announces(page, 'copy it by hand');
});
