import express from 'express';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { createResponseCache } from './response-cache.ts';
import { disconnection } from './routing.ts';

const TEN_SECONDS = 10_000;
/** Large even when compressed. */
const LARGE = Array.from({ length: 200_000 }, () => Math.random().toString(36)[2]).join('');

let origin: string;
let now: number;
let version: number;
let catalog: { isDue: boolean; isOld: boolean };
let built: number;
/** how many responses lost their client */
let abandoned: number;
/** the sizes of the texts that were compressed, or are being compressed */
let compressed: ('small' | 'large')[];
/** what those of a size wait for */
let held: Record<(typeof compressed)[number], Promise<void>>;

/** Holds back compressions of a size. @returns what lets them go on */
function holdCompressions(size: keyof typeof held): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held[size] = promise;
  return resolve;
}

async function compress(text: Buffer): Promise<Buffer> {
  const size = text.length < LARGE.length ? 'small' : 'large';
  compressed.push(size);
  await held[size];
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

beforeEach(async () => {
  now = 1;
  version = 1;
  catalog = { isDue: false, isOld: false };
  built = 0;
  abandoned = 0;
  compressed = [];
  held = { small: Promise.resolve(), large: Promise.resolve() };
  const app = express().set('etag', 'strong');
  const responseCache = createResponseCache(
    { contentVersion: () => version, isDue: () => catalog.isDue, isOld: () => catalog.isOld },
    () => now,
    compress,
  );
  app.use(responseCache.serveCached);
  app.get('/{*path}', (request, response) => {
    built += 1;
    const signal = disconnection(response);
    response.once('close', () => (abandoned += response.writableFinished ? 0 : 1));
    const text = request.path.startsWith('/large')
      ? `${LARGE}${version}`
      : `${request.originalUrl} in version ${version}`;
    return responseCache.send(request, response, {
      operation: 'listJokes',
      cache: { seconds: 60 },
      type: 'json',
      text,
      isRepeated: true,
      version,
      signal,
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

test('what a client has already is not sent again', async () => {
  const etag = (await ask('/jokes')).headers['etag'] ?? '';
  // Otherwise fetch adds `Cache-Control: no-cache`, which asks for the text.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect(await ask('/jokes', headers)).toMatchObject({ status: 304, text: '' });
  expect(built).toBe(1);
});

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

describe('work for many at once', { tags: 'P26' }, () => {
  const brotli = { 'accept-encoding': 'br' };

  test('nothing is compressed for HEAD', async () => {
    for (const path of ['/jokes', '/large']) {
      expect(await ask(path, brotli, 'HEAD')).toMatchObject({ status: 200, text: '' });
    }
    expect(compressed).toEqual([]);
  });

  test.each(['br', 'identity'])(
    'a large response is built once in ten seconds: %s',
    async (accepted) => {
      for (let time = 0; time < 3; time += 1) await ask('/large', { 'accept-encoding': accepted });
      expect(built).toBe(1);
      now += TEN_SECONDS;
      await ask('/large', { 'accept-encoding': accepted });
      expect(built).toBe(2);
    },
  );

  test('forty requests for a large response compress it once, and later ones until it changes', async () => {
    const release = holdCompressions('large');
    const asked = Array.from({ length: 40 }, () => ask('/large', brotli));
    await expect.poll(() => built).toBe(40);
    release();
    for (const { text } of await Promise.all(asked)) expect(text).toBe(`${LARGE}1`);
    now += TEN_SECONDS;
    await ask('/large', brotli);
    await ask('/large?page=2', brotli);
    expect(compressed).toEqual(['large']);
    version = 2;
    expect((await ask('/large', brotli)).text).toBe(`${LARGE}2`);
    expect(compressed).toEqual(['large', 'large']);
  });

  test('a page does not wait for the compression of a large response', async () => {
    const release = holdCompressions('large');
    const large = ask('/large', brotli);
    await expect.poll(() => compressed).toEqual(['large']);
    expect((await ask('/jokes', brotli)).text).toBe('/jokes in version 1');
    release();
    expect((await large).text).toBe(`${LARGE}1`);
  });

  test.each(['small', 'large'] as const)(
    '%s responses are compressed one at a time, and none that nobody waits for anymore',
    async (size) => {
      const release = holdCompressions(size);
      const first = ask(`/${size}`, brotli);
      await expect.poll(() => compressed).toEqual([size]);
      const leaving = new AbortController();
      version = 2;
      const second = fetch(`${origin}/${size}`, { headers: brotli, signal: leaving.signal });
      await expect.poll(() => built).toBe(2);
      leaving.abort();
      await expect(second).rejects.toThrow('aborted');
      await expect.poll(() => abandoned).toBe(1);
      release();
      expect((await first).status).toBe(200);
      version = 3;
      await ask(`/${size}`, brotli);
      expect(compressed).toEqual([size, size]);
    },
  );
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
