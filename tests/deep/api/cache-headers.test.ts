// @module-tag S16
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  API_BASE_PATH,
  endpoints,
  type CachePolicy,
  type Endpoint,
} from '../../../functions/src/contract/index.ts';
import { pages, type Route } from '../../../functions/src/contract/routes.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useImages } from '../../support/api/use-images.ts';

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

interface Read {
  name: string;
  /** the path on the site, with parameters in braces */
  path: string;
  cache: CachePolicy | undefined;
  /** the query that the call requires */
  query: () => string;
}

const table: [string, Endpoint][] = Object.entries(endpoints);
const pageTable: [string, Route][] = Object.entries(pages);
const queries: Readonly<Record<string, () => string>> = {
  listImageStatus: () => '?joke_ids=1',
  searchJokes: () => '?q=fact',
};

const noQuery = () => '';

/** Every endpoint and page that anyone may read. */
const reads: Read[] = [
  ...table
    .filter(([, { method, access }]) => method === 'GET' && access.startsWith('anyone'))
    .map(([name, { path, cache }]) => ({
      name,
      path: API_BASE_PATH + path,
      cache,
      query: queries[name] ?? noQuery,
    })),
  ...pageTable.map(([name, { path, cache }]) => ({ name, path, cache, query: noQuery })),
];

const submitted = z.object({ receipt: z.string() });

async function urlOf({ path, query }: Read): Promise<string> {
  if (path.includes('{receipt}')) {
    const body = { joke_text: 'Chuck Norris keeps every receipt.' };
    const answer = await running.api.request('/jokes/submit', { method: 'POST', body });
    expect(answer.headers.get('cache-control')).toBe(PRIVATE);
    return path.replace('{receipt}', submitted.parse(answer.body).receipt);
  }
  if (!path.includes('{name}')) {
    return path.replace('{id}', '1').replace('{tag}', 'science') + query();
  }
  expect(await running.generate(1)).toMatchObject({ status: 200 });
  return path.replace('{name}', `${await running.imageOf(1)}-320.webp`);
}

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

describe.each(reads.map((read) => [read.name, read] as const))('%s', (_name, read) => {
  test.each([
    ['a visitor', {}],
    ['a visitor with a cookie', { headers: { cookie: '__session=a.b' } }],
    ['a HEAD request', { method: 'HEAD' }],
  ])('sends Cache-Control and no cookie for %s', async (_who, init: RequestInit) => {
    const { status, headers } = await send(await urlOf(read), init);
    expect(status).toBe(200);
    expectPolicy(headers, read.cache);
    expect(headers.has('set-cookie')).toBe(false);
  });

  test('is not cached if it is an error', async () => {
    const wrong = read.path.replace(/\{\w+\}/, UNKNOWN);
    const errors = [
      await send(`${wrong}/nothing`),
      await send(await urlOf(read), { method: 'PATCH' }),
      ...(wrong === read.path ? [] : [await send(wrong)]),
    ];
    expect(errors.map(({ ok }) => ok)).not.toContain(true);
    for (const { headers } of errors) {
      expect(headers.get('cache-control')).toBe(PRIVATE);
      expect(headers.has('set-cookie')).toBe(false);
    }
  });
});

const personal = table.filter(([, { access }]) => access === 'anyone-or-admin');

test.each(personal)('%s with a bearer token is private', async (name, { path }) => {
  const address = API_BASE_PATH + path.replace('{id}', '1') + (queries[name] ?? noQuery)();
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
