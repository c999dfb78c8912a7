import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../../../functions/src/contract/index.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { startFunction, type MeasuredProcess } from '../../support/bench/measured-process.ts';
import { hostileBodies, sendHostile } from '../../support/hostile-bodies.ts';
import { openApi, type ApiSite } from '../../support/api-site.ts';

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

test('a path that can’t be decoded is not found, in the specified format, even as the first request', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const response = await fetch(url('/jokes/%'));
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(errorBody.safeParse(await response.json()).success).toBe(true);
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
    const before = deployed.anonymousMemory();
    await sendHundred();
    expect(deployed.anonymousMemory() - before).toBeLessThan(20 * 1024 * 1024);
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
