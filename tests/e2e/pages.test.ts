import { expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const LISTS = {
  '/': '/api/v1/jokes?page=1&per_page=20&status=active',
  '/top-100': '/api/v1/jokes/top?limit=100',
  '/newest': '/api/v1/jokes/newest?limit=40',
  '/random': '/api/v1/jokes/random',
  '/?page=2': '/api/v1/jokes?page=2&per_page=20&status=active',
} as const;
const STORIES = ['/about', '/facts-archive', '/history'] as const;
const PUBLIC = ['/', '/top-100', '/newest', '/random', '/submit', ...STORIES] as const;
const HIDDEN = [paths.login, paths.admin, paths.hiddenAdmin, paths.setupAdmin] as const;

const site = useSite(
  numberedJokes(25).map((joke) =>
    joke.joke_id === 3
      ? { ...joke, status: 'rejected', histogram: [0, 0, 0, 0, 0], approved_at: null }
      : joke,
  ),
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
  only(html, new RegExp(`<meta (?:name|property)="${key}" content="([^"]+)" />`, 'g'));
const dataOf = (html: string): unknown =>
  JSON.parse(only(html, /<script type="application\/ld\+json">([^<]+)<\/script>/g));

test.each(PUBLIC)(
  '%s has its own title, description, canonical URL and social card',
  async (path) => {
    const { text } = await served(path);
    const title = titleOf(text);
    const description = metaOf(text, 'description');
    expect(metaOf(text, 'og:title')).toBe(title);
    expect(metaOf(text, 'og:description')).toBe(description);
    const canonical = new URL(only(text, /<link rel="canonical" href="([^"]+)" \/>/g));
    expect(canonical.pathname).toBe(path);
    expect(metaOf(text, 'og:url')).toBe(canonical.href);
    const card = new URL(metaOf(text, 'og:image'));
    expect(card.origin).toBe(canonical.origin);
    const image = await fetch(site.origin + card.pathname);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(text).not.toContain('noindex');
    const others = await Promise.all(PUBLIC.filter((each) => each !== path).map(served));
    for (const other of others) {
      expect(titleOf(other.text)).not.toBe(title);
      expect(metaOf(other.text, 'description')).not.toBe(description);
    }
  },
);

test('without JavaScript, the home page shows its intro and each screen its heading', async () => {
  await using visitor = await site.visit({ javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/');
  await page.getByRole('heading', { name: 'What are Chuck Norris Facts?' }).waitFor();
  await page.getByText('Timeless humor').waitFor();
  expect(await page.getByText('1000').count()).toBe(2);
  for (const path of PUBLIC) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Top 100' }).first().waitFor();
  }
});

test('robots.txt names the sitemap, which lists every screen and every approved fact', async () => {
  const robots = await served('/robots.txt');
  const sitemap = new URL(only(robots.text, /^Sitemap: (\S+)$/gm));
  const { text } = await served(sitemap.pathname);
  const listed = Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) =>
    decodeURI(new URL(url ?? '').pathname),
  );
  const facts = numberedJokes(25)
    .filter(({ joke_id }) => joke_id !== 3)
    .map(({ joke_id }) => `/fact/${joke_id}`);
  expect(listed.toSorted()).toEqual([...PUBLIC, ...facts].toSorted());
});

test('an unknown URL returns 404 and shows Page Not Found', async () => {
  await using visitor = await site.visit({ javaScriptEnabled: false });
  visitor.expectConsoleError(/status of 404/);
  for (const path of ['/no-such-page', '/about/more', '/index.php', '/fact/999']) {
    const response = await visitor.page.goto(path);
    expect(response?.status()).toBe(404);
    await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const { text } = await served(path);
    expect(titleOf(text)).toBe('Page Not Found | Chuck Norris Facts');
    expect(metaOf(text, 'robots')).toBe('noindex');
  }
});

test.each(HIDDEN)('%s is excluded from search engines', async (path) => {
  const { status, text } = await served(path);
  expect(status).toBe(200);
  expect(metaOf(text, 'robots')).toBe('noindex');
  expect(text).not.toContain('og:');
  expect((await served('/sitemap.xml')).text).not.toContain(path);
});

test('the admin screens cause no errors for a signed-out visitor', async () => {
  await using visitor = await site.visit();
  for (const path of [paths.admin, paths.hiddenAdmin]) {
    await visitor.page.goto(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('a screen requests its facts once, before its scripts load', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  for (const [path, apiPath] of Object.entries(LISTS)) {
    calls.length = 0;
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    const answered = page.waitForResponse((response) => response.url().endsWith(apiPath));
    await page.goto(path, { waitUntil: 'commit' });
    await answered;
    expect(await page.getByRole('article').count()).toBe(0);
    await page.evaluate("document.querySelector('h1').dataset.kept = ''");
    released.resolve();
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([apiPath]);
    // A prerendered page is reused; a page with a query is rendered again.
    const reused = path.includes('?') ? 0 : 1;
    expect(await page.locator('h1[data-kept]').count()).toBe(reused);
    await page.unroute('**/assets/*.js');
  }
});

test("a page's schema.org data matches its content", async () => {
  const home = await served('/');
  const canonical = only(home.text, /<link rel="canonical" href="([^"]+)" \/>/g);
  expect(dataOf(home.text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Chuck Norris Facts',
    url: canonical,
  });
  expect(dataOf((await served('/fact/2')).text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: 'Fact no. 2',
    url: `${site.origin}/fact/2`,
    text: 'Test fact number 2 of many.',
    inLanguage: 'en',
    datePublished: '2025-01-02T00:00:00.000Z',
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: 4,
      ratingCount: 2,
      bestRating: 5,
      worstRating: 1,
    },
  });
});
