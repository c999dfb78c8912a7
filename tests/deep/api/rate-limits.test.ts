import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints, pages, type Endpoint } from '../../../functions/src/contract/index.ts';
import { limits } from '../../../functions/src/domain/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useApi } from '../../support/api/use-api.ts';
import { siteTime } from '../../support/api-site.ts';

const running = useApi([aJoke(1), aJoke(2)]);
let now = 0;
beforeEach(() => {
  now = siteTime();
  return running.restart({ loadRenderer, clock: () => now });
});

/** A structured field (RFC 9651) that is a list of quotas: the numbers of each by its name. */
function quotasIn(field: string | null): Record<string, Record<string, number>> | null {
  if (field === null) return null;
  expect(field).toMatch(/^"[a-z-]+"(;[a-z]=\d+)+(, "[a-z-]+"(;[a-z]=\d+)+)*$/);
  const entries = field.split(', ').map((item): [string, Record<string, number>] => {
    const [name = '', ...numbers] = item.split(';');
    const pairs = numbers.map((each) => each.split('='));
    return [
      name.replaceAll('"', ''),
      Object.fromEntries(pairs.map(([k = '', v]) => [k, Number(v)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** What a response says about limits. */
function limitsIn(headers: Headers) {
  return {
    policy: quotasIn(headers.get('ratelimit-policy')),
    left: quotasIn(headers.get('ratelimit')),
    cached: headers.get('cache-control'),
  };
}

async function send(path: string, body?: unknown, cookie?: string) {
  const { status, headers } = await running.api.request(path, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: { 'x-forwarded-for': '203.0.113.7', ...(cookie !== undefined && { cookie }) },
  });
  return { status, headers, ...limitsIn(headers) };
}

const submit = (n: number) => send('/jokes/submit', { joke_text: `Chuck Norris counts to ${n}.` });
const PRIVATE = 'private, no-store';
const NOTHING = { policy: null, left: null };

test('a submission is told how many more its network may make, and one too many when it may', async () => {
  const { submissionsPerHour: q, submissionsPerHourPerWideNetwork: wide } = limits;
  const policy = { submissions: { q, w: 3_600 }, 'submissions-wide': { q: wide, w: 3_600 } };
  for (let n = 1; n <= q; n += 1) {
    expect(await submit(n)).toMatchObject({
      status: 201,
      policy,
      left: {
        submissions: { r: q - n, t: 3_600 - (n - 1) },
        'submissions-wide': { r: wide - n, t: 3_600 - (n - 1) },
      },
      cached: PRIVATE,
    });
    now += 1_000;
  }
  const refused = await submit(q + 1);
  expect(refused).toMatchObject({
    status: 429,
    policy: { submissions: { q, w: 3_600 } },
    left: { submissions: { r: 0, t: 3_600 - q } },
    cached: PRIVATE,
  });
  expect(refused.headers.get('retry-after')).toBe(String(3_600 - q));
});

test('a first vote and a report say what is left, a vote of a known browser counts for nothing', async () => {
  const { newVotersPerHour: voters, reportsPerHour: reports } = limits;
  const first = await send('/ratings', { joke_id: 1, rating_num: 5 });
  expect(first).toMatchObject({ status: 201, left: { 'new-voters': { r: voters - 1, t: 3_600 } } });
  const [cookie = ''] = first.headers.get('set-cookie')?.split(';') ?? [];
  const second = await send('/ratings', { joke_id: 2, rating_num: 5 }, cookie);
  expect(second).toMatchObject({ status: 201, ...NOTHING });
  const report = await send('/reports', { joke_id: 1, reason: 'other' }, cookie);
  expect(report).toMatchObject({ status: 201, left: { reports: { r: reports - 1 } } });
  const newcomer = await send('/reports', { joke_id: 1, reason: 'other' });
  expect(newcomer).toMatchObject({
    left: { reports: { r: reports - 2 }, 'new-voters': { r: voters - 2 } },
  });
});

test('the calls that the contract says count are those that state it', async () => {
  const table: [string, Endpoint][] = Object.entries(endpoints);
  const stated = table.filter(([, { rateLimit }]) => rateLimit).map(([, { path }]) => path);
  const joke_text = 'Chuck Norris counts.';
  const bodies = new Map<string, object>([
    ['/jokes/submit', { joke_text }],
    ['/jokes/similar', { joke_text }],
    ['/ratings', { joke_id: 1, rating_num: 4 }],
    ['/reports', { joke_id: 1, reason: 'other' }],
  ]);
  expect(stated.toSorted()).toEqual([...bodies.keys()].toSorted());
  for (const [path, body] of bodies) {
    const answer = await send(path, body);
    expect([path, answer.policy === null, answer.cached]).toEqual([path, false, PRIVATE]);
    expect(Object.keys(answer.left ?? {})).toEqual(Object.keys(answer.policy ?? {}));
  }
});

describe('searches', () => {
  const paths = [
    '/api/v1/jokes/search?q=fact',
    '/api/v1/jokes?search=fact',
    '/search?q=fact',
    '/compat/icanhazdadjoke/search?term=fact',
    '/compat/chucknorris/jokes/search?query=fact',
  ];
  const get = async (path: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.7', origin: 'https://blog.example' };
    return fetch(running.api.url + path, { headers });
  };

  test('that caches share say nothing; one that is refused says why, to other sites too', async () => {
    for (const path of paths) {
      const { headers } = await get(path);
      expect(limitsIn(headers)).toMatchObject({
        ...NOTHING,
        cached: expect.stringMatching(/^public/),
      });
    }
    for (let n = 0; n < limits.searchesPerMinute; n += 1) await get(`${paths[0]}&page=${n + 2}`);
    now += 30_000;
    for (const path of paths) {
      const { status, headers } = await get(path.replace('fact', 'facts'));
      expect([path, status]).toEqual([path, 429]);
      expect(limitsIn(headers)).toEqual({
        policy: { searches: { q: limits.searchesPerMinute, w: 60 } },
        left: { searches: { r: 0, t: 30 } },
        cached: PRIVATE,
      });
      expect(headers.get('retry-after')).toBe('30');
      if (path.startsWith('/search')) continue;
      expect(headers.get('access-control-expose-headers')).toMatch(
        /, RateLimit, RateLimit-Policy$/,
      );
    }
  });
});

const admins = z.object({ access_token: z.string() });

test('a login that must wait says for how long, and says nothing else about the account', async () => {
  const setup = { username: 'owner', password: 'a long and honest password' };
  await running.api.request('/admin/setup', { method: 'POST', body: setup });
  const login = (password: string, address: string) =>
    running.api.request('/admin/login', {
      method: 'POST',
      body: new URLSearchParams({ username: 'owner', password }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': address,
      },
    });
  const known = await login(setup.password, '203.0.113.7');
  expect(admins.safeParse(known.body).success).toBe(true);
  expect(limitsIn(known.headers)).toMatchObject(NOTHING);
  for (let guess = 0; guess < 5; guess += 1) {
    expect(limitsIn((await login('wrong', '203.0.113.7')).headers)).toMatchObject(NOTHING);
  }
  const refused = await login('wrong', '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(limitsIn(refused.headers)).toMatchObject({
    policy: { 'login-account-network': { q: 5, w: 900 } },
    left: { 'login-account-network': { r: 0, t: 900 } },
  });
});

test('nothing that caches share says anything about limits', async () => {
  const gets = Object.values<Endpoint>(endpoints)
    .filter(({ method, access }) => method === 'GET' && access.startsWith('anyone'))
    .map(({ path }) => `/api/v1${path}`);
  for (const path of [...gets, ...Object.values(pages).map((page) => page.path)]) {
    const url = path.replace(/\{\w+\}/, '1');
    for (const query of ['', '?q=fact', '?search=fact', '?joke_ids=1', '?amount=3']) {
      const { headers } = await fetch(running.api.url + url + query);
      const { policy, left, cached } = limitsIn(headers);
      expect([url, policy, left]).toEqual([url, null, null]);
      expect(cached).not.toBeNull();
    }
  }
});
