import { describe, expect, test } from 'vitest';
import { endpoints, type Endpoint } from '../../functions/src/contract/index.ts';
import { aJoke } from './jokes.ts';
import { usePictures } from './use-pictures.ts';

const running = usePictures([aJoke(1)]);

const table: [string, Endpoint][] = Object.entries(endpoints);
const path = (endpoint: Endpoint) => endpoint.path.replace(/\{\w+\}/g, '1');

describe.each(table)('%s', (_name, endpoint) => {
  test(
    'says how it may be cached, and sets a cookie only when that is private',
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

test.each(writing)('%s refuses a write from another site', async (_name, endpoint) => {
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: running.api.url },
    { origin: 'https://attacker.example' },
    { origin: 'null' },
  ];
  for (const headers of refused) {
    const answer = await running.api.request(path(endpoint), {
      method: endpoint.method,
      body: {},
      headers,
    });
    expect(answer).toMatchObject({ status: 403, body: { detail: expect.any(String) } });
  }
});

describe('a write from the site itself', () => {
  test.each([
    ['a browser that says so', { 'sec-fetch-site': 'same-origin' }],
    [
      'an older browser behind Hosting',
      { origin: 'https://facts.example', 'x-forwarded-host': 'facts.example' },
    ],
    ['no browser', {}],
  ])('is let in: %s', async (_name, headers) => {
    const answer = await running.api.request('/ratings', {
      method: 'POST',
      body: { joke_id: 1, rating_num: 5 },
      headers,
    });
    expect(answer.status).toBe(201);
  });
});
