// @module-tag S26
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { limits, quotas } from '../../../functions/src/domain/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { listedIds } from '../../support/api/lists.ts';
import { createTime } from '../../support/api/virtual-time.ts';
import { useApi } from '../../support/api/use-api.ts';
import { ADMIN_BEARER, siteTime, type Answer } from '../../support/api-site.ts';

const HOUR_MS = 60 * 60 * 1_000;

function post(path: string, body: object, address: string) {
  return running.api.request(path, { method: 'POST', body, network: address });
}

let now = siteTime();
const running = useApi([aJoke(1), aJoke(2)], { clock: () => now });

test.each([
  ['submissions', '/jokes/submit', { joke_text: 'Chuck Norris stops floods.' }],
  ['reports', '/reports', { joke_id: 1, reason: 'other' }],
] as const)(
  'the limit of %s for the whole site holds whatever addresses the callers claim, for an hour',
  async (what, path, body) => {
    const send = (address: string) => post(path, body, address);
    const expectRefused = (answer: Answer) => {
      expect(answer).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
      expect(answer.headers.get('retry-after')).toBe('3540');
    };
    for (let network = 0; network < quotas[what].everyone; network += 1) {
      expect((await send(`10.${network >> 8}.${network & 255}.1`)).status).toBe(201);
    }
    now += 60_000;
    running.site.firestore.resetRecords();
    expectRefused(await send('26.1.1.1'));
    expectRefused(await send('2001:db8::1'));
    expect(running.site.firestore.totals().writes).toBe(0);
    now += HOUR_MS - 60_000;
    expect((await send('26.1.1.1')).status).toBe(201);
  },
);

test(
  'in a flood of submissions, those that are too many are refused, which is no fault, and a moderator decides',
  { tags: 'X2' },
  async () => {
    const jokeIds = [1, 2, 3, 4];
    await running.refill([...jokeIds, 5].map((id) => aJoke(id)));
    const other = await running.start();
    const shown = () => listedIds(other, '/jokes');
    expect(await shown()).toEqual([5, 4, 3, 2, 1]);
    expect(await listedIds(running.api, '/jokes')).toEqual([5, 4, 3, 2, 1]);

    const TOO_MANY = 20;
    const answers: Answer[] = [];
    const release = running.api.holdCalls();
    const flood = Array.from(
      { length: 1 + limits.submissionsWaiting + TOO_MANY },
      async (_, number) => {
        const body = { joke_text: `Chuck Norris sends fact ${number} into the flood.` };
        answers.push(await post('/jokes/submit', body, `10.${number}.0.1`));
      },
    );
    await expect.poll(() => answers.length).toBe(TOO_MANY);
    for (const { status, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    }
    const decisions = jokeIds.map((id) =>
      running.api.request(`/admin/reject/${id}`, { method: 'POST', bearer: ADMIN_BEARER }),
    );
    release();
    for (const { status } of await Promise.all(decisions)) expect(status).toBe(200);
    await Promise.all(flood);
    expect(answers.slice(TOO_MANY).every(({ status }) => status === 201)).toBe(true);
    // On the other instance, within the time that a takedown may take.
    now += 35_000;
    expect(await shown()).toEqual([5]);
    const shed = running.logged.filter(
      ({ operation, status }) => operation === 'submitJoke' && status === 503,
    );
    expect(shed).toMatchObject(Array.from({ length: TOO_MANY }, () => ({ severity: 'WARNING' })));
    expect(running.logged.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  },
);

describe('bodies', () => {
  const LONGEST = limits.changeMaxBytes;
  const admin = `Authorization: Bearer ${ADMIN_BEARER}`;
  const ofLength = (bytes: number) => `Content-Length: ${bytes}`;
  const withoutLength = 'Transfer-Encoding: chunked';

  /** Opens a connection and sends a call and the start of its body; nothing else follows. */
  function begin(path: string, headers: readonly string[], start = ''): Socket {
    const { port, hostname } = new URL(running.api.url);
    const socket = connect(Number(port), hostname);
    const line = `POST /api/v1${path} HTTP/1.1`;
    const all = [line, 'Host: site', 'Content-Type: application/json', ...headers];
    socket.write(`${all.join('\r\n')}\r\n\r\n${start}`);
    return socket;
  }

  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(response)?.[1]);
  /** The status of the response, whether or not the connection stays open. */
  const status = async (socket: Socket) => statusOf(String(await once(socket, 'data')));

  async function expectPage(): Promise<void> {
    expect((await fetch(`${running.api.url}/`)).status).toBe(200);
  }

  test.each([
    ['no bearer', []],
    ['an invented bearer', [`Authorization: Bearer ${'x'.repeat(43)}`]],
  ])('a hundred of the largest size with %s get 401, and none is read', async (_what, headers) => {
    // Nothing of the body, its first byte, all of it.
    const sockets = ['', '{', '['.repeat(LONGEST)].flatMap((start) =>
      Array.from({ length: 100 }, () =>
        begin('/admin/changes', [...headers, ofLength(LONGEST)], start),
      ),
    );
    await expectPage();
    for (const socket of sockets) {
      expect(await status(socket)).toBe(401);
      socket.destroy();
    }
  });

  test.each([
    ['a visitor’s', '/ratings', [], limits.bodyMaxBytes],
    ['an administrator’s', '/admin/approve/1', [admin], limits.bodyMaxBytes],
    ['an administrator’s change', '/admin/changes', [admin], LONGEST],
  ])(
    '%s that is too large gets 413 before the rest arrives',
    { tags: 'X1' },
    async (_whose, path, headers, most) => {
      const stated = begin(path, [...headers, ofLength(most + 1)]);
      expect(await status(stated)).toBe(413);
      const chunk = 'x'.repeat(most + 1);
      const start = `${chunk.length.toString(16)}\r\n${chunk}`;
      const unstated = begin(path, [...headers, withoutLength], start);
      expect(await status(unstated)).toBe(413);
      for (const socket of [stated, unstated]) socket.destroy();
    },
  );

  test(
    'that never end have 16 MB together, for ten seconds, while pages are served',
    { tags: 'X1' },
    async () => {
      const change = async () => {
        const options = { method: 'POST', bearer: ADMIN_BEARER, body: {} };
        return (await running.api.request('/admin/changes', options)).status;
      };
      const HELD = (16 * 1024 * 1024) / LONGEST;
      const TOO_MANY = 8;
      await expectPage();
      const time = createTime();
      await running.restart(time.replaced);
      await expectPage();
      const responses: string[] = [];
      const sockets = Array.from({ length: HELD + TOO_MANY }, (_, number) =>
        number % 2 === 0
          ? begin('/admin/changes', [admin, ofLength(LONGEST)], '{')
          : begin('/admin/changes', [admin, withoutLength], '1\r\n{\r\n'),
      );
      // A response is complete when its connection is closed.
      for (const socket of sockets) {
        void text(socket).then(
          (response) => responses.push(response),
          () => undefined,
        );
      }
      await expect.poll(() => responses.length).toBe(TOO_MANY);
      for (const response of responses) {
        expect(response).toMatch(
          /^HTTP\/1\.1 503 [^]+\r\nRetry-After: 10\r\n[^]+\{"detail":"[^"]+"\}$/,
        );
      }
      expect(await change()).toBe(503);
      await expectPage();

      const [left] = sockets.filter(({ readableEnded }) => !readableEnded);
      left?.destroy();
      await expect.poll(change).toBe(422);

      time.pass(10_000);
      await expect.poll(() => responses.length).toBe(TOO_MANY + HELD - 1);
      for (const response of responses.slice(TOO_MANY)) expect(statusOf(response)).toBe(408);
      const late = () => running.logged.filter(({ error }) => error === 'request_timeout');
      await expect.poll(late).toHaveLength(HELD - 1);
      const line = { operation: 'changeJokes', status: 408 };
      expect(late()).toMatchObject(Array.from({ length: HELD - 1 }, () => line));
      expect(await change()).toBe(422);
    },
  );
});
