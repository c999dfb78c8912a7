import { expect, test } from 'vitest';
import * as z from 'zod';
import { COMPAT_BASE_PATH as BASE } from '../../functions/src/contract/index.ts';
import { TAGS } from '../../functions/src/domain/index.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const BEARD = 'Chuck Norris has a beard & a <b>fist</b>.';
const NIGHT = 'Chuck Norris waits for the night.\nThe night waits longer.';
const EATS = 'Chuck Norris eats. He is never full.';
const TEXAS = 'Nobody invites Chuck Norris to Texas.';
const NOW = '2026-11-22T10:00:00.000Z';
const jokes = [
  aJoke(1, { joke_text: BEARD, created_at: new Date('2020-01-05T13:42:19.324Z') }),
  aJoke(2, { joke_text: NIGHT }),
  aJoke(4, { joke_text: EATS, tags: ['food'] }),
  aJoke(5, { joke_text: TEXAS, tags: ['texas'], safe: false }),
];
const running = useApi(jokes, { clock: () => Date.parse(NOW) });

async function get(path: string, accept = 'application/json', method = 'GET') {
  const response = await fetch(running.api.url + BASE + path, { method, headers: { accept } });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const body: unknown =
    type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body };
}

const moment = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
// As documented at https://api.chucknorris.io and by its clients.
const joke = z.strictObject({
  categories: z.array(z.string()),
  created_at: moment,
  icon_url: z.url(),
  id: z.string(),
  updated_at: moment,
  url: z.url(),
  value: z.string(),
});
const found = z.strictObject({ total: z.int(), result: z.array(joke) });

/** The different values that many random facts have. */
async function valuesOf(query: string): Promise<string[]> {
  const path = `/jokes/random?${query}`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => get(path)));
  return [...new Set(answers.map(({ body }) => joke.parse(body).value))].toSorted();
}

test('a random fact is of one of several categories', async () => {
  expect(await valuesOf('category=&name=')).toEqual([EATS, BEARD, NIGHT, TEXAS]);
  expect(await valuesOf('category=food')).toEqual([EATS]);
  expect(await valuesOf('category=food,texas,science')).toEqual([EATS, TEXAS]);
});

test('a random fact has a name in place of his, if it reads well with it', async () => {
  const texas = 'Nobody invites $$ & O’Ada to Texas.';
  const named = [BEARD, NIGHT].map((text) => text.replace('Chuck Norris', () => '$$ & O’Ada'));
  const name = `name=${encodeURIComponent(' $$ & O’Ada')}`;
  expect(await valuesOf(name)).toEqual([...named, texas]);
  expect(await valuesOf(`category=food,texas&${name}`)).toEqual([texas]);
  expect(await get(`/jokes/random?category=food&${name}`)).toMatchObject({ status: 404 });
});

test('the original’s categories work, each that is the same as a tag', async () => {
  const SAME = { animal: 'animals', dev: 'computers', movie: 'movies', sport: 'sports' } as const;
  const tags = ['food', 'history', 'money', 'science', ...Object.values(SAME)] as const;
  await running.refill(tags.map((tag, at) => aJoke(at + 1, { tags: [tag] })));
  const categoriesOf = async (category: string) =>
    joke.parse((await get(`/jokes/random?category=${category}`)).body).categories;
  for (const [theirs, tag] of Object.entries(SAME)) {
    expect(await categoriesOf(theirs)).toEqual([tag]);
    expect(await categoriesOf(tag)).toEqual([tag]);
  }
  for (const same of tags.slice(0, 4)) expect(await categoriesOf(same)).toEqual([same]);
  const others = 'career celebrity explicit fashion music political religion travel';
  for (const other of others.split(' ')) {
    expect(await get(`/jokes/random?category=food,${other}`)).toMatchObject({
      status: 404,
      body: { message: `No jokes for category "${other}" found.` },
    });
  }
});

test('safe=true leaves out what is not for children, and what jQuery adds is ignored', async () => {
  expect(await valuesOf('safe=true&category=food,texas&_=1700000000000')).toEqual([EATS]);
  expect(await get('/jokes/random?safe=true&category=texas')).toMatchObject({ status: 404 });
  const search = async (query: string) =>
    found.parse((await get(`/jokes/search?query=${query}`)).body).result.map(({ id }) => id);
  expect(await search('chuck')).toEqual(['5', '1', '4', '2']);
  expect(await search('chuck&safe=true&_=1')).toEqual(['1', '4', '2']);
});

test('a fact, a search and the categories have the recorded shape, facts are also text', async () => {
  expect(joke.parse((await get('/jokes/1')).body)).toMatchObject({
    created_at: '2020-01-05 00:00:00.000000',
    id: '1',
    url: expect.stringMatching(/\/fact\/1$/),
    value: BEARD,
  });
  expect((await get('/jokes/1', 'text/plain')).text).toBe(BEARD);
  const searched = found.parse((await get('/jokes/search?query=night')).body);
  expect(searched).toMatchObject({ total: 1, result: [{ id: '2' }] });
  const { text } = await get('/jokes/search?query=chuck', 'text/plain');
  expect(text.split('\n')).toHaveLength(4);
  expect((await get('/jokes/categories')).body).toEqual(TAGS);
});

test.each([
  ['/jokes/99', 404, 'Not Found'],
  ['/jokes/random?category=career', 404, 'Not Found'],
  ['/jokes/random?safe=yes', 400, 'Bad Request'],
  ['/jokes', 404, 'Not Found'],
  ['/jokes/search', 400, 'Bad Request'],
  ['/jokes/search?query=', 400, 'Bad Request'],
  ['/jokes/search?query=abc&query=abd', 400, 'Bad Request'],
  [`/jokes/random?name=${'x'.repeat(61)}`, 400, 'Bad Request'],
])('%s gets %i in its format', async (path, status, error) => {
  const answer = await get(path);
  const body = { timestamp: NOW, status, error, message: expect.any(String) };
  expect(answer).toMatchObject({ status, body });
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

test('another method than GET and HEAD gets 405, and a browser JSON', async () => {
  for (const path of ['/jokes/1', '/jokes/random', '/jokes/categories']) {
    const body = { timestamp: NOW, status: 405, message: expect.any(String) };
    expect(await get(path, '', 'POST')).toMatchObject({ status: 405, body });
    expect((await get(path, 'text/html')).body).toBeTypeOf('object');
    expect(await get(path, '*/*', 'HEAD')).toMatchObject({ status: 200, text: '' });
  }
});
