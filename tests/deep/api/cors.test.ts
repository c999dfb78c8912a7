// @module-tag S15
import { expect, test } from 'vitest';
import { API_BASE_PATH, endpoints, type Endpoint } from '../../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { urlOf, visitorReads } from '../../support/api/visitor-reads.ts';

const running = useImages([aJoke(1)]);

const table: [string, Endpoint][] = Object.entries(endpoints);
const writing = table.filter(([, { method }]) => method !== 'GET');
const pathOf = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, '1');

const send = (path: string, init: RequestInit = {}) => fetch(running.api.url + path, init);
const fromElsewhere = { origin: 'https://blog.example', 'sec-fetch-site': 'cross-site' };

/** The names and values of a response's headers about other sites. */
function shared({ headers }: Response): Record<string, string> {
  const isAbout = (name: string) => /^(access-control|cross-origin-resource)-/.test(name);
  return Object.fromEntries([...headers].filter(([name]) => isAbout(name)));
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
};

/** How a browser asks whether a script may send a request. */
const preflight = (path: string, method: string, headers: string) =>
  send(path, {
    method: 'OPTIONS',
    headers: {
      ...fromElsewhere,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });

test.each(visitorReads)(
  '$name may be read by scripts of any site, but not with a bearer',
  async (read) => {
    const url = await urlOf(read, running);
    const answer = await send(url, { headers: fromElsewhere });
    expect([answer.status, shared(answer)]).toEqual([200, ANY_ORIGIN]);
    expect(answer.headers.get('vary') ?? '').not.toMatch(/origin/i);
    const authorization = `Bearer ${ADMIN_BEARER}`;
    expect(shared(await send(url, { headers: { authorization } }))).toEqual({});
    const refused = await send(`${url.replace(/\?.*/, '')}?unknown=1`, { headers: fromElsewhere });
    expect(shared(refused)).toEqual(ANY_ORIGIN);

    const allowed = await preflight(url, 'GET', 'if-none-match');
    expect([allowed.status, shared(allowed)]).toEqual([
      204,
      {
        ...ANY_ORIGIN,
        'access-control-allow-methods': 'GET,HEAD',
        'access-control-allow-headers': expect.stringMatching(/\bIf-None-Match\b/),
        'access-control-max-age': '7200',
      },
    ]);
    expect(allowed.headers.get('access-control-allow-headers')).not.toMatch(/authorization|\*/i);
    const forWriting = await preflight(url, 'POST', 'content-type');
    expect([forWriting.status, shared(forWriting)]).toEqual([405, {}]);
  },
);

test('what writes, and what an administrator reads, gives scripts of other sites nothing', async () => {
  const others = [
    ...writing.map(([, endpoint]) => [endpoint.method, API_BASE_PATH + pathOf(endpoint)]),
    ['POST', `${API_BASE_PATH}/nothing`],
    ['POST', `${API_BASE_PATH}/jokes`],
  ];
  for (const [method = '', path = ''] of others) {
    const answer = await send(path, { method, headers: fromElsewhere });
    expect([path, shared(answer)]).toEqual([path, {}]);
    const asked = await preflight(path, method, 'authorization');
    expect([path, shared(asked)]).toEqual([path, {}]);
  }
});

const SITES = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'something new'];
const ORIGINS = [undefined, 'own', 'https://attacker.example', 'http://127.0.0.1:1', 'null', 'x'];

/** Sec-Fetch-Site decides if it is present; for older browsers, Origin must be the site's. */
function mayWrite(site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === 'own';
}

test.each(writing)(
  '%s accepts writes from this site and refuses those from other sites',
  async (_name, endpoint) => {
    const refusal = { detail: 'Requests from other sites are refused.' };
    for (const site of SITES) {
      for (const origin of ORIGINS) {
        const answer = await running.api.request(pathOf(endpoint), {
          method: endpoint.method,
          body: {},
          headers: {
            ...(site !== undefined && { 'sec-fetch-site': site }),
            ...(origin !== undefined && { origin: origin === 'own' ? running.api.url : origin }),
          },
        });
        const sent = `Sec-Fetch-Site: ${site}, Origin: ${origin}`;
        if (mayWrite(site, origin)) expect(answer.body, sent).not.toEqual(refusal);
        else expect(answer, sent).toMatchObject({ status: 403, body: refusal });
      }
    }
  },
);

test('an older browser’s write through Hosting is accepted', async () => {
  const answer = await running.api.request('/ratings', {
    method: 'POST',
    body: { joke_id: 1, rating_num: 5 },
    headers: { origin: 'https://facts.example', 'x-forwarded-host': 'facts.example' },
  });
  expect(answer.status).toBe(201);
});
