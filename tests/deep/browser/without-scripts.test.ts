import { expect, test } from 'vitest';
import { overflow } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3).map((joke) => ({ ...joke, tags: ['food'] })));

// The journey reads the pages of the home list, the Top 100 and Random.
test('without JavaScript every other screen reads in full, and no control is shown that needs it', async () => {
  await using scripted = await site.visit();
  await using visitor = await site.visit({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const { page } = visitor;
  const controls = page.locator('button:visible, input:visible, textarea:visible');
  for (const path of ['/about', '/privacy', '/facts-archive', '/history']) {
    await Promise.all([scripted.page.goto(path), page.goto(path)]);
    const text = await scripted.page.getByRole('main').innerText();
    expect(text.length, path).toBeGreaterThan(500);
    expect(await page.getByRole('main').innerText(), path).toBe(text);
    expect(await controls.count(), path).toBe(0);
  }
  for (const [path, facts] of [
    ['/newest', 3],
    ['/daily', 1],
    ['/tag/food', 3],
    ['/fact/2', 1],
    ['/search?q=test', 3],
  ] as const) {
    await page.goto(path);
    expect(await page.getByRole('article').count(), path).toBe(facts);
    expect(await page.getByText('4.0/5', { exact: true }).count(), path).toBe(facts);
  }
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect
    .poll(() => menu.allInnerTexts())
    .toEqual(['Top 100', 'Newest', 'Submit', 'Search', 'Login']);
  expect(await overflow(page)).toBe(0);

  // Playwright's text selectors skip noscript elements.
  const note = page.locator('.no-script:visible');
  for (const [path, needs] of [
    ['/submit', 'Submitting needs JavaScript'],
    ['/login', 'Signing in and approving facts need'],
    ['/admin', 'Signing in and approving facts need'],
    ['/setup-admin', 'Signing in and approving facts need'],
  ] as const) {
    await page.goto(path);
    expect(await note.innerText(), path).toContain(needs);
    expect(await controls.count(), path).toBe(0);
  }
});
