// @module-tag S16
import { beforeEach, describe, expect, test } from 'vitest';
import {
  API_BASE_PATH,
  endpoints,
  type CachePolicy,
  type Endpoint,
} from '../../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useImages } from '../../support/api/use-images.ts';
import { urlOf, visitorReads } from '../../support/api/visitor-reads.ts';

const running = useImages([aJoke(1)]);
const PRIVATE = 'private, no-store';
const UNKNOWN = '999';

// With a contact, there is a security.txt.
beforeEach(() =>
  running.restart({
    loadRenderer,
    config: { ...running.api.context.config, contact: 'boss@facts.example' },
  }),
);

const table: [string, Endpoint][] = Object.entries(endpoints);

const send = (address: string, init: RequestInit = {}) => fetch(running.api.url + address, init);

/** Checks the caching headers of a response that shared caches may store. */
function expectPolicy(headers: Headers, policy: CachePolicy | undefined): void {
  const value = headers.get('cache-control') ?? '';
  if (!policy) expect(value).toBe(PRIVATE);
  else {
    const { seconds, browserSeconds = 0 } = policy;
    expect(value).toBe(`public, max-age=${browserSeconds}, s-maxage=${seconds}`);
  }
}

describe.each(visitorReads.map((read) => [read.name, read] as const))('%s', (_name, read) => {
  test.each([
    ['a visitor', {}],
    ['a visitor with a cookie', { headers: { cookie: '__session=a.b' } }],
    ['a HEAD request', { method: 'HEAD' }],
  ])('sends Cache-Control and no cookie for %s', async (_who, init: RequestInit) => {
    const { status, headers } = await send(await urlOf(read, running), init);
    expect(status).toBe(200);
    expectPolicy(headers, read.cache);
    expect(headers.has('set-cookie')).toBe(false);
  });

  test('is not cached if it is an error', async () => {
    const wrong = read.path.replace(/\{\w+\}/, UNKNOWN);
    const errors = [
      await send(`${wrong}/nothing`),
      await send(await urlOf(read, running), { method: 'PATCH' }),
      ...(wrong === read.path ? [] : [await send(wrong)]),
    ];
    expect(errors.map(({ ok }) => ok)).not.toContain(true);
    for (const { headers } of errors) {
      expect(headers.get('cache-control')).toBe(PRIVATE);
      expect(headers.has('set-cookie')).toBe(false);
    }
  });
});

const personal = visitorReads
  .filter(({ name }) =>
    table.some((each) => each[0] === name && each[1].access === 'anyone-or-admin'),
  )
  .map((read) => [read.name, read] as const);

test.each(personal)('%s with a bearer token is private', async (_name, read) => {
  const address = await urlOf(read, running);
  for (const [bearer, status] of [
    [ADMIN_BEARER, 200],
    ['wrong', 401],
  ] as const) {
    const answer = await send(address, { headers: { authorization: `Bearer ${bearer}` } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe(PRIVATE);
  }
});

test('a 404 for an unknown URL is not cached', async () => {
  for (const path of ['/nothing', '/fact', '/fact/1/2', '/api', API_BASE_PATH, '/%ff']) {
    const { status, headers } = await send(path);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe(PRIVATE);
  }
});

test('the receipt of a submission is not cached', async () => {
  const body = { joke_text: 'Chuck Norris keeps every receipt.' };
  const { headers } = await running.api.request('/jokes/submit', { method: 'POST', body });
  expect(headers.get('cache-control')).toBe(PRIVATE);
});

test('a vote with a forged cookie clears it, in a private response', async () => {
  const response = await send(`${API_BASE_PATH}/ratings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: '__session=forged' },
    body: JSON.stringify({ joke_id: 1, rating_num: 5 }),
  });
  expect(response.status).toBe(403);
  expect(response.headers.get('set-cookie')).toMatch(/^__session=;/);
  expect(response.headers.get('cache-control')).toBe(PRIVATE);
});
