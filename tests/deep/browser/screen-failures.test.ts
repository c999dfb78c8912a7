import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../../support/e2e/axe.ts';
import { overflow } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** The screens that load data when they are opened by a link. */
const SCREENS = ['/', '/top-100', '/newest', '/random'] as const;

const site = useSite(numberedJokes(3));

// The client does not retry a 429, so the test does not wait for retries.
const fail = (route: Route) => route.fulfill({ status: 429, json: { detail: 'Later.' } });

test.each([...SCREENS, '/setup-admin'])(
  '%s, opened offline, loads automatically once online',
  async (path) => {
    await using visitor = await site.visit();
    visitor.expectConsoleError(/status of 429/);
    const { page } = visitor;
    await page.addInitScript(
      "Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })",
    );
    await page.route('**/api/v1/**', fail);
    if (path === '/setup-admin') {
      await page.goto(path);
    } else {
      // By its link, because a page that the server renders already contains its data.
      await page.goto('/about');
      await page.locator(`a[href="${path}"]`).first().click();
    }
    const alert = page.getByRole('alert');
    await alert.getByText('This loads automatically when you are back online.').waitFor();

    await page.unroute('**/api/v1/**');
    await page.evaluate(`delete navigator.onLine; window.dispatchEvent(new Event('online'))`);
    await alert.waitFor({ state: 'detached' });
    if (path === '/setup-admin') await page.getByLabel('Username').waitFor();
    else await page.getByRole('article').first().waitFor();
  },
);

const SCRIPT = '**/assets/submit-screen-*.js';

async function openSubmit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Submit' }).click();
}

test.each([
  {
    name: 'fails to render',
    body: 'export default () => { throw new Error("Nothing to draw with"); };',
    status: 200,
    reported: /Nothing to draw with/,
  },
  // Simulates a deployment that removed the script.
  {
    name: 'cannot load its script',
    body: 'gone',
    status: 404,
    reported: /404|dynamically imported/,
  },
])(
  'a screen that $name shows an error, the other screens work, and reloading fixes it',
  async ({ body, status, reported }) => {
    await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
    visitor.expectConsoleError(reported);
    const { page } = visitor;
    await page.route(SCRIPT, (route) =>
      route.fulfill({ status, body, contentType: 'text/javascript' }),
    );
    await page.goto('/');
    await openSubmit(page);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await expect.poll(() => alert.innerText()).toContain('Reloading it usually helps.');
    await expect.poll(() => findViolations(page)).toEqual([]);
    await expect.poll(() => overflow(page)).toBe(0);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Newest' }).click();
    await page.getByText('Test fact number 1 of many.').waitFor();
    await expect.poll(() => alert.count()).toBe(0);

    await openSubmit(page);
    await page.unroute(SCRIPT);
    await alert.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Submit a Fact' }).waitFor();
  },
);
