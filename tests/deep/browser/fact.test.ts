import { expect, test } from 'vitest';
import { fact } from '../../support/e2e/fact-steps.ts';
import { settled } from '../../support/e2e/page-state.ts';
import { button, link, recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(6));

test('the page of a fact has neighbors only where there are any, and below them its record and facts that share its words, which are loaded when the visitor comes near', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 844 } });
  visitor.expectConsoleError(/status of 429/);
  const { page } = visitor;
  const calls = recordRequests(page, /^\/api\//);
  const neighbors = page.getByRole('navigation', { name: 'More facts' }).getByRole('link');
  const more = page.getByRole('region', { name: 'More like this' });
  /** Scrolls to the heading of the region, as a visitor would. */
  const comeNear = () => more.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded();
  await page.goto('/fact/1');
  await settled(page);
  expect(calls).toEqual([]);
  await expect.poll(() => neighbors.allTextContents()).toEqual(['No. 2 →']);
  await comeNear();
  await more.getByText('Approved on January 1, 2025.').waitFor();
  await more.getByText('Nothing else like it. Try the Top 100.').waitFor();
  expect(calls).toEqual(['/api/v1/jokes/1/related']);

  // The client does not retry a 429, so the test does not wait for retries.
  await page.route('**/related', (route) =>
    route.fulfill({ status: 429, json: { detail: 'Later.' } }),
  );
  await page.goto('/fact/6');
  await settled(page);
  await expect.poll(() => neighbors.allTextContents()).toEqual(['← No. 5']);
  await comeNear();
  await more.getByText('Error loading more facts. Please try again later.').waitFor();
  await page.unroute('**/related');
  await page.route('**/related', async (route) => {
    const answer = await page.request.get('/api/v1/jokes/newest?limit=3');
    const { jokes }: { jokes: unknown } = await answer.json();
    await route.fulfill({ json: { similar: jokes, rank: 12 } });
  });
  await button(page, 'Try again').click();
  await expect
    .poll(() => link(page, 'No. 12 of the Top 100').getAttribute('href'))
    .toBe('/top-100?page=2');
  await more.getByRole('link', { name: 'Fact no. 4' }).click();
  await fact(page, 4).getByText('Test fact number 4 of many.', { exact: true }).waitFor();
});
