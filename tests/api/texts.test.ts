import { expect, test } from 'vitest';
import { TAGS } from '../../functions/src/domain/index.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const WAITS = 'Chuck Norris waits for the night.\n\nThe night waits longer.';
const LINE = 'Chuck Norris waits for the night. The night waits longer.';
const EATS = 'Chuck Norris <b>eats</b> & smiles.';

const running = useApi([
  aJoke(1, { joke_text: WAITS, histogram: [0, 0, 0, 0, 9], safe: false }),
  aJoke(2, { joke_text: EATS, tags: ['food'], histogram: [9, 0, 0, 0, 0] }),
  aJoke(3, { joke_text: 'A secret fact.', status: 'pending' }),
]);

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(running.api.url + path, init);
  const { status, headers } = response;
  return { status, headers, type: headers.get('content-type'), text: await response.text() };
}

const PLAIN = 'text/plain; charset=utf-8';

test.each([
  ['/fact/1.txt', `${LINE}\n`],
  ['/fact/2.txt?utm_source=chat', `${EATS}\n`],
  ['/top.txt', `1. ${LINE}\n2. ${EATS}\n`],
  ['/top.txt?safe=true', `1. ${EATS}\n`],
  ['/top.txt?tag=science,food', `1. ${EATS}\n`],
  ['/random.txt?tag=food', `${EATS}\n`],
  ['/random.txt?safe=true&_=1', `${EATS}\n`],
  ['/random.txt?safe=true&name=Ada', `${EATS.replace('Chuck Norris', 'Ada')}\n`],
])('%s is the text and nothing else', async (path, text) => {
  expect(await get(path)).toMatchObject({ status: 200, type: PLAIN, text });
  expect(await get(path, { method: 'HEAD' })).toMatchObject({ status: 200, type: PLAIN, text: '' });
});

test('the fact of the day is the same everywhere', async () => {
  const { text } = await get('/daily.txt');
  const { body } = await running.api.request('/jokes/daily');
  const joke_text = text === `${LINE}\n` ? WAITS : EATS;
  expect(body).toMatchObject({ jokes: [{ joke_text }] });
});

test('the ten best are numbered', async () => {
  await running.refill(
    Array.from({ length: 12 }, (_, at) => aJoke(at + 1, { histogram: [12 - at, 0, 0, 0, 9] })),
  );
  const lines = (await get('/top.txt')).text.split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.slice(9)).toEqual(['10. Chuck Norris knows fact number 3 by heart.', '']);
});

test('a random fact is never cached, the others for a minute', { tags: 'S16' }, async () => {
  for (const path of ['/random.txt', '/random.txt?tag=food']) {
    expect((await get(path)).headers.get('cache-control')).toBe('private, no-store');
  }
  for (const path of ['/daily.txt', '/top.txt', '/fact/1.txt']) {
    expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  }
});

const NO_TAG = `There is no tag “cars”. The tags are ${TAGS.join(', ')}`;
test.each([
  ['/fact/3.txt', 404, 'There is no fact no. 3 yet.'],
  ['/fact/99.txt', 404, 'There is no fact no. 99 yet.'],
  ['/fact/one.txt', 422, 'Must be a whole number'],
  ['/fact/no-1.txt', 422, 'Must be a whole number'],
  ['/fact/no%20.txt?/fact/1.txt', 422, 'Must be a whole number'],
  ['/fact/1/2.txt', 404, 'There is nothing here.'],
  ['/nothing.txt', 404, 'There is nothing here.'],
  ['/random.txt?tag=cars', 422, NO_TAG],
  ['/random.txt?tag=money', 404, 'There are no such jokes yet.'],
  ['/random.txt?safe=no', 422, 'Must be true'],
  ['/random.txt?name=%3Cb%3E', 422, 'Must be a name of at most 60 characters'],
  ['/top.txt?tag=cars', 422, NO_TAG],
  ['/top.txt?tag=money', 404, 'There are no such facts yet.'],
])('%s is a %i with one line of text: %s', { tags: 'S2' }, async (path, status, line) => {
  const answer = await get(path);
  expect(answer).toMatchObject({ status, type: PLAIN, text: `${line}\n` });
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('a site without facts has none of the day, and nothing can be sent to a text', async () => {
  await running.refill([aJoke(3, { status: 'pending' })]);
  expect(await get('/daily.txt')).toMatchObject({
    status: 404,
    type: PLAIN,
    text: 'There are no such facts yet.\n',
  });
  expect(await get('/random.txt', { method: 'POST' })).toMatchObject({ status: 405, type: PLAIN });
});
