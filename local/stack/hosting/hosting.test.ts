import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as openRequest, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pages } from '../../../functions/src/http/pages.ts';
import { wrongSecurityHeaders } from '../../../scripts/security-headers.ts';
import { paths } from '../../../web/src/paths.ts';
import { firebaseJsonSection, root } from '../firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { startHosting, type Hosting } from './hosting.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

const AUTH_ORIGIN = 'http://127.0.0.1:9099';

let folder: string;
let functionServer: Server;
let answer: (...message: Parameters<RequestListener>) => unknown;
let hosting: Hosting;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hosting-'));
  mkdirSync(join(folder, 'web/dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'web/dist/about.html'), '<title>about</title>');
  writeFileSync(join(folder, 'web/dist/app.html'), '<title>app</title>');
  writeFileSync(join(folder, 'web/dist/404.html'), '<title>not found</title>');
  writeFileSync(join(folder, 'web/dist/assets/app.js'), 'start()');
  writeFileSync(join(folder, 'firebase.json'), readFileSync(join(root, 'firebase.json')));
  answer = (_, response) => response.end();
  functionServer = createServer((request, response) => answer(request, response));
  functionServer.listen(0, LOOPBACK);
  const functionOrigin = `http://${LOOPBACK}:${await listeningPort(functionServer)}`;
  hosting = await startHosting({
    port: 0,
    functionOrigin: () => functionOrigin,
    authOrigin: AUTH_ORIGIN,
    folder,
  });
});

afterEach(async () => {
  await hosting.stop();
  await closeServer(functionServer);
  rmSync(folder, { recursive: true });
});

/** Sends a request and returns it as it reached the function. */
async function seenByFunction(path: string, init: RequestInit = {}) {
  let seen = { method: '', url: '', headers: new Headers(), body: '' };
  answer = async (request, response) => {
    const { method = '', url = '' } = request;
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    seen = { method, url, headers, body: await text(request) };
    response.end();
  };
  await fetch(hosting.origin + path, init);
  return seen;
}

async function policyOf(path: string): Promise<string | null> {
  return (await fetch(hosting.origin + path)).headers.get('content-security-policy');
}

test('a file is served with the headers of firebase.json', { tags: 'S16' }, async () => {
  const response = await fetch(`${hosting.origin}/assets/app.js`);
  expect(await response.text()).toBe('start()');
  expect(response.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=3600');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

// A header rule can't depend on the status: a 404 has the same headers as a file.
test(
  'a script that was missing during a deployment is requested again after a minute',
  { tags: ['S16', 'X9'] },
  async () => {
    const { status, headers } = await fetch(`${hosting.origin}/assets/of-another-version.js`);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=([0-5]?\d|60), s-maxage=3600$/);
  },
);

test.each([
  ['/about', 200, '<title>about</title>'],
  ['/admin', 200, '<title>app</title>'],
  ['/admin/queue', 200, '<title>app</title>'],
  ['/nothing/here', 404, '<title>not found</title>'],
])('%s gets %i and its page', async (path, status, page) => {
  const response = await fetch(`${hosting.origin}${path}`);
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(page);
});

/** The pages and files at the root that a build writes. */
const OF_THE_BUILD = [
  paths.submit,
  paths.about,
  paths.factsArchive,
  paths.history,
  paths.login,
  paths.admin,
  paths.adminQueue,
  paths.adminLog,
  paths.hiddenAdmin,
  paths.hiddenAdminQueue,
  paths.hiddenAdminLog,
  paths.setupAdmin,
  '/sw.js',
  '/robots.txt',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/social-card.png',
  '/icons/icon-192.png',
  '/screenshots/home.png',
];

test.each(OF_THE_BUILD)(
  'browsers revalidate %s, so that no page outlives the files it names',
  { tags: 'S16' },
  async (path) => {
    const { headers } = await fetch(hosting.origin + path);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=3600');
  },
);

const OF_THE_FUNCTION = [
  ...Object.values(pages).map(({ path }) => path.replace('{id}', '42')),
  '/?page=2',
  '/top-100?page=2',
  '/fact/a/b',
  '/fact/9.js',
  '/sitemap.xml?part=2',
  '/api/v1/jokes',
  '/api/v1/admin/me',
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
        answer = ({ url }, response) => {
          seen.push(url);
          if (value !== '') response.setHeader('cache-control', value);
          if (status === 302) response.setHeader('location', '/elsewhere');
          response.writeHead(status).end();
        };
        const response = await fetch(hosting.origin + path, { redirect: 'manual' });
        expect(seen).toEqual([path]);
        expect(response.status).toBe(status);
        // Hosting takes a response without the header for a private one.
        expect(response.headers.get('cache-control')).toBe(value === '' ? 'private' : value);
        expect(wrongSecurityHeaders(response.headers)).toBe('');
      }
    },
  );

  test('is a 503 that is not stored while the function is down', { tags: 'S16' }, async () => {
    await closeServer(functionServer);
    const { status, headers } = await fetch(hosting.origin + path);
    expect(status).toBe(503);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(wrongSecurityHeaders(headers)).toBe('');
  });
});

test.each([
  ['/about.html', '/about'],
  ['/about/', '/about'],
])('%s redirects to %s with the security headers', { tags: 'S14' }, async (path, location) => {
  const { status, headers } = await fetch(hosting.origin + path, { redirect: 'manual' });
  expect(status).toBe(301);
  expect(headers.get('location')).toBe(location);
  expect(wrongSecurityHeaders(headers)).toBe('');
});

test('a path that climbs out of the site is not served', async () => {
  const request = openRequest(hosting.origin, { path: '/assets/../../../firebase.json' });
  request.end();
  const [response] = await once(request, 'response');
  expect(await text(response)).not.toContain('rewrites');
});

test('the content security policy allows the Auth emulator and is otherwise that of firebase.json', async () => {
  const declared = JSON.stringify(firebaseJsonSection('hosting'));
  const policy = await policyOf('/');
  expect(policy).toMatch(/connect-src 'self' [^;]*http:\/\/127\.0\.0\.1:9099;/);
  expect(declared).toContain(policy?.replace(` ${AUTH_ORIGIN}`, ''));
  expect(await policyOf('/api/v1/jokes')).toBe(policy);
});

test('the site learns its Firebase project and the origin of the Auth emulator', async () => {
  const response = await fetch(`${hosting.origin}/__/firebase/init.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    apiKey: expect.any(String),
    projectId: 'demo-chuck-norris-facts',
    authEmulatorOrigin: AUTH_ORIGIN,
  });
});

test('requests below /api reach the function with method, path, query and body', async () => {
  const seen = await seenByFunction('/api/v1/jokes/?q=%C3%A9%2F&x=', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"joke_text":"…"}',
  });
  expect(seen.method).toBe('POST');
  expect(seen.url).toBe('/api/v1/jokes/?q=%C3%A9%2F&x=');
  expect(seen.headers.get('content-type')).toBe('application/json');
  expect(seen.body).toBe('{"joke_text":"…"}');
});

const TOO_LONG = 'x'.repeat(300);

test('paths that no file can have get the 404 page', { tags: 'X11' }, async () => {
  const accents = 'é'.repeat(126);
  const paths = ['/%', '/a%zz/b', '/%ff', `/${TOO_LONG}`, `/${accents}`, `/assets/${TOO_LONG}.js`];
  for (const path of paths) {
    const response = await fetch(hosting.origin + path);
    expect(response.status, path).toBe(404);
    expect(await response.text()).toBe('<title>not found</title>');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  for (const path of [`/api/v1/jokes/${TOO_LONG}`, '/api/v1/jokes/%', '/fact/%zz']) {
    expect(await seenByFunction(path)).toMatchObject({ method: 'GET', url: path });
  }
});

test('HTTP/1.0 without a host is refused with 400', { tags: 'X11' }, async () => {
  const { hostname, port } = new URL(hosting.origin);
  for (const path of ['/', '/api/v1/jokes']) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test('a 404 page of the function is passed on', async () => {
  answer = (_, response) => response.writeHead(404).end('<title>no such fact</title>');
  const response = await fetch(`${hosting.origin}/fact/0`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('<title>no such fact</title>');
});

test('__session is the only cookie that reaches the function', async () => {
  const cookie = 'a=1; __session=voter; my__session=no; __session2=no';
  const seen = await seenByFunction('/api/v1/jokes', { headers: { cookie } });
  expect(seen.headers.get('cookie')).toBe('__session=voter');
  const other = await seenByFunction('/api/v1/jokes', { headers: { cookie: 'a=1; b=2' } });
  expect(other.headers.get('cookie')).toBeNull();
});

test("the client's address is appended to X-Forwarded-For, and a forwarded host from the client is ignored", async () => {
  const plain = await seenByFunction('/api/v1/jokes');
  expect(plain.headers.get('x-forwarded-for')).toBe('127.0.0.1');
  const claimed = await seenByFunction('/api/v1/jokes', {
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
  answer = (_, response) => {
    if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
    response.setHeader('set-cookie', ['__session=1; Path=/', 'b=2']);
    response.end();
  };
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.headers.getSetCookie()).toEqual(cookies);
  expect(response.headers.get('cache-control')).toBe(cacheControl ?? 'private');
});

test('Vary names the headers in the cache key of Hosting', async () => {
  answer = (_, response) => response.setHeader('vary', 'Origin, accept-encoding').end();
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.headers.get('vary')).toBe('Origin, accept-encoding, Authorization, Cookie');
});

test('status, ETag and a compressed body arrive unchanged', async () => {
  const packed = gzipSync('{"detail":"gone"}');
  answer = (_, response) => {
    response.writeHead(410, { etag: '"v1"', 'content-encoding': 'gzip' });
    response.end(packed);
  };
  const request = openRequest(`${hosting.origin}/api/v1/jokes/1`);
  request.end();
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(410);
  expect(response.headers.etag).toBe('"v1"');
  expect(Buffer.concat(await response.toArray())).toEqual(packed);
});

test('a 304 arrives without a body', async () => {
  answer = (request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200, { etag: '"v1"' });
    response.end();
  };
  const headers = { 'if-none-match': '"v1"' };
  const response = await fetch(`${hosting.origin}/api/v1/jokes`, { headers });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
});

test('a 404 of the API is not replaced with the site’s 404 page', async () => {
  answer = (_, response) => response.writeHead(404).end('{"detail":"Joke not found"}');
  const response = await fetch(`${hosting.origin}/api/v1/jokes/0`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('{"detail":"Joke not found"}');
});

test('a body is streamed: its beginning arrives before the function has sent all of it', async () => {
  const sent = Promise.withResolvers<void>();
  answer = async (_, response) => {
    response.write('first ');
    await sent.promise;
    response.end('last');
  };
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('first ');
  sent.resolve();
  const last = await reader?.read();
  expect(new TextDecoder().decode(last?.value)).toBe('last');
});

test('a request that the client aborts is also aborted at the function', async () => {
  const abandoned = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  answer = (_, response) => {
    response.on('close', () => abandoned.resolve());
    arrived.resolve();
  };
  const controller = new AbortController();
  const request = fetch(`${hosting.origin}/api/v1/jokes`, { signal: controller.signal });
  await arrived.promise;
  controller.abort();
  await expect(request).rejects.toThrow();
  await abandoned.promise;
});

test('while the function is down, the API answers 503 and the site still works', async () => {
  await closeServer(functionServer);
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ detail: 'The function is not running.' });
  expect((await fetch(`${hosting.origin}/about`)).status).toBe(200);
});

test('if the function closes the connection, the response is 502', async () => {
  answer = (request) => request.socket.destroy();
  const response = await fetch(`${hosting.origin}/api/v1/jokes`);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ detail: 'The function closed the connection.' });
});

test('a request that reaches the time limit gets 504', async () => {
  answer = () => undefined;
  const port = await listeningPort(functionServer);
  const server = createServer(createFunctionProxy(() => `http://${LOOPBACK}:${port}`, 1));
  server.listen(0, LOOPBACK);
  const response = await fetch(`http://${LOOPBACK}:${await listeningPort(server)}/`);
  expect(response.status).toBe(504);
  expect(await response.text()).toContain('The request took too long.');
  await closeServer(server);
});
