import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useBucket } from '../testing/use-bucket.ts';

const running = useBucket();

/** A request that no SDK would send. */
async function raw(method: string, path: string, headers: Record<string, string> = {}) {
  const [hostname, port] = running.emulator.host.split(':');
  const request = openRequest({ hostname, port, method, path, headers });
  request.end();
  const [response] = await once(request, 'response');
  const body: unknown = JSON.parse(String(await buffer(response)) || 'null');
  return { status: response.statusCode, body };
}

describe('strictness', () => {
  const file = '/b/demo-project.appspot.com/o/a';

  test.each([
    ['GET', '/storage/v1/b'],
    ['POST', `${file}/compose`],
    ['PUT', file],
    ['GET', `${file}?generation=1`],
    ['GET', `${file}?alt=media&ifGenerationNotMatch=1`],
  ])('%s %s is answered with 501', async (method, path) => {
    const { status, body } = await raw(method, path);
    expect(status).toBe(501);
    expect(body).toMatchObject({ error: { code: 501, errors: [{ reason: 'notImplemented' }] } });
  });

  test('a client SDK is refused', async () => {
    for (const [method, path] of [
      ['GET', '/v0/b/demo-project.appspot.com/o/a'],
      ['GET', '/v0/b/demo-project.appspot.com/o?prefix='],
      ['POST', '/v0/b/demo-project.appspot.com/o?name=a'],
    ] as const) {
      expect(await raw(method, path, { authorization: 'Firebase token' })).toEqual({
        status: 403,
        body: expect.objectContaining({ error: expect.objectContaining({ code: 403 }) }),
      });
    }
  });

  test('keys of the client are refused, because nothing is encrypted', async () => {
    const file = running.bucket.file('a', { encryptionKey: Buffer.alloc(32) });
    const refusal = { code: 501, message: expect.stringContaining('x-goog-encryption-') };
    for (const resumable of [false, true]) {
      await expect(file.save('x', { resumable })).rejects.toMatchObject(refusal);
    }
    await running.bucket.file('b').save('x', { resumable: false });
    await expect(running.bucket.file('b').copy(file)).rejects.toMatchObject(refusal);
    expect(await running.namesOf()).toEqual(['b']);
  });

  test('a browser is refused', async () => {
    expect(await raw('GET', file, { origin: 'http://127.0.0.1:5000' })).toMatchObject({
      status: 403,
    });
    expect(await raw('GET', file, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
    });
  });

  test('a path that is not UTF-8 is answered with 400', async () => {
    expect(await raw('GET', '/b/demo-project.appspot.com/o/%ff')).toMatchObject({
      status: 400,
    });
  });
});
