import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../functions/src/config.ts';
import { API_BASE_PATH, oEmbed } from '../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const ORIGIN = 'https://facts.example';
const HOSTILE = `Chuck Norris\nwrites </main><script>alert("1")</script> & <!--'--> by hand.`;
const [PLAIN, RATED, PENDING, REJECTED, ARABIC] = [1, 2, 3, 4, 5];

const running = useApi([
  aJoke(PLAIN, { histogram: [0, 0, 0, 0, 1] }),
  aJoke(RATED, { joke_text: HOSTILE, histogram: [0, 0, 0, 400, 800] }),
  aJoke(PENDING, { status: 'pending', joke_text: 'A secret fact.' }),
  aJoke(REJECTED, { status: 'rejected', joke_text: 'A secret fact.' }),
  aJoke(ARABIC, { joke_text: 'تشاك نوريس لا ينام، بل ينتظر.' }),
]);

beforeEach(() =>
  running.restart({
    config: readConfig({
      FIRESTORE_EMULATOR_HOST: running.site.firestore.host,
      SITE_ORIGIN: ORIGIN,
    }),
    loadRenderer: () => Promise.reject(new Error('Embeds need no renderer.')),
  }),
);

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(running.api.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Requests how to embed a URL. */
async function describeUrl(url: string, query = '') {
  const { status, headers, text } = await get(
    `${API_BASE_PATH}/oembed?url=${encodeURIComponent(url)}${query}`,
  );
  const body: unknown = JSON.parse(text);
  return { status, headers, body, found: () => oEmbed.parse(body) };
}

describe('an embed', () => {
  test('shows a fact with a link to its page', async () => {
    const { status, headers, text } = await get(`/embed/fact/${RATED}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(text).toContain('<title>Fact no. 2 | Chuck Norris Facts</title>');
    expect(text).toContain('<h1>Fact no. 2</h1>');
    expect(text).toContain('4.7/5 · 1,200 votes');
    expect(text).toContain(`<a href="${ORIGIN}/fact/2" target="_blank" rel="noopener">`);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/fact/2">`);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect((await get(`/embed/fact/${PLAIN}`)).text).toContain('5.0/5 · 1 vote<');
    expect((await get(`/embed/fact/${ARABIC}/`)).text).toContain('<main dir="auto">تشاك');
  });

  test('shows markup in a fact as text, and has no script', { tags: 'S9' }, async () => {
    const { text } = await get(`/embed/fact/${RATED}`);
    expect(text).toContain(
      'Chuck Norris\nwrites &lt;/main&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;!--&#39;--&gt; by hand.',
    );
    expect(text).not.toMatch(/<script|<img|<link rel="stylesheet|@import|url\((?!\/fonts\/)/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000);
  });

  test.each([
    `/embed/fact/${PENDING}`,
    `/embed/fact/${REJECTED}`,
    '/embed/fact/999',
    '/embed/fact/0',
    '/embed/fact/abc',
    '/embed/fact/1/2',
    '/embed/fact',
    '/embed',
    '/embed/%E0%A4',
  ])('%s is a small 404 page, for visitors and administrators', async (path) => {
    for (const headers of [{}, { authorization: `Bearer ${ADMIN_BEARER}` }]) {
      const seen = await get(path, { headers });
      expect(seen.status).toBe(404);
      expect(seen.headers.get('cache-control')).toBe('private, no-store');
      expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(seen.text).toContain('<h1>There is no such fact</h1>');
      expect(seen.text).toContain(`<a href="${ORIGIN}/" target="_blank"`);
      expect(seen.text).not.toContain('secret');
    }
  });

  test('is a 503 page of its own while the database fails', async () => {
    running.site.firestore.inject({ code: 7, when: 'before', times: Infinity });
    try {
      const { status, text } = await get(`/embed/fact/${PLAIN}`);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(text).toContain('<h1>This fact can’t be shown right now</h1>');
    } finally {
      running.site.firestore.clearFaults();
    }
  });

  test('answers methods other than GET and HEAD with a 405 page', async () => {
    const { status, headers, text } = await get(`/embed/fact/${PLAIN}`, { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect(text).toContain('</html>');
  });
});

describe('oEmbed', () => {
  test('describes the embed of a fact and its card, without the fact’s words', async () => {
    const { status, headers, body } = await describeUrl(`${ORIGIN}/fact/${RATED}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(body).toEqual({
      type: 'rich',
      version: '1.0',
      title: 'Fact no. 2',
      provider_name: 'Chuck Norris Facts',
      provider_url: `${ORIGIN}/`,
      cache_age: 86_400,
      html: expect.stringContaining(`<iframe src="${ORIGIN}/embed/fact/2" title="Fact no. 2"`),
      width: 550,
      height: expect.any(Number),
      thumbnail_url: `${ORIGIN}/api/v1/cards/2.png`,
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    });
    expect(JSON.stringify(body)).not.toContain('hand');
  });

  test.each([
    `${ORIGIN}/fact/1/`,
    `${ORIGIN}/fact/1?utm_source=x&y=1`,
    `${ORIGIN}/fact/1#top`,
    'http://facts.example/fact/1',
    'HTTPS://FACTS.EXAMPLE:443/fact/1',
  ])('knows the fact’s page as %s', async (url) => {
    expect((await describeUrl(url)).found()).toMatchObject({ title: 'Fact no. 1' });
  });

  test.each([
    'https://elsewhere.example/fact/1',
    'https://facts.example.evil.example/fact/1',
    'https://facts.example@evil.example/fact/1',
    'https://user:word@facts.example/fact/1',
    'https://facts.example:8443/fact/1',
    'https://sub.facts.example/fact/1',
    'ftp://facts.example/fact/1',
    'javascript:alert(1)',
    'data:text/html,/fact/1',
    '//facts.example/fact/1',
    '/fact/1',
    'fact',
    '',
    `${ORIGIN}/`,
    `${ORIGIN}/top-100`,
    `${ORIGIN}/fact/`,
    `${ORIGIN}/fact/0`,
    `${ORIGIN}/fact/1x`,
    `${ORIGIN}/fact/1/2`,
    `${ORIGIN}/x/fact/1`,
    `${ORIGIN}/embed/fact/1`,
    `${ORIGIN}/fact/9999999999`,
    `${ORIGIN}/fact/${PENDING}`,
    `${ORIGIN}/fact/${REJECTED}`,
    `${ORIGIN}/fact/999`,
  ])('has nothing for %s', async (url) => {
    const { status, headers, body } = await describeUrl(url);
    expect(status).toBe(404);
    expect(body).toEqual({ detail: expect.any(String) });
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('fits into the consumer’s limits, and a longer fact is higher', async () => {
    const url = `${ORIGIN}/fact/${RATED}`;
    const { width, height } = (await describeUrl(url)).found();
    expect((await describeUrl(`${ORIGIN}/fact/${PLAIN}`)).found().height).toBeLessThan(height);
    expect((await describeUrl(url, '&maxwidth=2000')).found()).toMatchObject({ width, height });
    const narrow = (await describeUrl(url, '&maxwidth=360')).found();
    expect(narrow).toMatchObject({ width: 360, html: expect.stringContaining('width="360"') });
    expect(narrow.height).toBeGreaterThan(height);
    expect((await describeUrl(url, '&maxwidth=300&maxheight=90')).found()).toMatchObject({
      height: 90,
      html: expect.stringContaining('height="90"'),
    });
  });

  test('refuses a format or size that it can’t serve', async () => {
    const url = `${ORIGIN}/fact/${PLAIN}`;
    expect((await describeUrl(url, '&format=json&dnt=1')).status).toBe(200);
    for (const query of ['&format=xml', '&maxwidth=0', '&maxwidth=wide', '&maxheight=-1']) {
      const { status, body } = await describeUrl(url, query);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(query.slice(1).replace(/=.*/, ''));
    }
    expect((await get(`${API_BASE_PATH}/oembed`)).status).toBe(422);
  });
});

test.each(['..%2F..%2Ffact%2F1', '%2500', '%3Csvg%20onload=alert(1)%3E'])(
  'the hostile address %s gets no 5xx',
  { tags: 'S13' },
  async (hostile) => {
    for (const path of [`/embed/${hostile}`, `/embed/fact/${hostile}?x=${hostile}`]) {
      const seen = await get(path);
      expect(seen.status, path).toBeLessThan(500);
      expect(seen.text).not.toContain('<svg onload');
    }
  },
);
