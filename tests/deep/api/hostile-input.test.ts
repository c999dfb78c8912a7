// @module-tag S13
import { once } from 'node:events';
import { IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COMPAT_BASE_PATH,
  endpoints,
  errorBody,
  type Endpoint,
} from '../../../functions/src/contract/index.ts';
import { startHosting, type Hosting } from '../../../local/stack/hosting/hosting.ts';
import { hostileBodies, sendHostile } from '../../support/hostile-bodies.ts';
import { ADMIN_BEARER, type Answer } from '../../support/api-site.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages(someJokes(60));

const table: [string, Endpoint][] = Object.entries(endpoints);

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '%00',
    "'; DROP TABLE jokes; --",
    '{"$gt":""}',
    '<svg onload=alert(1)>',
    '\uD800',
    '9'.repeat(400),
    '-0',
    'NaN',
    'http://[',
  ),
);
const hostileValue = fc.oneof(hostileText, fc.jsonValue(), fc.double(), fc.maxSafeInteger());
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const names = ['page', 'per_page', 'status', 'search', 'q', 'joke_id', 'rating_num', 'joke_text'];
const hostileRecord = fc.dictionary(
  fc.oneof(fc.constantFrom(...names), hostileText),
  hostileValue,
  { maxKeys: 4 },
);

function expectSpecifiedShape(answer: Answer, endpoint: Endpoint): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expect(errorBody.safeParse(answer.body).success).toBe(true);
  else expect(endpoint.output?.safeParse(answer.body).success).toBe(true);
}

describe.each(table)('%s', (_name, endpoint) => {
  test('answers hostile input in the specified shape and never with a 5xx', async () => {
    const inputs = fc.record({ part: hostileText, query: hostileRecord, body: hostileRecord });
    await fc.assert(
      fc.asyncProperty(inputs, async ({ part, query, body }) => {
        const path = endpoint.path.replace(/\{\w+\}/, encoded(part) || '_');
        const search = new URLSearchParams(
          Object.entries(query).map(([key, value]): [string, string] => [
            key,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        );
        const answer = await running.api.request(`${path}?${search.toString()}`, {
          method: endpoint.method,
          bearer: ADMIN_BEARER,
          ...(endpoint.method === 'GET' ? {} : { body }),
        });
        expectSpecifiedShape(answer, endpoint);
      }),
      { numRuns: 40 },
    );
  });

  test('answers malformed bodies in the specified shape', async () => {
    for (const body of ['{', '[]', 'null', '"', '\u0000', '{"a":1}{', '1'.repeat(20_000)]) {
      const answer = await running.api.request(endpoint.path.replace(/\{\w+\}/, '1'), {
        method: endpoint.method === 'GET' ? 'POST' : endpoint.method,
        bearer: ADMIN_BEARER,
        body,
      });
      expectSpecifiedShape(answer, endpoint);
    }
  });
});

test('hostile addresses get a page and never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (text, query) => {
      const [part, search] = [encoded(text), encoded(query)];
      const compat = `${COMPAT_BASE_PATH}/jokes/search?query=${search}&name=${part}`;
      expect((await fetch(running.api.url + compat)).status).toBeLessThan(500);
      for (const path of [`/${part}`, `/fact/${part}`, `/embed/${part}`, `/embed/fact/${part}`]) {
        const response = await fetch(`${running.api.url}${path}?x=${search}&part=${search}`);
        expect(response.status, path).toBeLessThan(500);
        expect(response.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await response.text()).not.toContain('<svg onload');
      }
    }),
    { numRuns: 60 },
  );
});

test(
  'hostile bodies are refused without the Functions Framework as they are with it',
  { tags: ['X1', 'S9'] },
  async () => {
    for (const hostile of hostileBodies) {
      const { status, body } = await sendHostile(running.api.url, hostile);
      expect([hostile.what, status]).toEqual([hostile.what, hostile.status]);
      expect(errorBody.safeParse(body).success).toBe(true);
    }
  },
);

describe('a HEAD with a body is answered', { tags: 'X1' }, () => {
  let hosting: Hosting;
  beforeAll(async () => {
    const functionOrigin = () => running.api.url;
    hosting = await startHosting({ port: 0, functionOrigin, authOrigin: null });
  });
  afterAll(() => hosting.stop());

  test.each([
    ['by the function', () => running.api.url],
    ['through Hosting', () => hosting.origin],
  ])('%s', async (_where, origin) => {
    for (const length of [{ 'content-length': 2 }, { 'transfer-encoding': 'chunked' }]) {
      const headers = { 'content-type': 'application/json', ...length };
      const url = `${origin()}/api/v1/jokes`;
      const sent = httpRequest(url, { method: 'HEAD', agent: false, headers });
      const [answer]: unknown[] = await once(sent.end('{}'), 'response');
      expect(answer).toMatchObject({ statusCode: 200 });
      sent.destroy();
    }
  });
});

/** Sends a path unchanged; fetch would normalize it. */
async function rawGet(path: string, headers: Record<string, string> = {}) {
  const request = httpRequest(running.api.url, { path, headers, agent: false });
  const [response]: unknown[] = await once(request.end(), 'response');
  if (!(response instanceof IncomingMessage)) throw new Error('No response');
  const body: unknown = JSON.parse(await text(response));
  return { status: response.statusCode ?? 0, body };
}

test.each([
  '/api/v1/jokes/%',
  '/api/v1/images/status/%E0%A4%A',
  '/api/v1/images/files/..%2F..%2Fpackage.json',
  '/api/v1/jokes/../../x',
  '/api/v1/jokes?page=%FF',
])('the path %s gets an error in the specified shape', async (path) => {
  const answer = await rawGet(path);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(errorBody.safeParse(answer.body).success).toBe(true);
});

test.each([
  ['cookie', '__session=%%%'],
  ['authorization', 'Basic abc'],
  ['authorization', 'Bearer'],
  ['x-forwarded-for', ':::::::::1'],
  ['if-none-match', '"""'],
  ['x-cloud-trace-context', '/////'],
  ['range', 'bytes=9999-'],
])('the header %s: %s is harmless', async (name, value) => {
  const answer = await rawGet('/api/v1/jokes', { [name]: value });
  expect([200, 401]).toContain(answer.status);
});
