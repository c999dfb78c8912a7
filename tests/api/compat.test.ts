import { TAGS } from '../../functions/src/domain/index.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import DadJokes from 'dadjokes-wrapper';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { compatApis } from '../../functions/src/features/compat/compat.routes.ts';
import { createServices } from '../../functions/src/services.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useImages } from '../support/api/use-images.ts';

const BEARD = 'Chuck Norris has a beard & a <b>fist</b>.';
const NIGHT = 'Chuck Norris waits for the night.\nThe night waits longer.';
const running = useImages([
  aJoke(1, { joke_text: BEARD, created_at: new Date('2020-01-05T13:42:19.324Z') }),
  aJoke(2, { joke_text: NIGHT }),
  aJoke(3, { joke_text: 'Chuck Norris is still pending.', status: 'pending' }),
]);

const NOW = '2026-11-22T10:00:00.000Z';
beforeEach(() => running.restart({ clock: () => Date.parse(NOW) }));

const DAD = '/compat/icanhazdadjoke';
const CHUCK = '/compat/chucknorris';
const PRIVATE = 'private, no-store';
const A_MINUTE = 'public, max-age=0, s-maxage=60';

async function get(path: string, accept = 'application/json', method = 'GET') {
  const headers = { accept };
  const response = await fetch(running.api.url + path, { method, headers, redirect: 'manual' });
  const text = await response.text();
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  const body: unknown = type === 'application/json' && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, type, headers: response.headers, text, body };
}

describe('the unmodified client dadjokes-wrapper', () => {
  const client = () => new DadJokes(`${running.api.url}${DAD}/`);
  const approved = [BEARD, NIGHT];

  test('gets a random fact, one by its number, and a message for Slack', async () => {
    expect(approved).toContain(await client().randomJoke());
    expect(await client().jokeById('2')).toBe(NIGHT);
    expect(await client().randomSlackJoke()).toMatchObject({
      attachments: [{ fallback: expect.any(String), text: expect.any(String) }],
      response_type: 'in_channel',
    });
  });

  test('searches', async () => {
    expect(await client().searchJoke('term=NIGHT&limit=10')).toEqual({
      current_page: 1,
      limit: 10,
      next_page: 1,
      previous_page: 1,
      results: [{ id: '2', joke: NIGHT }],
      search_term: 'NIGHT',
      status: 200,
      total_jokes: 1,
      total_pages: 1,
    });
  });

  test('saves the image of a fact', async () => {
    // It writes into the current folder, so it runs in a process of its own.
    const folder = await mkdtemp(join(tmpdir(), 'dadjokes-'));
    const file = createRequire(import.meta.url).resolve('dadjokes-wrapper');
    const code = `new (require('${file}'))('${running.api.url}${DAD}/').jokeImgById('2')`;
    await promisify(execFile)(process.execPath, ['--eval', code], { cwd: folder });
    const image = await readFile(join(folder, '2.png'));
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    await rm(folder, { recursive: true });
  });

  test('gets an error for a fact that does not exist or is not approved', async () => {
    for (const id of ['3', '99', 'R7UfaahVfFd']) {
      expect(await client().jokeById(id)).toMatchObject({ statusCode: 404 });
    }
  });
});

describe('icanhazdadjoke', () => {
  test.each(['', '/', '/slack', '/slack/'])('%s is random and never cached', async (path) => {
    const { status, headers } = await get(DAD + path);
    expect([status, headers.get('cache-control')]).toEqual([200, PRIVATE]);
  });

  test('a fact is JSON, or text for a client that prefers it; caches tell them apart', async () => {
    for (const path of ['/j/1', '/j/1/']) {
      const json = await get(DAD + path);
      expect(json).toMatchObject({
        status: 200,
        type: 'application/json',
        body: { id: '1', joke: BEARD, status: 200 },
      });
      expect(json.headers.get('vary')).toMatch(/\bAccept\b/);
      expect(json.headers.get('cache-control')).toBe(A_MINUTE);
      const text = await get(DAD + path, 'text/plain');
      expect(text).toMatchObject({ type: 'text/plain', text: BEARD });
    }
    for (const accept of ['*/*', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8']) {
      expect((await get(`${DAD}/j/1`, accept)).type).toBe('application/json');
    }
    expect((await get(`${DAD}/search`, 'text/plain')).text.split('\n')).toEqual([
      'Chuck Norris waits for the night. The night waits longer.',
      BEARD,
    ]);
  });

  test('an image is the fact’s card', async () => {
    const { status, headers } = await get(`${DAD}/j/2.png`, 'image/png');
    expect([status, headers.get('location')]).toEqual([302, '/api/v1/cards/2.png']);
    expect(headers.get('cache-control')).toBe(A_MINUTE);
    expect((await get(`${DAD}/j/3.png`)).status).toBe(404);
  });

  test('the text for Slack can’t contain markup, and links the fact', async () => {
    const texts = new Set<string>();
    const message = z.object({
      attachments: z.tuple([z.object({ text: z.string(), footer: z.string() })]),
    });
    while (texts.size < 2) {
      const { attachments } = message.parse((await get(`${DAD}/slack`)).body);
      texts.add(attachments[0].text);
      expect(attachments[0].footer).toMatch(/^<https:\/\/[\w.-]+\/fact\/\d\|permalink> - </);
    }
    expect(texts).toContain('Chuck Norris has a beard &amp; a &lt;b&gt;fist&lt;/b&gt;.');
  });

  test('the first page is its own previous one, the last page its own next one', async () => {
    const page = async (query: string) => (await get(`${DAD}/search?${query}`)).body;
    expect(await page('limit=1')).toMatchObject({ next_page: 2, previous_page: 1, total_pages: 2 });
    expect(await page('limit=1&page=2')).toMatchObject({ next_page: 2, previous_page: 1 });
    expect(await page('limit=1&page=9')).toMatchObject({ previous_page: 2, results: [] });
    expect(await page('limit=500')).toMatchObject({ limit: 30, total_jokes: 2 });
    for (const term of ['nothing', 'wait infinity', 'nigth', '!?']) {
      expect(await page(`term=${encodeURIComponent(term)}`)).toMatchObject({
        results: [],
        next_page: 1,
        previous_page: 1,
        total_jokes: 0,
        total_pages: 0,
      });
    }
    expect(await page('term=longer+waits')).toMatchObject({ results: [{ id: '2' }] });
  });

  test.each([
    ['/j/99', 404, 'Joke with id "99" not found'],
    ['/j/3', 404, 'Joke with id "3" not found'],
    ['/j/nonsense', 404, 'Joke with id "nonsense" not found'],
    ['/j/%', 404, 'There is nothing here.'],
    ['/nothing', 404, 'There is nothing here.'],
    ['/search?page=0', 400, expect.any(String)],
    ['/search?limit=x', 400, expect.any(String)],
    ['/search?term=a&term=b', 400, expect.any(String)],
    [`/search?term=${'x'.repeat(500)}`, 400, expect.any(String)],
  ])('%s gets %i in its format', async (path, status, message) => {
    const answer = await get(DAD + path);
    expect(answer).toMatchObject({ status, body: { message, status } });
    expect(answer.headers.get('cache-control')).toBe(PRIVATE);
  });
});

describe('chucknorris', () => {
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

  test('a random fact has the recorded shape, also with an empty category, and is never cached', async () => {
    for (const path of ['/jokes/random', '/jokes/random/', '/jokes/random?category=']) {
      const { body, headers } = await get(CHUCK + path);
      expect(joke.parse(body).categories).toEqual([]);
      expect(headers.get('cache-control')).toBe(PRIVATE);
    }
  });

  test('a fact has the recorded shape, or is text', async () => {
    const { body, headers } = await get(`${CHUCK}/jokes/1`);
    expect(joke.parse(body)).toMatchObject({
      created_at: '2020-01-05 00:00:00.000000',
      id: '1',
      url: expect.stringMatching(/\/fact\/1$/),
      value: BEARD,
    });
    expect(headers.get('cache-control')).toBe(A_MINUTE);
    expect((await get(`${CHUCK}/jokes/1`, 'text/plain')).text).toBe(BEARD);
  });

  test('a search has the recorded shape, or one fact in each line of text', async () => {
    const { body } = await get(`${CHUCK}/jokes/search?query=night`);
    expect(found.parse(body)).toMatchObject({ total: 1, result: [{ id: '2' }] });
    expect(found.parse((await get(`${CHUCK}/jokes/search?query=nothing`)).body)).toEqual({
      total: 0,
      result: [],
    });
    const { text } = await get(`${CHUCK}/jokes/search?query=chuck`, 'text/plain');
    expect(text.split('\n')).toHaveLength(2);
  });

  test('the categories are the tags', async () => {
    expect((await get(`${CHUCK}/jokes/categories`)).body).toEqual(TAGS);
  });

  test.each([
    ['/jokes/99', 404, 'Not Found'],
    ['/jokes/3', 404, 'Not Found'],
    ['/jokes/random?category=dev', 404, 'Not Found'],
    ['/jokes/random?category=science', 404, 'Not Found'],
    ['/jokes', 404, 'Not Found'],
    ['/jokes/random?category=a&category=b', 400, 'Bad Request'],
  ])('%s gets %i in its format', async (path, status, error) => {
    const answer = await get(CHUCK + path);
    expect(answer).toMatchObject({
      status,
      body: { timestamp: NOW, status, error, message: expect.any(String) },
    });
    expect(answer.headers.get('cache-control')).toBe(PRIVATE);
  });

  test.each(['', '?query=ab', `?query=${'x'.repeat(121)}`, '?query=abc&query=abd'])(
    'a search with the query "%s" gets 400 in its format',
    async (query) => {
      expect(await get(`${CHUCK}/jokes/search${query}`)).toMatchObject({
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
});

/** Every call, with the path on the site. */
const calls = (): [base: string, path: string][] =>
  compatApis(createServices(running.api.context), running.api.context).flatMap(({ base, calls }) =>
    calls.map(({ path }): [string, string] => [base, `/compat${base}${path}`]),
  );

/** The shape of an error in each format. */
const failures: Readonly<Record<string, z.ZodType>> = {
  '/icanhazdadjoke': z.strictObject({ message: z.string(), status: z.int() }),
  '/icndb': z.strictObject({ type: z.literal('error'), value: z.string() }),
  '/chucknorris': z.strictObject({
    timestamp: z.iso.datetime(),
    status: z.int(),
    error: z.string(),
    message: z.string(),
    violations: z.optional(z.record(z.string(), z.string())),
  }),
};

test('an Accept header that can’t be satisfied gets 406, and another method 405, in the client’s format', async () => {
  for (const [base, path] of calls()) {
    const url = path.replace(/\{\w+\}/, '1') + (path.endsWith('search') ? '?query=chuck' : '');
    for (const [accept, method, status] of [
      ['image/webp', 'GET', 406],
      ['text/html', 'GET', 406],
      ['', 'POST', 405],
      ['', 'DELETE', 405],
    ] as const) {
      const answer = await get(url, accept, method);
      const expected = url.endsWith('.png') && status === 406 ? 302 : status;
      expect([url, method, accept, answer.status]).toEqual([url, method, accept, expected]);
      expect(answer.headers.get('cache-control')).not.toBeNull();
      if (expected >= 400) expect(failures[base]?.safeParse(answer.body).error).toBeUndefined();
    }
    const head = await get(url, '*/*', 'HEAD');
    expect([head.status < 400, head.text]).toEqual([true, '']);
  }
});

test('any site may read the responses, errors too', { tags: 'S15' }, async () => {
  for (const [, path] of calls()) {
    for (const id of ['1', '99']) {
      const { headers } = await get(path.replace(/\{\w+\}/, id));
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    const preflight = await fetch(running.api.url + path.replace(/\{\w+\}/, '1'), {
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
      fc.oneof(
        fc.constantFrom('term', 'page', 'limit', 'query', 'category', 'firstName', 'limitTo'),
        text,
      ),
      text,
      { maxKeys: 3 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls()), text, parameters, async (call, id, query) => {
        const [base, path] = call;
        const search = new URLSearchParams(query).toString();
        const part = encodeURIComponent(id.toWellFormed()) || '_';
        const answer = await get(`${path.replace(/\{\w+\}/, () => part)}?${search}`);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) {
          expect(failures[base]?.safeParse(answer.body).error).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  },
);
