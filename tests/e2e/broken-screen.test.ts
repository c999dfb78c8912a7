import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { overflow } from './page-state.ts';
import { numberedJokes, openSite, type Site } from './site.ts';

const SCRIPT = '**/assets/submit-screen-*.js';

let site: Site;
beforeAll(async () => {
  site = await openSite(numberedJokes(1));
});
afterAll(() => site[Symbol.asyncDispose]());

const failures = [
  {
    name: 'fails to draw',
    body: 'export default () => { throw new Error("Nothing to draw with"); };',
    status: 200,
    reported: /Nothing to draw with/,
  },
  // As after a deployment that removed it.
  { name: 'has lost its script', body: 'gone', status: 404, reported: /404|dynamically imported/ },
];

async function openSubmit(page: Page): Promise<void> {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'Submit' }).click();
}

test.each(failures)(
  'a screen that $name says so in plain words, and reloading it helps',
  async ({ body, status, reported }) => {
    await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
    visitor.expectConsoleError(reported);
    const { page } = visitor;
    await page.route(SCRIPT, (route) =>
      route.fulfill({ status, body, contentType: 'text/javascript' }),
    );
    await openSubmit(page);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(await alert.innerText()).toContain('Reloading it usually helps.');
    expect(await findViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await page.unroute(SCRIPT);
    await alert.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Submit a Fact' }).waitFor();
  },
);

test('the rest of the site goes on beside a screen that failed', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/Nothing to draw with/);
  const { page } = visitor;
  await page.route(SCRIPT, (route) =>
    route.fulfill({ body: failures[0]?.body ?? '', contentType: 'text/javascript' }),
  );
  await openSubmit(page);
  await page.getByRole('alert').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Newest' }).click();
  await page.getByText('Test fact number 1 of many.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
