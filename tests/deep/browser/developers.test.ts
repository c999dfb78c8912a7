import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

test('a developer finds a call by keyboard at 320 px, and opens an example of it', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await page.goto('/developers');
  const call = page.locator('#getJoke');
  const example = call.getByRole('link', { name: 'Open /jokes/' });
  await expect.poll(() => example.isVisible()).toBe(false);
  await call.locator('summary').focus();
  await page.keyboard.press('Enter');
  await example.waitFor();
  expect(await example.getAttribute('href')).toMatch(/^\/api\/v1\/jokes\/\d+$/);

  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  await expect.poll(() => overflow(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

test('without JavaScript, an example, every language and the reference are readable', async () => {
  await using plain = await site.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto('/developers');
  const call = page.locator('#listJokes');
  await call.locator('summary').click();
  await expect.poll(() => call.innerText()).toMatch(/Jokes on a page.*curl .*"per_page": 20/s);
  const random = await page.locator('#random').innerText();
  expect(random).toMatch(/"joke_text": ".*curl --silent.*await fetch.*urlopen/s);
  await page.getByRole('link', { name: 'Errors' }).click();
  expect(new URL(page.url()).hash).toBe('#errors');
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
  await page.locator('#getJoke summary').click();
  await page.getByRole('button', { name: 'Copy The request getJoke' }).click();
  await announces(page, 'Copied: The request getJoke');
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^curl "https?:\S+\/api\/v1\/jokes\/42"$/,
  );

  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await page.getByRole('button', { name: 'Copy Bodies of errors' }).click();
  await page.getByRole('button', { name: '✗ Not copied Bodies of errors' }).waitFor();
  await announces(page, 'copy it by hand');
});
