import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { wrongSecurityHeaders } from '../../../scripts/smoke.ts';
import { paths } from '../../../web/src/paths.ts';
import { firebaseJsonSection } from '../firebase-json.ts';
import { AUTH_ORIGIN, useHosting } from '../../../tests/support/local/use-hosting.ts';

const hosting = useHosting();

async function policyOf(path: string): Promise<string | null> {
  return (await fetch(hosting.origin + path)).headers.get('content-security-policy');
}

// A header rule can't depend on the status: a 404 has the same headers as a file.
test(
  'a script that was missing during a deployment is requested again after a minute',
  { tags: ['S16', 'X9'] },
  async () => {
    hosting.answer((_, response) => response.writeHead(404).end());
    const { status, headers } = await fetch(`${hosting.origin}/assets/of-another-version.js`);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=([0-5]?\d|60), s-maxage=3600$/);
  },
);

/** A page, a screen and the files at the root that a build writes. */
const OF_THE_BUILD = [
  paths.about,
  paths.hiddenAdminLog,
  '/sw.js',
  '/robots.txt',
  '/llms.txt',
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

test.each([
  ['/favicon.ico', 'favicon-32.png'],
  ['/apple-touch-icon.png', 'apple-touch-icon.png'],
  ['/apple-touch-icon-120x120-precomposed.png', 'apple-touch-icon.png'],
])('%s, which browsers and readers ask for unasked, is %s', async (path, icon) => {
  const response = await fetch(hosting.origin + path);
  expect(await response.text()).toBe(icon);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=3600');
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

test('names that begin with a dot get the 404 page', async () => {
  const response = await fetch(`${hosting.origin}/.env`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('<title>not found</title>');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('HTTP/1.0 without a host is refused with 400', { tags: 'X11' }, async () => {
  const { hostname, port } = new URL(hosting.origin);
  for (const path of ['/', '/api/v1/jokes']) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
