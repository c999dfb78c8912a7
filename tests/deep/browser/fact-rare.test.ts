import { expect, test } from 'vitest';
import { settled } from '../../support/e2e/page-state.ts';
import { shows, recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(
  numberedJokes(6).map((joke) =>
    joke.joke_id === 3
      ? { ...joke, status: 'pending', histogram: [0, 0, 0, 0, 0], approved_at: null }
      : joke,
  ),
);

test('a URL without a number shows Page Not Found, and an invalid number makes no API call', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of (404|422)/);
  const calls = recordRequests(page, /^\/api\//);
  const invalidIds = ['abc', '0', '-2', '1e3', '2.0', '1234567890'];
  for (const segment of [...invalidIds, '2/more']) {
    const response = await page.goto(`/fact/${segment}`);
    expect(response?.status(), segment).toBe(404);
    await page.getByRole('heading', { name: 'Page Not Found', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Page Not Found | Chuck Norris Facts');
    expect(await response?.text()).not.toContain('Test fact');
    if (!invalidIds.includes(segment)) continue;
    await settled(page);
    expect(calls, segment).toEqual([]);
  }
  await page.getByRole('link', { name: 'Back to the facts' }).click();
  await shows(page, 'Page 1 of 1');
});
