import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../functions/src/config.ts';
import type { Context } from '../../functions/src/context.ts';
import { jokeWithNeighbors } from '../../functions/src/contract/index.ts';
import { paths } from '../../web/src/paths.ts';
import { ADMIN_BEARER } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useImages } from './use-images.ts';

const ORIGIN = 'https://facts.example';
const HOSTILE = `Chuck Norris writes </script><script>alert("1")</script> & <!--'$&--> by hand.`;
const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <!--head--><title>Chuck Norris Facts</title><!--/head-->
  </head>
  <body><div id="root"></div><!--fact--></body>
</html>
`;

const running = useImages([
  aJoke(1),
  aJoke(2, { joke_text: HOSTILE, histogram: [0, 0, 0, 1, 2] }),
  aJoke(3, { status: 'pending', joke_text: 'A secret fact.' }),
  aJoke(5),
]);

let folder: string;
let logged: Parameters<Context['log']>[0][];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  writeFileSync(join(folder, 'fact.html'), TEMPLATE);
  writeFileSync(join(folder, 'not-found.html'), '<title>No such page</title>');
  logged = [];
  const { host } = running.site.firestore;
  await running.restart({
    config: readConfig({ FIRESTORE_EMULATOR_HOST: host, SITE_ORIGIN: ORIGIN }),
    pagesFolder: folder,
    log: (entry) => logged.push(entry),
  });
});

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
  only(text, new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)" />`, 'g'));
const structured = (text: string): unknown =>
  JSON.parse(only(text, /<script type="application\/ld\+json">([^<]*)<\/script>/g));

describe('a fact page', () => {
  test('is the template with the fact’s title, URL and text', async () => {
    const { status, headers, text } = await get('/fact/1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(only(text, /<title>([^<]*)<\/title>/g)).toBe('Fact no. 1 | Chuck Norris Facts');
    expect(only(text, /<link rel="canonical" href="([^"]*)" \/>/g)).toBe(`${ORIGIN}/fact/1`);
    expect(meta(text, 'description')).toBe('Chuck Norris knows fact number 1 by heart.');
    expect(meta(text, 'og:type')).toBe('article');
    expect(meta(text, 'og:url')).toBe(`${ORIGIN}/fact/1`);
    expect(meta(text, 'og:image')).toBe(`${ORIGIN}/social-card.png`);
    expect(meta(text, 'twitter:title')).toBe('Fact no. 1 | Chuck Norris Facts');
    expect(text).toContain('<div id="root"></div>');
    expect(text).not.toMatch(/<!--(head|\/head|fact)-->/);
  });

  test('contains the API response, so that the site does not have to request it', async () => {
    const { text } = await get('/fact/2');
    const json = only(
      text,
      /<script type="application\/json" id="first-answer">([^<]*)<\/script>/g,
    );
    const answer = z.strictObject({ address: z.string(), body: jokeWithNeighbors });
    const { address, body } = answer.parse(JSON.parse(json));
    expect(address).toBe('/api/v1/jokes/2');
    expect(body).toEqual(JSON.parse((await get(address)).text));
  });

  test('is readable without scripts, with the rating and links to the previous and next facts', async () => {
    const article = only((await get('/fact/2')).text, /<noscript>([^]*?)<\/noscript>/g);
    expect(article).toContain('4.7/5 (3 votes)');
    expect(article).toContain('<a rel="prev" href="/fact/1">');
    expect(article).toContain('<a rel="next" href="/fact/5">');
    const first = only((await get('/fact/1')).text, /<noscript>([^]*?)<\/noscript>/g);
    expect(first).toContain('0.0/5 (0 votes)');
    expect(first).not.toContain('rel="prev"');
  });

  test('shows markup in a fact as text', { tags: 'S9' }, async () => {
    const { text } = await get('/fact/2');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('alert("1")</');
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)');
    expect(text).toContain('&#39;$&amp;--&gt; by hand.');
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
      datePublished: aJoke(1).approved_at?.toISOString(),
    });
    expect(structured((await get('/fact/2')).text)).toMatchObject({
      aggregateRating: { ratingValue: 4.67, ratingCount: 3, bestRating: 5, worstRating: 1 },
    });
  });

  test('names the fact’s image for link previews', async () => {
    await running.generate(1);
    const { text } = await get('/fact/1');
    const image = meta(text, 'og:image');
    expect(image).toBe(`${ORIGIN}/api/v1/images/files/${await running.imageOf(1)}-640.webp`);
    expect(meta(text, 'twitter:image')).toBe(image);
    expect(structured(text)).toMatchObject({ image });
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

  test.each(['/fact/3', '/fact/4', '/fact/0', '/fact/abc', '/fact/1/2', '/fact', '/fact/%E0%A4'])(
    '%s gets the not-found page, for visitors and administrators',
    async (path) => {
      for (const headers of [{}, { authorization: `Bearer ${ADMIN_BEARER}` }]) {
        const seen = await get(path, { headers });
        expect(seen).toMatchObject({ status: 404, text: '<title>No such page</title>' });
        expect(seen.headers.get('cache-control')).toBe('private, no-store');
        expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8');
      }
    },
  );

  test('answers hostile URLs with a page and never with a 5xx', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('../../etc/passwd', '%00', '<svg onload=alert(1)>', '9'.repeat(400), '-0'),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (part, query) => {
        fc.pre(part !== '..');
        const [id, search] = [part, query].map((text) => encodeURIComponent(text.toWellFormed()));
        const { status, headers, text } = await get(`/fact/${id}?x=${search}&part=${search}`);
        expect(status).toBeLessThan(500);
        expect(headers.get('content-type')).toMatch(/^text\/html/);
        expect(text).not.toContain('onload');
      }),
      { numRuns: 60 },
    );
  });

  test('accepts only GET and HEAD', async () => {
    const { status, headers } = await get('/fact/1', { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect((await get('/fact/1', { method: 'HEAD' })).status).toBe(200);
  });

  test('is a 503 in plain words while the site is not built, which the log names as the cause', async () => {
    for (const name of ['fact.html', 'not-found.html']) rmSync(join(folder, name));
    const { status, headers, text } = await get('/fact/1');
    expect(status).toBe(503);
    expect(text).toContain('Please try again in a minute.');
    expect(text).not.toMatch(/Error|at |pages-/);
    expect(headers.get('retry-after')).toBe('60');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(JSON.stringify(logged)).toContain('Has the site been built?');
    expect(await get('/fact/4')).toMatchObject({
      status: 404,
      text: expect.stringContaining('There is no such page'),
    });
    writeFileSync(join(folder, 'fact.html'), TEMPLATE);
    expect((await get('/fact/1')).status).toBe(200);
  });

  test('is a 500 in plain words if the template has no placeholder for the fact', async () => {
    writeFileSync(join(folder, 'fact.html'), '<title>broken</title>');
    const { status, text } = await get('/fact/1');
    expect(status).toBe(500);
    expect(text).toContain('Please try again in a minute.');
  });
});

describe('the sitemap', () => {
  test('lists the public screens and every approved fact', async () => {
    const { status, headers, text } = await get('/sitemap.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/xml');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    const { login, admin, hiddenAdmin, setupAdmin, ...open } = paths;
    const screens = Object.values<unknown>(open).filter(
      (path): path is string => typeof path === 'string' && !path.includes(':'),
    );
    const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    const expected = [...screens, '/fact/1', '/fact/2', '/fact/5'].map((path) => ORIGIN + path);
    expect(found).toHaveLength(expected.length);
    expect(new Set(found)).toEqual(new Set(expected));
    for (const hidden of [login, admin, hiddenAdmin, setupAdmin]) {
      expect(text).not.toContain(hidden);
    }
  });

  test.each(['?part=2', '?part=0', '?part=x'])('has no part %s', async (query) => {
    expect((await get(`/sitemap.xml${query}`)).status).toBe(404);
  });

  test('costs one read, the catalog’s', async () => {
    running.site.firestore.resetRecords();
    await get('/sitemap.xml');
    expect(running.site.firestore.totals().reads).toBe(1);
  });
});
