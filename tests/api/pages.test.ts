import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useShortRetries } from '../support/api/short-retries.ts';
import { useImages } from '../support/api/use-images.ts';

const ORIGIN = 'https://facts.example';
const HOSTILE = `Chuck Norris adds </script><script>alert("1")</script> & $&, <!--'$&--> by hand.`;
const running = useImages(
  [
    aJoke(1),
    aJoke(2, { joke_text: HOSTILE, histogram: [0, 0, 0, 1, 2] }),
    aJoke(3, { status: 'pending', joke_text: 'A secret fact.' }),
    aJoke(5),
  ],
  { config: { siteOrigin: ORIGIN } },
);
useShortRetries();

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
const titleOf = (text: string) => only(text, /<title>([^<]*)<\/title>/g);
const structured = (text: string): unknown =>
  JSON.parse(only(text, /<script type="application\/ld\+json">([^<]*)<\/script>/g));

const LISTS = {
  '/': ['/api/v1/jokes?page=1&per_page=20&status=active', '/api/v1/jokes/daily?limit=1'],
  '/top-100?page=2': ['/api/v1/jokes/top?limit=100'],
  '/daily': ['/api/v1/jokes/daily?limit=7'],
  '/newest': ['/api/v1/jokes/newest?limit=40'],
  '/fact/2': ['/api/v1/jokes/2', '/api/v1/jokes/2/related'],
} as const;

const answers = z.array(z.strictObject({ name: z.string(), url: z.string(), body: z.unknown() }));
const carried = (text: string) =>
  answers.parse(
    JSON.parse(only(text, /<script type="application\/json" id="page-answers">([^<]*)<\/script>/g)),
  );

describe('a page with facts', () => {
  beforeEach(async () => {
    await running.refill(Array.from({ length: 25 }, (_, index) => aJoke(index + 1)));
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

  test.each([
    ['/?page=3', '/?page=2'],
    ['/?page=99999999999', '/?page=2'],
    ['/top-100?page=4', '/top-100?page=3'],
  ])('%s is a 404 page that links to the last page, %s', async (path, last) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain(`href="${last}"`);
    expect(text).toContain('noindex');
  });
});

test('the page of a tag keeps its order on its pages, but leaves search engines the usual one', async () => {
  const RATED = '/tag/food?sort=rating_desc';
  const order = /<nav[^>]* aria-label="Order">(.*?)<\/nav>/g;
  const jokes = Array.from({ length: 21 }, (_, index) =>
    aJoke(index + 1, { tags: ['food'], histogram: [21 - index, 0, 0, 0, 9] }),
  );
  await running.refill(jokes);
  const { text } = await get(`${RATED}&page=2`);
  const url = '/api/v1/jokes?page=2&per_page=20&status=active&tag=food&sortBy=rating_desc';
  expect(carried(text)).toMatchObject([{ url, body: { jokes: [{ joke_id: 1 }], pages: 2 } }]);
  expect(link(text, 'canonical')).toEqual([`${ORIGIN}/tag/food?page=2`]);
  expect(titleOf(text)).toBe('Food, highest rated, page 2 | Chuck Norris Facts');
  expect(text).toMatch(/<a [^>]*href="\/tag\/food\?sort=rating_desc"[^>]*aria-label="Previous"/);
  const links = only(text, order);
  expect(links).toMatch(/<a href="\/tag\/food"[^>]*>Newest<\/a>/);
  expect(links).toMatch(/<a aria-current="page"[^>]*>Highest rated<\/a>/);
  expect((await get('/sitemap.xml')).text).not.toContain('sort=');
  await running.refill(jokes.slice(0, 1));
  expect((await get('/tag/food')).text).not.toMatch(order);
});

describe('a search page', () => {
  beforeEach(async () => {
    const many = Array.from({ length: 21 }, (_, index) => aJoke(index + 10));
    await running.refill([aJoke(1), aJoke(2, { joke_text: HOSTILE }), ...many]);
  });

  test('carries its results, marks their words, links its pages and must not be indexed', async () => {
    const { status, text } = await get('/search?q=%20FACT%20norr%C3%AFs&utm_source=x');
    expect(status).toBe(200);
    const url = '/api/v1/jokes/search?q=FACT+norr%C3%AFs&page=1';
    const body: unknown = JSON.parse((await get(url)).text);
    expect(carried(text)).toEqual([{ name: 'searchJokes', url, body }]);
    expect(titleOf(text)).toBe('Search: FACT norrïs | Chuck Norris Facts');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain('22 facts found');
    expect(text).toContain('Chuck <mark>Norris</mark> knows <mark>fact</mark> number 30 by heart.');
    expect(text.match(/<article/g)).toHaveLength(20);
    expect(text).toContain('href="/search?q=FACT+norr%C3%AFs&amp;page=2"');
    expect((await get('/search?q=fact&page=9')).text).toContain('There is no page ');
    const rated = await get('/search?q=fact&sort=rating_desc');
    expect(carried(rated.text)).toMatchObject([
      { url: '/api/v1/jokes/search?q=fact&page=1&sortBy=rating_desc' },
    ]);
    expect(rated.text).toContain('href="/search?q=fact&amp;sort=rating_desc&amp;page=2"');
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
    [`?q=${'a'.repeat(501)}`, 'That is longer than any fact'],
    ['?q=qwertzuiop', 'No fact says that.'],
    ['?q=numbr+hart', 'No fact has “numbr” or “hart”. These come close:'],
  ])('%s says %j', async (query, expected) => {
    const { status, text } = await get(`/search${query}`);
    expect(status).toBe(200);
    expect(text).toContain(expected);
  });
});

describe('a fact page', () => {
  test('shows the fact between links to its neighbors', async () => {
    const { text } = await get('/fact/2');
    expect(titleOf(text)).toBe(
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
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)');
    expect(text).toContain('&#x27;$&amp;--&gt; by hand.');
    expect(structured(text)).toMatchObject({ text: HOSTILE });
  });

  test('has structured data for search engines: a rating after the first vote, and its image', async () => {
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
    await running.generate(1);
    const image = `${ORIGIN}/api/v1/images/files/${await running.imageOf(1)}-640.webp`;
    expect(structured((await get('/fact/1')).text)).toMatchObject({ image });
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

  test('is revalidated by browsers and independent of the requested host', async () => {
    const { headers, text } = await get('/fact/1');
    const again = await get('/fact/1', {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
    const other = await get('/fact/1', { headers: { 'x-forwarded-host': 'attacker.example' } });
    expect(other.text).toBe(text);
  });

  test.each([
    ['/fact/3', 'There is no fact no. 3'],
    ['/fact/01', 'Page Not Found'],
    ['/fact/abc', 'Page Not Found'],
    ['/No-Such-Page/', 'Page Not Found'],
    ['/fact/1/2', 'Page Not Found'],
    ['/fact/%E0%A4', 'Page Not Found'],
  ])('%s gets the not-found page “%s”, for administrators too', async (path, title) => {
    const headers = { authorization: `Bearer ${ADMIN_BEARER}` };
    const { status, text } = await get(path, { headers });
    expect(status).toBe(404);
    expect(text).toContain(`<h1 tabindex="-1">${title}</h1>`);
  });
});

test('another spelling of a page redirects to the one that counts', async () => {
  for (const [given, location] of [
    ['/Top-100/?page=2&Q=%41', '/top-100?page=2&Q=%41'],
    ['//fact/17', '/fact/17'],
  ] as const) {
    const { status, headers } = await get(given, { redirect: 'manual' });
    expect([status, headers.get('location')], given).toEqual([301, location]);
  }
});
