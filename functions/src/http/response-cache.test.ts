import express from 'express';
import { beforeEach, expect, test } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { createResponseCache } from './response-cache.ts';

const TEN_SECONDS = 10_000;
/** Too large for the cache even when compressed. */
const LARGE = Array.from({ length: 200_000 }, () => Math.random().toString(36)[2]).join('');

let origin: string;
let now: number;
let version: number;
let catalog: { isDue: boolean; isOld: boolean };
let built: number;

beforeEach(async () => {
  now = 1;
  version = 1;
  catalog = { isDue: false, isOld: false };
  built = 0;
  const app = express().set('etag', 'strong');
  const responseCache = createResponseCache(
    { contentVersion: () => version, isDue: () => catalog.isDue, isOld: () => catalog.isOld },
    () => now,
  );
  app.use(responseCache.serveCached);
  app.get('/{*path}', (request, response) => {
    built += 1;
    const text = request.path === '/large' ? LARGE : `${request.originalUrl} in version ${version}`;
    return responseCache.send(request, response, {
      operation: 'listJokes',
      cache: { seconds: 60 },
      type: 'json',
      text,
      version,
    });
  });
  origin = await serve(app);
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(origin + path, { method, headers });
  const names = ['content-type', 'content-encoding', 'vary', 'etag', 'cache-control'];
  return {
    status: response.status,
    headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
    length: response.headers.get('content-length'),
    text: await response.text(),
  };
}

test.each(['br', 'identity'])(
  'a response is built once and then sent again unchanged: %s',
  async (accepted) => {
    const headers = { 'accept-encoding': accepted };
    const first = await ask('/jokes?page=1', headers);
    expect(first.text).toBe('/jokes?page=1 in version 1');
    expect(await ask('/jokes?page=1', headers)).toEqual(first);
    expect(built).toBe(1);
  },
);

test(
  'a page is built once for all URLs with parameters that it does not read',
  { tags: 'P22' },
  async () => {
    const first = await ask('/?page=2');
    for (const url of ['/?page=2&x=1', '/?utm_source=x&page=2&page=3', '/?x=/&page=2&q=norris']) {
      expect(await ask(url)).toEqual(first);
    }
    expect(built).toBe(1);
    await ask('/top-100');
    for (const url of ['/top-100?x=1', '/top-100?part=1']) await ask(url);
    expect(built).toBe(2);
    await ask('/fact/7?x=1');
    await ask('/fact/7?page=2');
    expect(built).toBe(3);
    await ask('/search?q=norris&page=2');
    await ask('/search?page=2&q=norris&x=1');
    expect(built).toBe(4);
  },
);

test('a page is built once for all who accept brotli', { tags: 'P22' }, async () => {
  await ask('/', { 'accept-encoding': 'br' });
  for (const accepted of ['gzip, deflate, br, zstd', 'br;q=0.5, x1', '*']) {
    await ask('/', { 'accept-encoding': accepted });
  }
  expect(built).toBe(1);
});

test('URLs and encodings are cached separately', async () => {
  const responses = [
    await ask('/jokes?page=1', { 'accept-encoding': 'br' }),
    await ask('/jokes?page=2', { 'accept-encoding': 'br' }),
    await ask('/jokes?page=1', { 'accept-encoding': 'gzip' }),
  ];
  expect(built).toBe(3);
  const encodings = responses.map(({ headers }) => [headers['content-encoding'], headers['vary']]);
  expect(encodings).toEqual(['br', 'br', null].map((encoding) => [encoding, 'Accept-Encoding']));
  expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(3);
});

test(
  'it is not used once the catalog is due, which may have changed',
  { tags: 'S22' },
  async () => {
    await ask('/jokes');
    catalog.isDue = true;
    await ask('/jokes');
    expect(built).toBe(2);
    catalog.isDue = false;
    await ask('/jokes');
    expect(built).toBe(2);
  },
);

test(
  'the CDN caches what was built from an old catalog for ten seconds',
  { tags: 'S22' },
  async () => {
    const kept = async () => (await ask('/jokes')).headers['cache-control'];
    expect(await kept()).toBe('public, max-age=0, s-maxage=60');
    catalog = { isDue: true, isOld: true };
    expect(await kept()).toBe('public, max-age=0, s-maxage=10');
  },
);

test('it is built again after a change, and without one after ten seconds', async () => {
  await ask('/jokes');
  now += TEN_SECONDS - 1;
  await ask('/jokes');
  expect(built).toBe(1);
  now += 1;
  await ask('/jokes');
  expect(built).toBe(2);
  version = 2;
  expect((await ask('/jokes')).text).toBe('/jokes in version 2');
});

test('a request with a bearer neither uses nor fills the cache', async () => {
  const bearer = { authorization: 'Bearer token' };
  await ask('/jokes', bearer);
  await ask('/jokes');
  await ask('/jokes', bearer);
  expect(built).toBe(3);
});

test('the response to a HEAD request is not cached', async () => {
  await ask('/jokes', {}, 'HEAD');
  expect((await ask('/jokes')).text).toBe('/jokes in version 1');
});

test('a large response is not cached', async () => {
  await ask('/large');
  await ask('/large');
  expect(built).toBe(2);
});

test('at most 500 are cached, and the least recently used are evicted', async () => {
  await ask('/first');
  await ask('/second');
  for (let number = 0; number < 498; number += 1) await ask(`/${number}`);
  await ask('/first');
  await ask('/one-more');
  built = 0;
  await ask('/first');
  expect(built).toBe(0);
  await ask('/second');
  expect(built).toBe(1);
});
