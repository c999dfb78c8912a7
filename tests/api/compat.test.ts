import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { COMPAT_BASE_PATH as BASE } from '../../functions/src/contract/index.ts';
import { TAGS } from '../../functions/src/domain/index.ts';
import { chucknorrisApi } from '../../functions/src/jokes/chucknorris.routes.ts';
import { createServices } from '../../functions/src/site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const BEARD = 'Chuck Norris has a beard & a <b>fist</b>.';
const NIGHT = 'Chuck Norris waits for the night.\nThe night waits longer.';
const running = useApi([
  aJoke(1, { joke_text: BEARD, created_at: new Date('2020-01-05T13:42:19.324Z') }),
  aJoke(2, { joke_text: NIGHT }),
  aJoke(3, { joke_text: 'Chuck Norris is still pending.', status: 'pending' }),
  aJoke(4, { joke_text: 'Chuck Norris eats. He is never full.', tags: ['food'] }),
  aJoke(5, { joke_text: 'Nobody invites Chuck Norris to Texas.', tags: ['texas'] }),
]);

const NOW = '2026-11-22T10:00:00.000Z';
beforeEach(() => running.restart({ clock: () => Date.parse(NOW) }));

const PRIVATE = 'private, no-store';
const A_MINUTE = 'public, max-age=0, s-maxage=60';

async function get(path: string, accept = 'application/json', method = 'GET') {
  const headers = { accept };
  const response = await fetch(running.api.url + BASE + path, { method, headers });
  const text = await response.text();
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  const body: unknown = type === 'application/json' && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, type, headers: response.headers, text, body };
}

// As documented at https://api.chucknorris.io and by its clients.
const joke = z.strictObject({
  categories: z.array(z.string()),
  created_at: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
  icon_url: z.url(),
  id: z.string(),
  updated_at: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
  url: z.url(),
  value: z.string(),
});
const found = z.strictObject({ total: z.int(), result: z.array(joke) });

test('a random fact has the recorded shape, also with empty parameters, and is never cached', async () => {
  for (const path of ['/jokes/random', '/jokes/random/', '/jokes/random?category=&name=']) {
    const { body, headers } = await get(path);
    expect(joke.safeParse(body).error).toBeUndefined();
    expect(headers.get('cache-control')).toBe(PRIVATE);
  }
});

/** The different values that many random facts have. */
async function valuesOf(query: string): Promise<string[]> {
  const path = `/jokes/random?${query}`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => get(path)));
  return [...new Set(answers.map(({ body }) => joke.parse(body).value))].toSorted();
}

test('a random fact is of one of several categories', async () => {
  expect(await valuesOf('category=food')).toEqual(['Chuck Norris eats. He is never full.']);
  expect(await valuesOf('category=food,texas,science')).toEqual([
    'Chuck Norris eats. He is never full.',
    'Nobody invites Chuck Norris to Texas.',
  ]);
});

test('a random fact has a name in place of his, if it reads well with it', async () => {
  const texas = 'Nobody invites $$ & O’Ada to Texas.';
  const named = [BEARD, NIGHT].map((text) => text.replace('Chuck Norris', () => '$$ & O’Ada'));
  const name = `name=${encodeURIComponent(' $$ & O’Ada')}`;
  expect(await valuesOf(name)).toEqual([...named, texas]);
  expect(await valuesOf(`category=food,texas&${name}`)).toEqual([texas]);
  expect(await get(`/jokes/random?category=food&${name}`)).toMatchObject({ status: 404 });
});

test('a fact has the recorded shape, or is text', async () => {
  const { body, headers } = await get(`/jokes/1`);
  expect(joke.parse(body)).toMatchObject({
    created_at: '2020-01-05 00:00:00.000000',
    id: '1',
    url: expect.stringMatching(/\/fact\/1$/),
    value: BEARD,
  });
  expect(headers.get('cache-control')).toBe(A_MINUTE);
  expect((await get(`/jokes/1`, 'text/plain')).text).toBe(BEARD);
});

test('a search has the recorded shape, or one fact in each line of text', async () => {
  const { body } = await get(`/jokes/search?query=night`);
  expect(found.parse(body)).toMatchObject({ total: 1, result: [{ id: '2' }] });
  expect(found.parse((await get(`/jokes/search?query=nothing`)).body)).toEqual({
    total: 0,
    result: [],
  });
  const { text } = await get(`/jokes/search?query=chuck`, 'text/plain');
  expect(text.split('\n')).toHaveLength(4);
});

test('the categories are the tags', async () => {
  expect((await get(`/jokes/categories`)).body).toEqual(TAGS);
});

test.each([
  ['/jokes/99', 404, 'Not Found'],
  ['/jokes/3', 404, 'Not Found'],
  ['/jokes/random?category=dev', 404, 'Not Found'],
  ['/jokes/random?category=science', 404, 'Not Found'],
  ['/jokes/random?category=food,dev', 404, 'Not Found'],
  ['/jokes', 404, 'Not Found'],
  ['/jokes/random?category=a&category=b', 400, 'Bad Request'],
  ['/jokes/random?name=<b>Ada</b>', 400, 'Bad Request'],
  [`/jokes/random?name=${'x'.repeat(61)}`, 400, 'Bad Request'],
])('%s gets %i in its format', async (path, status, error) => {
  const answer = await get(path);
  expect(answer).toMatchObject({
    status,
    body: { timestamp: NOW, status, error, message: expect.any(String) },
  });
  expect(answer.headers.get('cache-control')).toBe(PRIVATE);
});

test.each(['', '?query=ab', `?query=${'x'.repeat(121)}`, '?query=abc&query=abd'])(
  'a search with the query "%s" gets 400 in its format',
  async (query) => {
    expect(await get(`/jokes/search${query}`)).toMatchObject({
      status: 400,
      body: {
        timestamp: NOW,
        status: 400,
        error: 'Bad Request',
        message: 'search.query: size must be between 3 and 120',
        violations: { 'search.query': 'size must be between 3 and 120' },
      },
    });
  },
);

/** The paths of all calls. */
const calls = (): string[] =>
  chucknorrisApi(createServices(running.api.context).jokes, '', () => 0).calls.map(
    ({ path }) => path,
  );

/** The shape of an error. */
const failure = z.strictObject({
  timestamp: z.iso.datetime(),
  status: z.int(),
  error: z.string(),
  message: z.string(),
  violations: z.optional(z.record(z.string(), z.string())),
});

test('an Accept header that can’t be satisfied gets 406, and another method 405, in the client’s format', async () => {
  for (const path of calls()) {
    const url = path.replace(/\{\w+\}/, '1') + (path.endsWith('search') ? '?query=chuck' : '');
    for (const [accept, method, status] of [
      ['image/webp', 'GET', 406],
      ['text/html', 'GET', 406],
      ['', 'POST', 405],
      ['', 'DELETE', 405],
    ] as const) {
      const answer = await get(url, accept, method);
      expect([url, method, accept, answer.status]).toEqual([url, method, accept, status]);
      expect(answer.headers.get('cache-control')).not.toBeNull();
      expect(failure.safeParse(answer.body).error).toBeUndefined();
    }
    const head = await get(url, '*/*', 'HEAD');
    expect([head.status < 400, head.text]).toEqual([true, '']);
  }
});

test('any site may read the responses, errors too', { tags: 'S15' }, async () => {
  for (const path of calls()) {
    for (const id of ['1', '99']) {
      const { headers } = await get(path.replace(/\{\w+\}/, id));
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    const preflight = await fetch(running.api.url + BASE + path.replace(/\{\w+\}/, '1'), {
      method: 'OPTIONS',
      headers: { origin: 'https://blog.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
  }
});

test(
  'hostile input never gets a 5xx, and errors are in the client’s format',
  { tags: 'S13' },
  async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 130 }),
      fc.constantFrom(
        '../../etc/passwd',
        '__proto__',
        '%00',
        '(a+)+$',
        '\u202E',
        '!?',
        '-0',
        'NaN',
      ),
    );
    const parameters = fc.dictionary(
      fc.oneof(fc.constantFrom('query', 'category', 'name'), text),
      text,
      {
        maxKeys: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls()), text, parameters, async (path, id, query) => {
        const search = new URLSearchParams(query).toString();
        const part = encodeURIComponent(id.toWellFormed()) || '_';
        const answer = await get(`${path.replace(/\{\w+\}/, () => part)}?${search}`);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) {
          expect(failure.safeParse(answer.body).error).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  },
);
