import { expect, test } from 'vitest';
import { smoke } from '../../../scripts/smoke.ts';
import { isAdminPath, paths } from '../../../web/src/paths.ts';
import { clipboardText, settled } from '../../support/e2e/page-state.ts';
import { announces, recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes, unapproved } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** Fact 3 is rejected, and fact 5 has as many votes as show the separator of thousands. */
const site = useSite(
  numberedJokes(25).map((joke) => {
    const { joke_id: id } = joke;
    if (id === 5) return { ...joke, histogram: [0, 0, 0, 1234, 0], tags: ['food'] };
    return id === 3 ? unapproved(joke, 'rejected') : joke;
  }),
);

test('search engines must not list the login and admin screens', async () => {
  for (const path of Object.values(paths).filter(isAdminPath)) {
    const page = await fetch(site.origin + path);
    expect(await page.text(), path).toContain('<meta name="robots" content="noindex"');
  }
});

// React reports a page that it can't hydrate as an error, which fails the visitor.

test('a page with facts hydrates without an error or a request, whatever the browser’s language, zone and storage', async () => {
  const options = { locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' };
  const { page, expectConsoleError } = await site.visit(options);
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark');
    navigator.share = () => Promise.resolve();
    // What Random's page carries to be shown next may be a rated fact; then it asks for another.
    const votes = location.pathname === '/random' ? '{}' : '{"2":5,"5":4,"25":1}';
    localStorage.setItem('votedJokes', votes);
  });
  expectConsoleError(/status of 404/);
  // What was stored before the voter's cookie was moved makes the page ask for that, once.
  const calls = recordRequests(page, /^\/api\/(?!v1\/ratings\/cookie)/);
  for (const [path, facts] of [
    ['/', 21],
    ['/top-100?page=2', 10],
    ['/newest', 24],
    ['/tag/food', 1],
    ['/random', 1],
    ['/search?q=fact', 20],
    ['/fact/5', 1],
    ['/daily', 1],
    ['/submit', 0],
    ['/about', 0],
    ['/no-such-page', 0],
  ] as const) {
    await page.goto(path);
    await settled(page);
    await expect.poll(() => page.getByRole('article').count(), { message: path }).toBe(facts);
    if (path !== '/fact/5') continue;
    // The visitor's language has another separator of thousands; the site is in English.
    await page.getByText('1,234 votes').waitFor();
    await page.getByText('✓ Voted!').waitFor();
  }
  expect(calls).toEqual([]);
});

test('a developer copies an example', async () => {
  const { page } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/developers');
  await page.getByRole('button', { name: 'Copy A random fact, in curl' }).click();
  await announces(page, 'Copied: A random fact, in curl');
  const copied = await clipboardText(page);
  const program = page.getByRole('region', { name: 'A random fact, in curl' });
  expect(copied).toBe(await program.innerText());
});

test('the smoke test of a deployment passes on this site', async () => {
  for await (const finding of smoke(site.origin)) expect(finding).toMatchObject({ passed: true });
});

// That the pages with facts have them is proved above, without a request.
test('without JavaScript every other screen reads in full, and no control is shown that needs it', async () => {
  const scripted = await site.visit();
  const { page } = await site.visit({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const controls = page.locator('button:visible, input:visible, textarea:visible');
  for (const path of ['/about', '/privacy', '/facts-archive', '/history']) {
    await Promise.all([scripted.page.goto(path), page.goto(path)]);
    const text = await scripted.page.getByRole('main').innerText();
    expect(text.length, path).toBeGreaterThan(500);
    expect(await page.getByRole('main').innerText(), path).toBe(text);
    expect(await controls.count(), path).toBe(0);
  }

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
