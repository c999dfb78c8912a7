import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Renderer } from '../../../functions/src/contract/renderer.ts';
import { root } from '../../../local/stack/firebase-json.ts';
import { isAdminPath, paths } from '../../../web/src/paths.ts';
import { settled } from '../../support/e2e/page-state.ts';
import { recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const STORIES = ['/about', '/privacy', '/facts-archive', '/history'] as const;
const PUBLIC = ['/', '/top-100', '/daily', '/newest', '/random', '/submit', ...STORIES] as const;

/** Fact 3 is rejected, and fact 5 has as many votes as show the separator of thousands. */
const site = useSite(
  numberedJokes(25).map((joke) => {
    const { joke_id: id } = joke;
    if (id === 5) return { ...joke, histogram: [0, 0, 0, 1234, 0] };
    if (id !== 3) return joke;
    return { ...joke, status: 'rejected', histogram: [0, 0, 0, 0, 0], approved_at: null };
  }),
);

async function served(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(site.origin + path);
  return { status: response.status, text: await response.text() };
}

/** The first group of the only match. */
function only(text: string, pattern: RegExp): string {
  const found = Array.from(text.matchAll(pattern), ([, content]) => content ?? '');
  expect(found, String(pattern)).toHaveLength(1);
  return found[0] ?? '';
}

const titleOf = (html: string) => only(html, /<title>([^<]+)<\/title>/g);
const metaOf = (html: string, key: string) =>
  only(html, new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)" ?/>`, 'g'));

test('each page has its own title, description, canonical URL and social card', async () => {
  const seen = new Set<string>();
  const paths = [...PUBLIC, '/fact/2'];
  for (const path of paths) {
    const { text } = await served(path);
    const title = titleOf(text);
    const description = metaOf(text, 'description');
    seen.add(title).add(description);
    expect(metaOf(text, 'og:title')).toBe(title);
    expect(metaOf(text, 'og:description')).toBe(description);
    const canonical = new URL(only(text, /<link rel="canonical" href="([^"]+)"\/>/g));
    expect(canonical.pathname).toBe(path);
    expect(metaOf(text, 'og:url')).toBe(canonical.href);
    const card = new URL(metaOf(text, 'og:image'));
    expect(card.origin).toBe(canonical.origin);
    const image = await fetch(site.origin + card.pathname);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(text).not.toContain('noindex');
  }
  expect(seen.size).toBe(2 * paths.length);
});

test('robots.txt allows cards and images, but not the rest of the API', async () => {
  const { text } = await served('/robots.txt');
  const rules = Array.from(text.matchAll(/^(Allow|Disallow): (\S+)$/gm), ([rule]) => rule);
  expect(rules).toEqual([
    'Disallow: /api/',
    'Allow: /api/v1/cards/',
    'Allow: /api/v1/images/files/',
  ]);
});

test('every link in llms.txt leads somewhere', async () => {
  const { text } = await served('/llms.txt');
  const links = Array.from(text.matchAll(/\]\((\S+)\)/g), ([, url]) => new URL(url ?? ''));
  expect(links.map(({ pathname }) => pathname)).toContain('/data/facts.jsonl.gz');
  for (const { pathname, search } of links) {
    expect([pathname, (await served(pathname + search)).status]).toEqual([pathname, 200]);
  }
});

test('search engines must not list the login and admin screens', async () => {
  for (const path of Object.values(paths).filter(isAdminPath)) {
    const { status, text } = await served(path);
    expect(status, path).toBe(200);
    expect(metaOf(text, 'robots')).toBe('noindex');
  }
});

// React reports a page that it can't hydrate as an error, which fails the visitor.

test('a page with facts hydrates without an error or a request, whatever the browser’s language, zone and storage', async () => {
  await using visitor = await site.visit({ locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' });
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('theme', 'dark');
    navigator.share = () => Promise.resolve();
    localStorage.setItem('votedJokes', '{"2":5,"5":4,"25":1}');`);
  visitor.expectConsoleError(/status of 404/);
  // What was stored before the voter's cookie was moved makes the page ask for that, once.
  const calls = recordRequests(page, /^\/api\/(?!v1\/ratings\/cookie)/);
  for (const [path, facts] of [
    ['/', 21],
    ['/top-100?page=2', 10],
    ['/newest', 24],
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

test('a page at another spelling of its address is the page at the one that counts', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  for (const [given, path] of [
    ['/Top-100?page=2', '/top-100?page=2'],
    ['/About/', '/about'],
    ['//%61bout', '/about'],
    ['//Fact/5', '/fact/5'],
    ['/Login', '/login'],
  ] as const) {
    await page.goto(site.origin + given);
    await settled(page);
    expect(page.url()).toBe(site.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Page Not Found').count(), given).toBe(0);
  }
});

test('a page whose facts could not be loaded hydrates without an error, and can try again', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of (429|503)/);
  const renderer = join(root, 'functions', 'lib', 'renderer', 'render.js');
  const { renderPage }: Renderer = await import(renderer);
  const read = () => Promise.reject(new Error('The database is down.'));
  for (const [path, asked] of [
    ['/', '/api/v1/jokes?page=1'],
    ['/fact/5', '/api/v1/jokes/5'],
  ] as const) {
    const { html: body } = await renderPage({ url: path, origin: site.origin, read });
    await page.route(site.origin + path, (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body }),
    );
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 429, json: {} }));
    const refused = page.waitForResponse((response) => response.url().includes(asked));
    await page.goto(path);
    await refused;
    await settled(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Please try again later.' });
    await alert.waitFor();
    await page.unroute('**/api/v1/**');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').first().waitFor();
    await page.unroute(site.origin + path);
  }
});
