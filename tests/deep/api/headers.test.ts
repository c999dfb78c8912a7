import { describe, expect, test } from 'vitest';
import { endpoints, type Endpoint } from '../../../functions/src/contract/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages([aJoke(1)]);

const table: [string, Endpoint][] = Object.entries(endpoints);
const path = (endpoint: Endpoint) => endpoint.path.replace(/\{\w+\}/g, '1');

describe.each(table)('%s', (_name, endpoint) => {
  test(
    'sends Cache-Control, and sets a cookie only if that is private',
    { tags: 'S16' },
    async () => {
      const { headers } = await running.api.request(path(endpoint), {
        method: endpoint.method,
        ...(endpoint.body ? { body: { joke_id: 1, rating_num: 5 } } : {}),
      });
      expect(headers.get('cache-control')).toMatch(/^(public|private), /);
      if (headers.has('set-cookie')) expect(headers.get('cache-control')).toMatch(/^private/);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{32,36}$/);
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );
});

const writing = table.filter(([, endpoint]) => endpoint.method !== 'GET');

const SITES = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'something new'];
const ORIGINS = [undefined, 'own', 'https://attacker.example', 'http://127.0.0.1:1', 'null', 'x'];

/** Sec-Fetch-Site decides if it is present; for older browsers, Origin must be the site's. */
function mayWrite(site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === 'own';
}

test.each(writing)(
  '%s accepts writes from this site and refuses those from other sites',
  { tags: 'S15' },
  async (_name, endpoint) => {
    for (const site of SITES) {
      for (const origin of ORIGINS) {
        const answer = await running.api.request(path(endpoint), {
          method: endpoint.method,
          body: {},
          headers: {
            ...(site !== undefined && { 'sec-fetch-site': site }),
            ...(origin !== undefined && { origin: origin === 'own' ? running.api.url : origin }),
          },
        });
        const refusal = { detail: 'Requests from other sites are refused.' };
        const sent = `Sec-Fetch-Site: ${site}, Origin: ${origin}`;
        if (mayWrite(site, origin)) expect(answer.body, sent).not.toEqual(refusal);
        else expect(answer, sent).toMatchObject({ status: 403, body: refusal });
      }
    }
  },
);

test('an older browser’s write through Hosting is accepted', { tags: 'S15' }, async () => {
  const answer = await running.api.request('/ratings', {
    method: 'POST',
    body: { joke_id: 1, rating_num: 5 },
    headers: { origin: 'https://facts.example', 'x-forwarded-host': 'facts.example' },
  });
  expect(answer.status).toBe(201);
});
