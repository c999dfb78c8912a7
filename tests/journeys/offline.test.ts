import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { jokeCalls, paths } from '../../web/src/paths.ts';
import { anotherLink, facts } from '../support/e2e/fact-steps.ts';
import { isSaved, openHomeWithWorker, reportOffline } from '../support/e2e/offline-steps.ts';
import { shows } from '../support/e2e/page-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const site = useSite(numberedJokes(45));

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const NEEDS_CONNECTION = 'This screen needs a connection';

test('after one visit to the home page a visitor starts the site offline and reads every public screen', async () => {
  const { page } = await openHomeWithWorker(site);
  const banner = page.getByRole('status').getByText(/^You are offline\./);
  await expect.poll(() => banner.count()).toBe(0);
  for (const list of [jokeCalls.page(1).url, jokeCalls.top.url, jokeCalls.newest.url]) {
    await isSaved(page, list);
  }
  await page.context().setOffline(true);

  await page.goto('/');
  await shows(page, 'Page 1 of 3');
  await expect.poll(() => facts(page).count()).toBe(20);
  await reportOffline(page);
  await banner.waitFor();

  await page.goto(paths.top);
  await shows(page, 'Page 1 of 5');
  await expect.poll(() => facts(page).count()).toBe(10);
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByText('The latest approved Chuck Norris Facts!').waitFor();
  await expect.poll(() => facts(page).count()).toBe(40);

  await page.goto('/fact/44');
  await shows(page, 'Test fact number 44 of many.');
  await expect
    .poll(() => page.title())
    .toBe('Test fact number 44 of many – Fact no. 44 | Chuck Norris Facts');
  await page.goto(paths.random);
  const fact = page.getByRole('article');
  await fact.waitFor();
  const first = await fact.getAttribute('aria-label');
  await anotherLink(page).click();
  await expect.poll(() => fact.getAttribute('aria-label')).not.toBe(first);

  for (const [path, name] of [
    [paths.submit, 'Submit a Fact'],
    [paths.about, 'About Chuck Norris Facts'],
    [paths.factsArchive, 'Facts Archive'],
    [paths.history, 'The History of Chuck Norris Facts'],
    ['/no/such/page', 'Page Not Found'],
    // The browser saves nothing of these.
    [paths.search, NEEDS_CONNECTION],
    [paths.login, NEEDS_CONNECTION],
    [paths.admin, NEEDS_CONNECTION],
    [paths.hiddenAdmin, NEEDS_CONNECTION],
    [paths.setupAdmin, NEEDS_CONNECTION],
  ] as const) {
    // A page whose script is missing may be reloaded once.
    await page.goto(path, { waitUntil: 'commit' });
    await title(page, name).waitFor();
  }
});
