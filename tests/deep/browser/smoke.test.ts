// @module-tag S14
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';
import { wrongSecurityHeaders } from '../../../scripts/security-headers.ts';
import { smoke } from '../../../scripts/smoke/smoke.ts';
import { paths } from '../../../web/src/paths.ts';
import { generateImages } from '../../support/e2e/first-view-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(25));

/**
 * Runs the smoke test through a proxy that changes responses. Returns the names of the checks that
 * did not pass.
 */
async function failures(
  change: (path: string, headers: Headers, status: number) => number = (_path, _headers, status) =>
    status,
): Promise<string[]> {
  const proxy = createServer((request, response) => {
    const path = request.url ?? '/';
    void (async () => {
      const answer = await fetch(site.origin + path, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          Object.entries(request.headersDistinct).map(([name, values]) => [name, String(values)]),
        ),
        body: request.method === 'POST' ? Buffer.concat(await request.toArray()) : null,
        redirect: 'manual',
      });
      const headers = new Headers(answer.headers);
      headers.delete('content-encoding');
      headers.delete('transfer-encoding');
      const status = change(path, headers, answer.status);
      const body = Buffer.from(await answer.arrayBuffer());
      headers.set('content-length', String(body.length));
      response.writeHead(status, Object.fromEntries(headers)).end(body);
    })();
  });
  const origin = `http://127.0.0.1:${await listeningPort(proxy.listen(0, '127.0.0.1'))}`;
  try {
    const failed: string[] = [];
    for await (const { check, outcome } of smoke(origin)) {
      if (outcome !== 'passed') failed.push(check);
    }
    return failed;
  } finally {
    await closeServer(proxy);
  }
}

test('the smoke test passes on this site and fails on changed responses', async () => {
  await generateImages(site.origin, 1);
  expect(await failures()).toEqual([]);
  const changed = await failures((path, headers, status) => {
    headers.delete('content-security-policy');
    if (path.startsWith('/api/v1/jokes')) headers.set('cache-control', 'public, s-maxage=600');
    if (path === '/newest') headers.set('cache-control', 'public, s-maxage=600');
    if (path === '/random') headers.set('cache-control', 'public, s-maxage=60');
    if (path.endsWith('.webp')) headers.set('content-type', 'image/png');
    if (path.startsWith('/assets/')) return 404;
    return status === 401 ? 200 : status;
  });
  expect(changed).toEqual(
    expect.arrayContaining([
      'page /newest',
      'files of the home page',
      'page /random',
      'security headers',
      'list /jokes/top',
      'an image',
      '404 for /api/v1/jokes/999999999',
      'calls of an administrator',
    ]),
  );
  expect(changed).not.toContain('health');
});

test('every screen, file and response has the security headers', async () => {
  for (const path of [
    ...Object.values(paths).filter((path) => path !== paths.joke && path !== paths.tag),
    '/tag/food',
    '/fact/2',
    '/fact/999',
    '/?page=abc',
    '/no/such/page',
    '/embed/fact/2',
    '/embed/nothing/here',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/sw.js',
    '/assets/of-another-version.js',
    '/favicon.svg',
    '/api/v1/jokes/999',
    '/api/v1/admin/me',
    '/api/v1/nothing',
  ]) {
    const { headers } = await fetch(site.origin + path, { redirect: 'manual' });
    expect(wrongSecurityHeaders(headers, path), path).toBe('');
  }
});
