// @module-tag S16
import { expect, test } from 'vitest';
import {
  API_BASE_PATH,
  endpoints,
  type CachePolicy,
  type Endpoint,
} from '../../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { urlOf, visitorReads } from '../../support/api/visitor-reads.ts';

const running = useImages([aJoke(1)]);
const PRIVATE = 'private, no-store';

const send = (address: string, init: RequestInit = {}) => fetch(running.api.url + address, init);

/** Cache-Control of a response that shared caches may store, or may not. */
function valueOf(policy: CachePolicy | undefined): string {
  if (!policy) return PRIVATE;
  const { seconds, browserSeconds = 0 } = policy;
  return `public, max-age=${browserSeconds}, s-maxage=${seconds}`;
}

test.each(visitorReads)(
  '$name sends Cache-Control and no cookie, also if it fails',
  async (read) => {
    const url = await urlOf(read, running);
    for (const init of [{}, { headers: { cookie: '__session=a.b' } }, { method: 'HEAD' }]) {
      const { status, headers } = await send(url, init);
      expect([status, headers.get('cache-control')]).toEqual([200, valueOf(read.cache)]);
      expect(headers.has('set-cookie')).toBe(false);
    }
    const wrong = read.path.replace(/\{\w+\}/, '999');
    for (const { ok, headers } of [
      await send(`${wrong}/nothing`),
      await send(url, { method: 'PATCH' }),
      ...(wrong === read.path ? [] : [await send(wrong)]),
    ]) {
      expect([ok, headers.get('cache-control')]).toEqual([false, PRIVATE]);
      expect(headers.has('set-cookie')).toBe(false);
    }
    for (const [bearer, expected] of read.isPersonal
      ? [
          [ADMIN_BEARER, 200],
          ['wrong', 401],
        ]
      : []) {
      const { status, headers } = await send(url, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect([status, headers.get('cache-control')]).toEqual([expected, PRIVATE]);
    }
  },
);

test('a 404 for an unknown URL is not cached', async () => {
  for (const path of ['/nothing', '/fact', '/fact/1/2', '/api', API_BASE_PATH, '/%ff']) {
    const { status, headers } = await send(path);
    expect([status, headers.get('cache-control')]).toEqual([404, PRIVATE]);
  }
});

test.each(Object.entries<Endpoint>(endpoints))(
  '%s says how it may be cached and which request it was; what sets a cookie is private',
  async (_name, { method, path, body }) => {
    const { headers } = await running.api.request(path.replace(/\{\w+\}/g, '1'), {
      method,
      ...(body && { body: { joke_id: 1, rating_num: 5 } }),
    });
    expect(headers.get('cache-control')).toMatch(
      headers.has('set-cookie') ? /^private, / : /^(public|private), /,
    );
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{32,36}$/);
    expect(headers.has('x-powered-by')).toBe(false);
  },
);
