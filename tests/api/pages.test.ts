import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isAdminPath, paths } from '../../web/src/paths.ts';
import { readConfig } from '../../functions/src/config.ts';
import { type Context, createServices } from '../../functions/src/site.ts';
import { rendererIn } from '../../functions/src/pages/screens.service.ts';
import { ACTOR, approve, edit, remove } from '../support/moderation-steps.ts';
import { ADMIN_BEARER, siteTime } from '../support/api-site.ts';
import { countDifferent } from '../support/api/import-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { loadRenderer } from '../support/api/renderer.ts';
import { useShortRetries } from '../support/api/short-retries.ts';
import { useImages } from '../support/api/use-images.ts';
import { submitJoke } from '../support/api/visitor-steps.ts';

const ORIGIN = 'https://facts.example';
const HOSTILE = `Chuck Norris adds </script><script>alert("1")</script> & $&, <!--'$&--> by hand.`;
const running = useImages([
  aJoke(1),
  aJoke(2, { joke_text: HOSTILE, histogram: [0, 0, 0, 1, 2] }),
  aJoke(3, { status: 'pending', joke_text: 'A secret fact.' }),
  aJoke(5),
]);
useShortRetries();

let logged: Parameters<Context['log']>[0][];

async function restart(replaced: Partial<Context> = {}): Promise<void> {
  logged = [];
  const { host } = running.site.firestore;
  await running.restart({
    config: readConfig({ FIRESTORE_EMULATOR_HOST: host, SITE_ORIGIN: ORIGIN }),
    loadRenderer,
    log: (entry) => logged.push(entry),
    ...replaced,
  });
}
beforeEach(() => restart());

interface Seen {
  status: number;
  headers: Headers;
  text: string;
}

async function get(path: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(running.api.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The captured text of the only match. */
function only(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)];
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? '';
}

const meta = (text: string, key: string) =>
  only(text, new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)"/>`, 'g'));
const link = (text: string, rel: string) =>
  [...text.matchAll(new RegExp(`<link rel="${rel}" href="([^"]*)"/>`, 'g'))].map(([, url]) => url);
const structured = (text: string): unknown =>
  JSON.parse(only(text, /<script type="application\/ld\+json">([^<]*)<\/script>/g));

const LISTS = {
  '/': ['/api/v1/jokes?page=1&per_page=20&status=active', '/api/v1/jokes/daily?limit=1'],
  '/?page=2': ['/api/v1/jokes?page=2&per_page=20&status=active'],
  '/top-100': ['/api/v1/jokes/top?limit=100'],
  '/top-100?page=2': ['/api/v1/jokes/top?limit=100'],
  '/daily': ['/api/v1/jokes/daily?limit=7'],
  '/newest': ['/api/v1/jokes/newest?limit=40'],
  '/fact/2': ['/api/v1/jokes/2'],
} as const;

const answers = z.array(z.strictObject({ name: z.string(), url: z.string(), body: z.unknown() }));
const carried = (text: string) =>
  answers.parse(
    JSON.parse(only(text, /<script type="application\/json" id="page-answers">([^<]*)<\/script>/g)),
  );

describe('a page with facts', () => {
  beforeEach(async () => {
    await running.refill(Array.from({ length: 25 }, (_, index) => aJoke(index + 1)));
    await restart();
  });

  test.each(Object.entries(LISTS))('%s carries the responses of %s', async (path, urls) => {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    const expected = await Promise.all(
      urls.map(async (url) => {
        const body: unknown = JSON.parse((await get(url)).text);
        return { name: expect.any(String), url, body };
      }),
    );
    expect(carried(text)).toEqual(expected);
  });

  test('names its canonical URL, and no neighbor that Firefox would load in advance', async () => {
    const found = async (path: string) => {
      const { text } = await get(path);
      return ['canonical', 'next'].map((rel) => link(text, rel));
    };
    expect(await found('/')).toEqual([[`${ORIGIN}/`], []]);
    expect(await found('/?page=2')).toEqual([[`${ORIGIN}/?page=2`], []]);
    expect(await found('/top-100?page=2')).toEqual([[`${ORIGIN}/top-100?page=2`], []]);
    expect(await found('/?utm_source=x')).toEqual(await found('/'));
  });

  test('has structured data: the site on the first page, the list on others', async () => {
    const site = { '@type': 'WebSite', name: 'Chuck Norris Facts', url: `${ORIGIN}/` };
    expect(structured((await get('/')).text)).toEqual({
      '@context': 'https://schema.org',
      ...site,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${ORIGIN}/search?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    });
    expect(structured((await get('/top-100')).text)).toMatchObject({
      '@type': 'CollectionPage',
      isPartOf: site,
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: expect.arrayContaining([
          { '@type': 'ListItem', position: 1, url: expect.stringMatching(/fact\/\d+$/) },
        ]),
      },
    });
  });

  test.each(['/?page=3', '/?page=99999', '/?page=99999999999', '/top-100?page=4'])(
    '%s is a 404 page that names the last page and is not cached',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(404);
      expect(headers.get('cache-control')).toBe('private, no-store');
      const last = path.startsWith('/top') ? '/top-100?page=3' : '/?page=2';
      expect(text).toContain(`href="${last}"`);
      expect(text).toContain('noindex');
    },
  );

  test('while the database fails, shows the specified error text with status 503', async () => {
    const UNAVAILABLE = 14;
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
    const texts = {
      '/': 'Error loading jokes. Please try again later.',
      '/top-100': 'Error loading top jokes. Please try again later.',
      '/newest': 'Error loading newest jokes. Please try again later.',
      '/random': 'Error loading random joke. Please try again later.',
      '/search?q=fact': 'Error loading search results. Please try again later.',
    };
    try {
      const expectError = async ([path, expected]: [string, string]) => {
        const { status, headers, text } = await get(path);
        expect(status, path).toBe(503);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(text).toContain(expected);
        expect(text).toContain('Try again');
      };
      await Promise.all(Object.entries(texts).map(expectError));
    } finally {
      running.site.firestore.clearFaults();
    }
    expect((await get('/')).status).toBe(200);
  });
});

describe('the page of a tag, the highest rated first', () => {
  const RATED = '/tag/food?sort=rating_desc';
  const order = /<nav[^>]* aria-label="Order">(.*?)<\/nav>/g;

  beforeEach(async () => {
    await running.refill(
      Array.from({ length: 21 }, (_, index) =>
        aJoke(index + 1, { tags: ['food'], histogram: [21 - index, 0, 0, 0, 9] }),
      ),
    );
    await restart();
  });

  test('carries its response and keeps the order on its pages, but leaves search engines the usual one', async () => {
    const { status, text } = await get(`${RATED}&page=2`);
    expect(status).toBe(200);
    const url = '/api/v1/jokes?page=2&per_page=20&status=active&tag=food&sortBy=rating_desc';
    expect(carried(text)).toMatchObject([{ url, body: { jokes: [{ joke_id: 1 }], pages: 2 } }]);
    expect(link(text, 'canonical')).toEqual([`${ORIGIN}/tag/food?page=2`]);
    expect(only(text, /<title>([^<]*)<\/title>/g)).toBe(
      'Food, highest rated, page 2 | Chuck Norris Facts',
    );
    expect(text).toMatch(/<a [^>]*href="\/tag\/food\?sort=rating_desc"[^>]*aria-label="Previous"/);
    expect((await get(RATED)).text).toMatch(/href="\/tag\/food\?sort=rating_desc&amp;page=2"/);
    expect((await get(`${RATED}&page=3`)).text).toContain('Go to page 2');
    expect((await get('/sitemap.xml')).text).not.toContain('sort=');
  });

  test('is a link away from the newest, unless there is one fact', async () => {
    const links = only((await get(RATED)).text, order);
    expect(links).toMatch(/<a href="\/tag\/food"[^>]*>Newest<\/a>/);
    expect(links).toMatch(/<a aria-current="page"[^>]*>Highest rated<\/a>/);
    expect((await get('/tag/food?sort=other')).text).toMatch(/aria-current="page"[^>]*>Newest</);
    await running.refill([aJoke(1, { tags: ['food'] })]);
    await restart();
    expect((await get('/tag/food')).text).not.toMatch(order);
  });
});

describe('a search page', () => {
  beforeEach(async () => {
    const many = Array.from({ length: 21 }, (_, index) => aJoke(index + 10));
    await running.refill([aJoke(1), aJoke(2, { joke_text: HOSTILE }), ...many]);
    await restart();
  });

  test('carries its results, marks their words, links its pages and must not be indexed', async () => {
    const { status, headers, text } = await get('/search?q=%20FACT%20norr%C3%AFs&utm_source=x');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const url = '/api/v1/jokes/search?q=FACT+norr%C3%AFs&page=1';
    const body: unknown = JSON.parse((await get(url)).text);
    expect(carried(text)).toEqual([{ name: 'searchJokes', url, body }]);
    expect(only(text, /<title>([^<]*)<\/title>/g)).toBe('Search: FACT norrïs | Chuck Norris Facts');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain('22 facts found');
    expect(text).toContain('Chuck <mark>Norris</mark> knows <mark>fact</mark> number 30 by heart.');
    expect(text.match(/<article/g)).toHaveLength(20);
    expect(text).toContain('href="/search?q=FACT+norr%C3%AFs&amp;page=2"');
    const second = await get('/search?q=FACT+norr%C3%AFs&page=2');
    expect(second.text.match(/<article/g)).toHaveLength(2);
    expect((await get('/search?q=fact&page=9')).text).toContain('There is no page ');
    const rated = await get('/search?q=fact&sort=rating_desc');
    expect(carried(rated.text)).toMatchObject([
      { url: '/api/v1/jokes/search?q=fact&page=1&sortBy=rating_desc' },
    ]);
    expect(rated.text).toContain('href="/search?q=fact&amp;sort=rating_desc&amp;page=2"');
    expect(rated.text).toMatch(/<a aria-current="page"[^>]*>Highest rated<\/a>/);
  });

  test('shows markup in a query as text', async () => {
    const { text } = await get('/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;/<mark>script</mark>&gt;');
  });

  const NO_WORD = 'There is no word or number in that.';
  test.each([
    ['', 'A word or two will do'],
    ['?q=%3F!%E2%80%A6', NO_WORD],
    ['?q=%E2%80%8B%EF%BB%BF', NO_WORD],
    ['?q=%E0%A4', NO_WORD],
    [`?q=${'a'.repeat(501)}`, 'That is longer than any fact'],
    ['?q=qwertzuiop', 'No fact says that.'],
    ['?q=numbr+hart', 'No fact has “numbr” or “hart”. These come close:'],
    ['?q=zzz&q=fact', 'No fact says that.'],
  ])('%s says %j', async (query, expected) => {
    const { status, text } = await get(`/search${query}`);
    expect(status).toBe(200);
    expect(text).toContain(expected);
  });
});

describe('a fact page', () => {
  test('shows the fact between links to its neighbors', async () => {
    const { text } = await get('/fact/2');
    expect(only(text, /<title>([^<]*)<\/title>/g)).toBe(
      'Chuck Norris adds &lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; $&amp;… – Fact no. 2 | Chuck Norris Facts',
    );
    expect(meta(text, 'og:type')).toBe('article');
    expect(text).toContain('4.7/5');
    expect(text).toContain('3 votes');
    expect(text).toMatch(/<a[^>]*href="\/fact\/1"/);
    expect(text).toMatch(/<a[^>]*href="\/fact\/5"/);
    expect(meta((await get('/fact/1')).text, 'description')).toBe(
      'Chuck Norris knows fact number 1 by heart.',
    );
  });

  test('shows markup in a fact as text', { tags: 'S9' }, async () => {
    const { text } = await get('/fact/2');
    // The first script, which every page has.
    expect(text.match(/<script>/g)).toHaveLength(1);
    expect(text).not.toContain('alert("1")</');
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)');
    expect(text).toContain('&#x27;$&amp;--&gt; by hand.');
    expect(structured(text)).toMatchObject({ text: HOSTILE });
  });

  test('has structured data for search engines, with a rating only after the first vote', async () => {
    expect(structured((await get('/fact/1')).text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'CreativeWork',
      name: 'Fact no. 1',
      url: `${ORIGIN}/fact/1`,
      text: 'Chuck Norris knows fact number 1 by heart.',
      inLanguage: 'en',
      dateCreated: aJoke(1).created_at.toISOString(),
      isPartOf: { '@type': 'WebSite', name: 'Chuck Norris Facts', url: `${ORIGIN}/` },
    });
    expect(structured((await get('/fact/2')).text)).toMatchObject({
      aggregateRating: { ratingValue: 4.67, ratingCount: 3, bestRating: 5, worstRating: 1 },
    });
  });

  test('names its card for link previews, with its size and what it says', async () => {
    const { text } = await get('/fact/1');
    const image = `${ORIGIN}/api/v1/cards/1.png`;
    const alt = 'Chuck Norris knows fact number 1 by heart.';
    const expected = {
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
      'twitter:title': meta(text, 'og:title'),
      'twitter:description': meta(text, 'og:description'),
      'twitter:image': image,
      'twitter:image:alt': alt,
    };
    for (const [key, content] of Object.entries(expected)) expect(meta(text, key)).toBe(content);
  });

  test('names the fact’s image for search engines', async () => {
    await running.generate(1);
    const image = `${ORIGIN}/api/v1/images/files/${await running.imageOf(1)}-640.webp`;
    expect(structured((await get('/fact/1')).text)).toMatchObject({ image });
  });

  test('is cached by the CDN, revalidated by browsers and independent of the requested host', async () => {
    const { headers, text } = await get('/fact/1');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    const again = await get('/fact/1', {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
    const other = await get('/fact/1', { headers: { 'x-forwarded-host': 'attacker.example' } });
    expect(other.text).toBe(text);
  });

  test.each([
    ['/fact/3', 'There is no fact no. 3'],
    ['/fact/4', 'There is no fact no. 4'],
    ['/fact/0', 'Page Not Found'],
    ['/fact/01', 'Page Not Found'],
    ['/fact/abc', 'Page Not Found'],
    ['/No-Such-Page/', 'Page Not Found'],
    ['/%00', 'Page Not Found'],
    ['/fact/1/2', 'Page Not Found'],
    ['/fact', 'Page Not Found'],
    ['/fact/%E0%A4', 'Page Not Found'],
  ])('%s gets the not-found page “%s”, for visitors and administrators', async (path, title) => {
    for (const headers of [{}, { authorization: `Bearer ${ADMIN_BEARER}` }]) {
      const seen = await get(path, { headers });
      expect(seen.status).toBe(404);
      expect(seen.text).toContain(`<h1 tabindex="-1">${title}</h1>`);
      expect(seen.headers.get('cache-control')).toBe('private, no-store');
      expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('accepts only GET and HEAD', async () => {
    const { status, headers } = await get('/fact/1', { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect((await get('/fact/1', { method: 'HEAD' })).status).toBe(200);
  });

  test('is a 503 in plain words while the site is not built, which the log names as the cause', async () => {
    const notBuilt = rendererIn('/no/such/folder');
    let built = false;
    await restart({ loadRenderer: () => (built ? loadRenderer() : notBuilt()) });
    const { status, headers, text } = await get('/fact/1');
    expect(status).toBe(503);
    expect(text).toContain('Please try again in a minute.');
    expect(text).not.toMatch(/Error|at |such/);
    expect(headers.get('retry-after')).toBe('60');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(JSON.stringify(logged)).toContain('Has the site been built?');
    expect(await get('/fact/1/2')).toMatchObject({
      status: 404,
      text: expect.stringContaining('There is no such page'),
    });
    built = true;
    expect((await get('/fact/1')).status).toBe(200);
  });
});

test('another spelling of a page redirects to the one that counts', async () => {
  for (const [given, location] of [
    ['/Top-100/?page=2&Q=%41', '/top-100?page=2&Q=%41'],
    ['//fact/17', '/fact/17'],
  ] as const) {
    const { status, headers } = await get(given, { redirect: 'manual' });
    expect({ status, location: headers.get('location') }, given).toEqual({ status: 301, location });
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  }
});

describe('the sitemap', () => {
  test('lists the public screens but the search and a visitor’s votes, and every approved fact', async () => {
    const { status, headers, text } = await get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/xml');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const all = Object.values<string>(paths);
    const screens = all.filter(
      (path) =>
        !isAdminPath(path) &&
        !path.includes('{') &&
        path !== paths.search &&
        path !== paths.myVotes,
    );
    const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    const listed = [...screens, '/privacy'];
    const expected = [...listed, '/fact/1', '/fact/2', '/fact/5'].map((path) => ORIGIN + path);
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found)).toEqual(new Set(expected));
    for (const hidden of all.filter(isAdminPath)) expect(text).not.toContain(hidden);
  });

  test('costs three reads on a cold instance and none on a warm one', async () => {
    for (const reads of [3, 0]) {
      running.site.firestore.resetRecords();
      await get('/sitemap.xml');
      expect(running.site.firestore.totals().reads).toBe(reads);
    }
  });

  test('gives the day on which a fact was approved or edited or got its image, whichever is latest', async () => {
    const dates = async () => {
      const { text } = await get('/sitemap.xml');
      const dated = text.matchAll(/<loc>[^<]*\/fact\/(\d+)<\/loc><lastmod>(.*?)<\/lastmod>/g);
      return Object.fromEntries(Array.from(dated, ([, id = '', date]) => [id, date]));
    };
    // Each a day after its creation.
    const approved = { 1: '2020-01-03', 2: '2020-01-04', 5: '2020-01-07' };
    expect(await dates()).toEqual(approved);
    let now = Date.UTC(2026, 10, 22, 23, 59);
    await restart({ clock: () => now });
    const services = createServices(running.api.context);
    const change = await edit(services, 2, 'Chuck Norris dates his sitemap.');
    const joke_id = await submitJoke(services, 'Chuck Norris submits himself to nobody.');
    now += 60_000;
    await approve(services, joke_id);
    await running.generate(1);
    const today = '2026-11-23';
    expect(await dates()).toEqual({ ...approved, 1: today, 2: '2026-11-22', [joke_id]: today });
    const { text } = await get('/sitemap.xml');
    for (const path of ['/', '/top-100', '/newest']) {
      expect(text).toContain(`<loc>${ORIGIN}${path}</loc><lastmod>${today}</lastmod>`);
    }
    await services.changes.undo(ACTOR, change);
    await remove(services, 1);
    now += 60_000;
    expect(await dates()).toEqual({ 2: approved[2], 5: approved[5], [joke_id]: today });
    expect(await countDifferent(running.api.context)).toBe(0);
  });
});

describe('security.txt', () => {
  test.each([
    ['boss@facts.example', 'mailto:boss@facts.example'],
    ['https://facts.example/report', 'https://facts.example/report'],
  ])('tells researchers how to reach %s', async (CONTACT, link) => {
    const { host } = running.site.firestore;
    const config = readConfig({ FIRESTORE_EMULATOR_HOST: host, SITE_ORIGIN: ORIGIN, CONTACT });
    await restart({ config });
    const { status, headers, text } = await get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toContain(`Contact: ${link}\n`);
    expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt\n`);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - siteTime()) / 86_400_000;
    expect(Math.round(days)).toBe(180);
  });

  test('is missing without a contact', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });
});
