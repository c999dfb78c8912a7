import { describe, expect, test } from 'vitest';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const ORIGIN = 'https://facts.example';
const HOSTILE = `Chuck Norris\nwrites </main><script>alert("1")</script> & <!--'--> by hand.`;

const running = useApi([aJoke(2, { joke_text: HOSTILE, histogram: [0, 0, 0, 400, 800] })], {
  config: { siteOrigin: ORIGIN },
});

async function get(path: string) {
  const response = await fetch(running.api.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('an embed', () => {
  test('shows a fact with a link to its page, markup as text, and has no script', async () => {
    const { status, headers, text } = await get('/embed/fact/2');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const part of [
      '<title>Fact no. 2 | Chuck Norris Facts</title>',
      '<h1>Fact no. 2</h1>',
      '4.7/5 · 1,200 votes',
      `<a href="${ORIGIN}/fact/2" target="_blank" rel="noopener">`,
      `<link rel="canonical" href="${ORIGIN}/fact/2"/>`,
      '<meta name="robots" content="noindex"/>',
      'Chuck Norris\nwrites &lt;/main&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;!--&#x27;--&gt; by hand.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/<script|<img|<style| style=| on\w+="/);
  });

  test.each(['/embed/fact/999', '/embed/fact/abc', '/embed', '/embed/%E0%A4'])(
    '%s is a small 404 page',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).toContain('<h1>There is no such fact</h1>');
      expect(text).toContain(`<a href="${ORIGIN}/" target="_blank"`);
    },
  );
});
