// @module-tag S15
import { beforeEach, expect, test } from 'vitest';
import { API_BASE_PATH, endpoints, type Endpoint } from '../../../functions/src/contract/index.ts';
import { pages, type Route } from '../../../functions/src/contract/routes.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages([aJoke(1)]);
const ORIGIN = 'https://blog.example';

beforeEach(() => running.restart({ loadRenderer }));

const table: [string, Endpoint][] = Object.entries(endpoints);
const pageTable: [string, Route][] = Object.entries(pages);

/** The public GET calls that other sites have no use for: a receipt is its submitter's. */
const NOT_SHARED = ['getSubmission', 'getAdminSetup'];

const isPublicGet = ({ method, access }: Endpoint) =>
  method === 'GET' && access.startsWith('anyone');
const queries: Readonly<Record<string, string>> = {
  listImageStatus: '?joke_ids=1',
  searchJokes: '?q=chuck',
};

const send = (path: string, init: RequestInit = {}) => fetch(running.api.url + path, init);
const fromElsewhere = { origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };

/** The names and values of a response's headers about other sites. */
function shared({ headers }: Response): Record<string, string> {
  const isAbout = (name: string) => /^(access-control|cross-origin-resource)-/.test(name);
  return Object.fromEntries([...headers].filter(([name]) => isAbout(name)));
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
};

/** A URL of a call, and one that it refuses. */
async function urlsOf(name: string, path: string): Promise<{ good: string; bad: string }> {
  const file = path.includes('{name}') && (await running.generate(1)).status === 200;
  const filled = path
    .replace('{id}', '1')
    .replace('{name}', file ? `${await running.imageOf(1)}-320.webp` : '');
  return {
    good: filled + (queries[name] ?? ''),
    bad: path.includes('{') ? path.replace(/\{\w+\}/, '999') : `${filled}?unknown=1`,
  };
}

/** How a browser asks whether a script may send a request. */
const preflight = (path: string, method: string, headers = '') =>
  send(path, {
    method: 'OPTIONS',
    headers: {
      ...fromElsewhere,
      'access-control-request-method': method,
      ...(headers !== '' && { 'access-control-request-headers': headers }),
    },
  });

test('every public GET call is shared with other sites or listed as one that is not, and no other call is shared', () => {
  const isShared = table.filter(([, { anyOrigin }]) => anyOrigin).map(([name]) => name);
  const expected = table.filter(([, each]) => isPublicGet(each)).map(([name]) => name);
  expect([...isShared, ...NOT_SHARED].toSorted()).toEqual(expected.toSorted());
});

const sharedCalls = [
  ...table
    .filter(([, { anyOrigin }]) => anyOrigin)
    .map(([name, { path }]) => [name, API_BASE_PATH + path] as const),
  ...pageTable
    .filter(([, { anyOrigin }]) => anyOrigin)
    .map(([name, { path }]) => [name, path] as const),
];

test.each(sharedCalls)(
  '%s may be read by scripts of any site, but not with a bearer',
  async (name, path) => {
    const { good, bad } = await urlsOf(name, path);
    for (const headers of [{}, { origin: ORIGIN }, fromElsewhere]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(good, { method, headers });
        expect(answer.status).toBe(200);
        expect(shared(answer)).toEqual(ANY_ORIGIN);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{32,36}$/);
        expect(answer.headers.get('vary') ?? '').not.toMatch(/origin/i);
      }
    }
    const refused = await send(bad, { headers: fromElsewhere });
    // Feeds and files ignore what they do not know.
    expect(path.startsWith(API_BASE_PATH) ? [404, 422] : [200]).toContain(refused.status);
    expect(shared(refused)).toEqual(ANY_ORIGIN);
    const known = (await send(good)).headers.get('etag');
    if (known !== null) {
      const unchanged = await send(good, {
        headers: { 'if-none-match': known, 'cache-control': 'max-age=0' },
      });
      expect([unchanged.status, shared(unchanged)]).toEqual([304, ANY_ORIGIN]);
    }
    const authorization = `Bearer ${ADMIN_BEARER}`;
    expect(shared(await send(good, { headers: { authorization } }))).toEqual({});
    expect(shared(await send(bad, { headers: { authorization } }))).toEqual({});

    const allowed = await preflight(good, 'GET', 'if-none-match');
    expect(allowed.status).toBe(204);
    expect(shared(allowed)).toEqual({
      ...ANY_ORIGIN,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringMatching(/\bIf-None-Match\b/),
      'access-control-max-age': '7200',
    });
    expect(allowed.headers.get('access-control-allow-headers')).not.toMatch(/authorization|\*/i);
    expect(allowed.headers.get('cache-control')).toBe('private, no-store');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'get', '*']) {
      const refused = await preflight(good, method);
      expect([method, refused.status, shared(refused)]).toEqual([method, 405, {}]);
    }
  },
);

const otherCalls = [
  ...table
    .filter(([, { anyOrigin }]) => !anyOrigin)
    .map(([name, { method, path }]) => [name, method, API_BASE_PATH + path] as const),
  ...pageTable
    .filter(([, { anyOrigin }]) => !anyOrigin)
    .map(([name, { path }]) => [name, 'GET', path] as const),
];

test('every other call and page gives scripts of other sites nothing', async () => {
  for (const [name, method, path] of otherCalls) {
    const url = path.replace(/\{\w+\}/g, '1');
    const answers = [
      await send(url, { method, headers: fromElsewhere }),
      await send(url, { method, headers: { origin: running.api.url } }),
      await preflight(url, 'POST', 'content-type'),
      await preflight(url, method === 'GET' ? 'PUT' : method, 'authorization'),
    ];
    for (const answer of answers) expect([name, shared(answer)]).toEqual([name, {}]);
    expect(answers.slice(2).map(({ status }) => status)).toEqual([405, 405]);
  }
});

test('neither do unknown paths and wrong methods of shared calls', async () => {
  for (const [method, path] of [
    ['GET', `${API_BASE_PATH}/nothing`],
    ['OPTIONS', `${API_BASE_PATH}/nothing`],
    ['POST', `${API_BASE_PATH}/jokes`],
    ['DELETE', `${API_BASE_PATH}/jokes/1`],
    ['GET', '/no/page'],
  ] as const) {
    expect(shared(await send(path, { method, headers: fromElsewhere }))).toEqual({});
  }
});
