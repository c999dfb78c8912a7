import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { errorBody } from '../../../functions/src/contract/index.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { startFunction, type MeasuredProcess } from '../../support/bench/measured-process.ts';
import { hostileBodies, sendHostile } from '../../support/hostile-bodies.ts';
import { prepareLoad, underLoad, type Load } from '../../support/load.ts';
import { openApi, type Instance, type ApiSite } from '../../support/api-site.ts';

// The deployed bundle in the Functions Framework, as in production.
let site: ApiSite;
let deployed: MeasuredProcess;

beforeAll(async () => {
  site = await openApi();
  await site.fill(someJokes(30));
  // With a small young generation, memory grows by what stays referenced, not by uncollected
  // garbage.
  deployed = await startFunction(site.firestore, 'framework', {
    execArgv: ['--max-semi-space-size=1'],
  });
});
afterAll(async () => {
  await deployed?.stop();
  await site?.stop();
});

const url = (path: string) => `${deployed.origin}/api/v1${path}`;

function post(path: string, body: string): Promise<Response> {
  return fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

test('a URL that the framework cannot parse returns the specified error, even as the first request', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await fetch(url('/jokes/%'));
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  }
});

describe('hostile bodies', { tags: ['X1', 'S9', 'S13'] }, () => {
  test.each(hostileBodies)('the server rejects $what with $status', async (hostile) => {
    const { status, headers, body } = await sendHostile(deployed.origin, hostile);
    expect(status).toBe(hostile.status);
    expect(errorBody.safeParse(body).success).toBe(true);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a client that never stops sending is disconnected', async () => {
    const endless = hostileBodies.filter(({ what }) => what === 'an endless stream');
    expect(endless).toHaveLength(1);
    for (const hostile of endless) {
      const { status } = await sendHostile(deployed.origin, hostile, { untilCutOff: true });
      expect(status).toBe(413);
    }
  });

  test('a hundred hostile bodies retain no memory, and visitors are still served', async () => {
    async function sendHundred(): Promise<void> {
      for (let sent = 0; sent < 100; sent += hostileBodies.length) {
        const rejections = Promise.all(
          hostileBodies.map((body) => sendHostile(deployed.origin, body)),
        );
        await deployed.get('/api/v1/jokes');
        await rejections;
      }
    }
    await sendHundred();
    const before = await deployed.memory();
    await sendHundred();
    expect((await deployed.memory()) - before).toBeLessThan(20 * 1024 * 1024);
  });

  test('clients that never finish a request do not block other clients', async () => {
    const port = Number(new URL(deployed.origin).port);
    const slow = Array.from({ length: 100 }, () => connect({ port, host: '127.0.0.1' }));
    for (const socket of slow) {
      socket.write(
        'POST /api/v1/ratings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
      );
    }
    await deployed.get('/api/v1/jokes');
    const response = await post('/jokes/submit', '{"joke_text":"Chuck Norris never waits."}');
    expect(response.status).toBe(201);
    for (const socket of slow) {
      socket.destroy();
      await once(socket, 'close');
    }
  });
});

describe('300 simultaneous calls', { tags: 'X2', timeout: 180_000 }, () => {
  let load: Load;
  let reader: Instance;

  beforeAll(async () => {
    load = await prepareLoad(deployed.origin);
    reader = await site.start();
  });

  test('lists load for an administrator without unexpected errors', async () => {
    const { statuses, broken } = await underLoad(load.list);
    expect(broken).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(0);
  });

  test('every vote answered with 201 is counted', async () => {
    const { statuses, broken } = await underLoad(load.vote);
    expect(broken).toEqual([]);
    const stored = z
      .looseObject({ histogram: z.array(z.int()) })
      .parse((await reader.context.db.doc('jokes/1').get()).data());
    const counted = stored.histogram.reduce((sum, votes) => sum + votes, 0);
    const { 201: acknowledged = 0, 503: undecided = 0 } = statuses;
    expect(acknowledged).toBeGreaterThan(0);
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
    expect(counted).toBeLessThanOrEqual(acknowledged + undecided);
  });

  test('every submission answered with 201 is stored', async () => {
    const submissions = async () =>
      (await reader.context.db.collection('jokes').count().get()).data().count;
    const before = await submissions();
    const { statuses, broken } = await underLoad(load.submit);
    expect(broken).toEqual([]);
    const { 201: acknowledged = 0, 503: undecided = 0 } = statuses;
    expect(acknowledged).toBeGreaterThan(0);
    const stored = (await submissions()) - before;
    expect(stored).toBeGreaterThanOrEqual(acknowledged);
    expect(stored).toBeLessThanOrEqual(acknowledged + undecided);
  });

  test('wrong passwords are rejected without unexpected errors', async () => {
    const { statuses, broken } = await underLoad(load.logIn);
    expect(broken).toEqual([]);
    expect(statuses[401]).toBeGreaterThan(0);
  });
});
