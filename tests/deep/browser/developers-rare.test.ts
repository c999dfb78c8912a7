import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { focused, overflow } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

test('a developer tries calls by keyboard at 320 px', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await page.goto('/developers');
  const call = page.locator('#getJoke');
  const form = page.getByRole('form', { name: 'Try GET /jokes/{id}', exact: true });
  await expect.poll(() => form.isVisible()).toBe(false);
  await call.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const input = form.getByLabel('id');
  await focused(page, input).waitFor();
  await input.fill('3');
  await page.keyboard.press('Enter');
  await form.getByRole('status').filter({ hasText: 'GET /api/v1/jokes/3' }).waitFor();
  await expect.poll(() => form.getByRole('status').innerText()).toMatch(/\b200 in \d+ ms/);
  const response = form.getByRole('region', { name: 'Response of /api/v1/jokes/3' });
  await expect
    .poll(() => response.innerText())
    .toContain('"joke_text": "Test fact number 3 of many."');
  await expect.poll(() => form.getByRole('term').allInnerTexts()).toContain('x-request-id');

  visitor.expectConsoleError(/status of 422|ERR_INTERNET_DISCONNECTED/);
  await input.fill('none');
  await page.keyboard.press('Enter');
  await form.getByRole('status').filter({ hasText: '422 in' }).waitFor();
  await expect.poll(() => form.getByRole('region').innerText()).toContain('"path"');

  await page.locator('#getCard summary').click();
  const card = page.getByRole('form', { name: 'Try GET /cards/{id}.png' });
  await card.getByLabel('id').fill('3');
  await card.getByRole('button', { name: 'Run' }).click();
  await card.getByRole('img', { name: 'What the call returned' }).waitFor();
  const width = "document.querySelector('form img').naturalWidth";
  await expect.poll(() => page.evaluate<number>(width)).toBe(1200);

  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);

  await page.context().setOffline(true);
  await form.getByText('You are offline. A call needs a connection.').waitFor();
  await form.getByRole('button', { name: 'Run' }).click();
  await form.getByRole('status').filter({ hasText: 'can’t be reached' }).waitFor();
  await page.context().setOffline(false);
});
