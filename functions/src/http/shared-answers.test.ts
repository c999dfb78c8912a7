import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

const TEN_SECONDS = 10_000;
/** Compresses to more than what is kept. */
const LARGE = Array.from({ length: 200_000 }, () => Math.random().toString(36)[2]).join('');

let server: Server;
let origin: string;
let now: number;
let edition: number;
let made: number;

beforeEach(async () => {
  now = 0;
  edition = 1;
  made = 0;
  const app = express().set('etag', 'strong');
  const shared = createSharedAnswers({
    edition: { refresh: () => Promise.resolve(), edition: () => edition },
    clock: () => now,
  });
  app.use(shared.sendAgain);
  app.get('/{*path}', (request, response) => {
    made += 1;
    const text = request.path === '/large' ? LARGE : `${request.originalUrl} in edition ${edition}`;
    return shared.send(request, response, {
      operation: 'listJokes',
      cache: { kind: 'shared', seconds: 60 },
      type: 'json',
      text,
      edition,
    });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  origin = `http://127.0.0.1:${address.port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(origin + path, { method, headers });
  const told = ['content-type', 'content-encoding', 'vary', 'etag', 'cache-control'];
  return {
    status: response.status,
    headers: Object.fromEntries(told.map((name) => [name, response.headers.get(name)])),
    length: response.headers.get('content-length'),
    text: await response.text(),
  };
}

test.each(['br', 'identity'])(
  'an answer is made once and then repeated as it was: %s',
  async (accepted) => {
    const headers = { 'accept-encoding': accepted };
    const first = await ask('/jokes?page=1', headers);
    expect(first.text).toBe('/jokes?page=1 in edition 1');
    expect(await ask('/jokes?page=1', headers)).toEqual(first);
    expect(made).toBe(1);
  },
);

test('addresses and encodings are kept apart', async () => {
  const answers = [
    await ask('/jokes?page=1', { 'accept-encoding': 'br' }),
    await ask('/jokes?page=2', { 'accept-encoding': 'br' }),
    await ask('/jokes?page=1', { 'accept-encoding': 'gzip' }),
  ];
  expect(made).toBe(3);
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3);
});

test('whoever has the answer already is told so, with no body', async () => {
  const { headers } = await ask('/jokes');
  const again = { 'if-none-match': headers['etag'] ?? '', 'cache-control': 'max-age=0' };
  expect(await ask('/jokes', again)).toMatchObject({
    status: 304,
    text: '',
    headers: { etag: headers['etag'], vary: 'Accept-Encoding' },
  });
  expect(made).toBe(1);
});

test('a change has it made anew', async () => {
  await ask('/jokes');
  edition = 2;
  expect((await ask('/jokes')).text).toBe('/jokes in edition 2');
});

test('without one it is made again after ten seconds', async () => {
  await ask('/jokes');
  now += TEN_SECONDS - 1;
  await ask('/jokes');
  expect(made).toBe(1);
  now += 1;
  await ask('/jokes');
  expect(made).toBe(2);
});

test('a request with a bearer neither gets nor leaves a kept answer', async () => {
  const bearer = { authorization: 'Bearer token' };
  await ask('/jokes', bearer);
  await ask('/jokes');
  await ask('/jokes', bearer);
  expect(made).toBe(3);
});

test('one that only asks for the headers is not kept', async () => {
  await ask('/jokes', {}, 'HEAD');
  expect((await ask('/jokes')).text).toBe('/jokes in edition 1');
});

test('a large answer is not kept', async () => {
  await ask('/large');
  await ask('/large');
  expect(made).toBe(2);
});

test('no more than 500 are kept, and those used last stay', async () => {
  await ask('/first');
  await ask('/second');
  for (let number = 0; number < 498; number += 1) await ask(`/${number}`);
  await ask('/first');
  await ask('/one-more');
  made = 0;
  await ask('/first');
  expect(made).toBe(0);
  await ask('/second');
  expect(made).toBe(1);
});
