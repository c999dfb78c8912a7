import { once } from 'node:events';
import { createServer, request as openRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { pages } from '../../../functions/src/contract/routes.ts';
import { wrongSecurityHeaders } from '../../../scripts/smoke.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { useHosting } from '../../../tests/support/local/use-hosting.ts';

const hosting = useHosting();

const OF_THE_FUNCTION = [
  ...Object.values(pages).map(({ path }) => path.replace(/\{\w+\}/, '42')),
  '/top-100?page=2',
  '/Top-100',
  '/About/',
  '//fact/42',
  '/no/such/page',
  '/api/v1/jokes',
  '/api/v1/images/files/a-640.webp',
  '/api/v1/none.js',
];

describe.each(OF_THE_FUNCTION)('%s', (path) => {
  test.each([200, 302, 404, 405, 503])(
    'reaches the function, whose Cache-Control stays in a response %i, with the security headers',
    { tags: ['S14', 'S16'] },
    async (status) => {
      for (const value of ['public, max-age=0, s-maxage=7', 'private, no-store', '']) {
        const seen: (string | undefined)[] = [];
        hosting.answer(({ url }, response) => {
          seen.push(url);
          if (value !== '') response.setHeader('cache-control', value);
          if (status === 302) response.setHeader('location', '/elsewhere');
          response.writeHead(status).end();
        });
        const response = await fetch(hosting.origin + path, { redirect: 'manual' });
        expect(seen).toEqual([path]);
        expect(response.status).toBe(status);
        // Hosting takes a response without the header for a private one.
        expect(response.headers.get('cache-control')).toBe(value === '' ? 'private' : value);
        expect(wrongSecurityHeaders(response.headers, path)).toBe('');
      }
    },
  );

  test('is a 503 that is not stored while the function is down', { tags: 'S16' }, async () => {
    await hosting.stopFunction();
    const { status, headers } = await fetch(hosting.origin + path);
    expect(status).toBe(503);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(wrongSecurityHeaders(headers, path)).toBe('');
  });
});

test('paths that no file can have reach the function unchanged', { tags: 'X11' }, async () => {
  const long = 'x'.repeat(300);
  for (const path of [
    `/api/v1/jokes/${long}`,
    '/api/v1/jokes/%',
    '/%',
    `/${'%C3%A9'.repeat(126)}`,
  ]) {
    expect(await hosting.seenByFunction(path)).toMatchObject({ method: 'GET', url: path });
  }
});

test('__session is the only cookie that reaches the function', async () => {
  const cookie = 'a=1; __session=voter; my__session=no; __session2=no';
  const seen = await hosting.seenByFunction('/api/v1/jokes', { headers: { cookie } });
  expect(seen.headers.get('cookie')).toBe('__session=voter');
  const other = await hosting.seenByFunction('/api/v1/jokes', { headers: { cookie: 'a=1; b=2' } });
  expect(other.headers.get('cookie')).toBeNull();
});

test("the client's address is appended to X-Forwarded-For, and a forwarded host from the client is ignored", async () => {
  const plain = await hosting.seenByFunction('/api/v1/jokes');
  expect(plain.headers.get('x-forwarded-for')).toBe('127.0.0.1');
  const claimed = await hosting.seenByFunction('/api/v1/jokes', {
    headers: { 'x-forwarded-for': '8.8.8.8', 'x-forwarded-host': 'x', 'x-forwarded-proto': 'x' },
  });
  expect(claimed.headers.get('x-forwarded-for')).toBe('8.8.8.8, 127.0.0.1');
  expect(claimed.headers.get('x-forwarded-host')).toBe(new URL(hosting.origin).host);
  expect(claimed.headers.get('x-forwarded-proto')).toBe('http');
});

test.each([
  ['private, no-store', ['__session=1; Path=/', 'b=2']],
  [undefined, ['__session=1; Path=/', 'b=2']],
  ['public, s-maxage=60', []],
  ['no-store', []],
])('with Cache-Control %s, the response sets the cookies %j', async (cacheControl, cookies) => {
  hosting.answer((_, response) => {
    if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
    response.setHeader('set-cookie', ['__session=1; Path=/', 'b=2']);
    response.end();
  });
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.headers.getSetCookie()).toEqual(cookies);
  expect(response.headers.get('cache-control')).toBe(cacheControl ?? 'private');
});

test('Vary names the headers in the cache key of Hosting', async () => {
  hosting.answer((_, response) => response.setHeader('vary', 'Origin, accept-encoding').end());
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.headers.get('vary')).toBe('Origin, accept-encoding, Authorization, Cookie');
});

test('a body is streamed: its beginning arrives before the function has sent all of it', async () => {
  const sent = Promise.withResolvers<void>();
  hosting.answer(async (_, response) => {
    response.write('first ');
    await sent.promise;
    response.end('last');
  });
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('first ');
  sent.resolve();
  const last = await reader?.read();
  expect(new TextDecoder().decode(last?.value)).toBe('last');
});

test('a client whose body the function refuses gets the response, and can send the rest', async () => {
  hosting.answer((_request, response) => void response.writeHead(413).end());
  const sent = openRequest(hosting.origin + '/api/v1/ratings', {
    method: 'POST',
    headers: { connection: 'keep-alive', 'transfer-encoding': 'chunked' },
  });
  const answered = once(sent, 'response');
  sent.write('{');
  expect(await answered).toMatchObject([{ statusCode: 413 }]);
  // More than the connection holds.
  sent.end(Buffer.alloc(32 * 1024 * 1024));
  await once(sent, 'finish');
});

test('a request that the client aborts is also aborted at the function', async () => {
  const abandoned = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  hosting.answer((_, response) => {
    response.on('close', () => abandoned.resolve());
    arrived.resolve();
  });
  const controller = new AbortController();
  const request = fetch(`${hosting.origin}/api/v1/jokes`, { signal: controller.signal });
  await arrived.promise;
  controller.abort();
  await expect(request).rejects.toThrow();
  await abandoned.promise;
});

test('if the function closes the connection, the response is 502', async () => {
  hosting.answer((request) => request.socket.destroy());
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ detail: 'The function closed the connection.' });
});

test('a request that reaches the time limit gets 504', async () => {
  hosting.answer(() => undefined);
  const server = createServer(createFunctionProxy(() => hosting.functionOrigin, 1));
  server.listen(0, LOOPBACK);
  const response = await fetch(`http://${LOOPBACK}:${await listeningPort(server)}/`);
  expect(response.status).toBe(504);
  expect(await response.text()).toContain('The request took too long.');
  await closeServer(server);
});
