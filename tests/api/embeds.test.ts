import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../functions/src/config.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { loadRenderer } from '../support/api/renderer.ts';
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
    loadRenderer,
  }),
);

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(running.api.url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
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
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/fact/2"/>`);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect((await get(`/embed/fact/${PLAIN}`)).text).toContain('<p>5.0/5 · 1 vote</p>');
    expect((await get(`/embed/fact/${ARABIC}/`)).text).toContain(
      '<main class="joke-text" dir="auto">تشاك',
    );
  });

  test('shows markup in a fact as text, and has no script', { tags: 'S9' }, async () => {
    const { text } = await get(`/embed/fact/${RATED}`);
    expect(text).toContain(
      'Chuck Norris\nwrites &lt;/main&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;!--&#x27;--&gt; by hand.',
    );
    expect(text).not.toMatch(/<script|<img|<style| style=| on\w+="/);
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
