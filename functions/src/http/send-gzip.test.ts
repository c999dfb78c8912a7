import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { createGzipSender } from './send-gzip.ts';

const MANY = 1_000;
const FEW = 20;
/** Text that can't be compressed well, 64 KB at a time: far more than sockets buffer. */
const PART = `${randomBytes(32 * 1_024).toString('hex')}\n`;

let count = MANY;
let produced = 0;
let begun = 0;
let ended = 0;
let fails = false;
function* parts() {
  const last = count;
  begun += 1;
  try {
    for (let number = 0; number < last; number += 1) {
      if (fails && number === 10) throw new Error('The text is gone.');
      produced += 1;
      yield PART;
    }
  } finally {
    ended += 1;
  }
}

let errors: unknown[] = [];
let closed = 0;
let stop: () => void;
let url = '';

async function start() {
  [count, produced, begun, ended, fails, errors, closed] = [MANY, 0, 0, 0, false, [], 0];
  const send = createGzipSender();
  const app = express();
  app.get('/file', (request, response) => {
    response.once('close', () => (closed += 1));
    return send(request, response, { version: 'v1', parts });
  });
  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    errors.push(error);
    if (response.headersSent) request.socket.destroy();
    else response.status(error instanceof ApiError ? error.status : 500).end();
  };
  const server = createServer(app.use(onError)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  url = `http://127.0.0.1:${address.port}/file`;
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
}
beforeEach(() => start());
afterEach(async () => {
  vi.restoreAllMocks();
  stop();
  await expect.poll(() => ended).toBe(begun);
});

const open = (headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, headers }, resolve).on('error', reject);
  });

test('a client gets the whole file, and nothing if it has it already or only asks for its headers', async () => {
  count = FEW;
  const response = await open();
  const text = gunzipSync(await buffer(response)).toString();
  expect(text.split('\n')).toHaveLength(FEW + 1);
  const etag = response.headers.etag ?? '';
  expect((await open({ 'if-none-match': etag })).statusCode).toBe(304);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  expect(produced).toBe(FEW);
});

test(
  'for a client that does not read, only as much is produced as connections buffer',
  { tags: 'P22' },
  async () => {
    const response = await open();
    response.pause();
    count = FEW;
    let before: number;
    // Until nothing more is produced for it while another client gets a whole file.
    do {
      before = produced;
      await buffer(await open());
    } while (produced > before + FEW);
    expect(produced).toBeLessThan(MANY / 2);
    // It goes on when the client reads.
    before = produced;
    response.resume();
    await expect.poll(() => produced).toBeGreaterThan(before);
    response.destroy();
  },
);

test('clients that break off leave nothing behind, and are no error', async () => {
  for (let client = 0; client < 30; client += 1) {
    const response = await open();
    await once(response, 'data');
    response.destroy();
    await expect.poll(() => [ended, closed]).toEqual([client + 1, client + 1]);
  }
  expect(errors).toEqual([]);
  count = FEW;
  expect(gunzipSync(await buffer(await open())).length).toBe(FEW * PART.length);
});

test('a client that takes too long is disconnected, which is no error', async () => {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const response = await open();
  expect(timeout).toHaveBeenCalledWith(limits.requestTimeoutSeconds * 1_000);
  response.pause();
  deadline.abort();
  await expect.poll(() => [ended, closed]).toEqual([1, 1]);
  await expect(buffer(response)).rejects.toThrow('aborted');
  expect(errors).toEqual([]);
});

test('more clients at once than eight are asked to wait', async () => {
  const open8 = await Promise.all(Array.from({ length: 8 }, () => open()));
  expect(open8.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await open()).statusCode).toBe(503);
  expect(errors).toMatchObject([{ code: 'unavailable', shed: true, retryAfter: 5 }]);
  for (const response of open8) response.destroy();
  await expect.poll(() => ended).toBe(8);
  expect((await open()).statusCode).toBe(200);
});

test('a part that can’t be produced is an error, and the client sees that the file is incomplete', async () => {
  fails = true;
  await expect(buffer(await open())).rejects.toThrow('aborted');
  expect(errors).toMatchObject([{ message: 'The text is gone.' }]);
});
