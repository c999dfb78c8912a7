import { expect, test } from 'vitest';
import { useStage } from './probe.ts';
import { status } from './status.ts';

const stage = useStage({ controlPort: 0 });

async function control(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${stage.emulator.controlUrl ?? ''}${path}`, { method, ...init });
}

test('records and totals are read and reset over HTTP', async () => {
  await stage.db.doc('things/a').set({ v: 1 });
  await stage.db.doc('things/a').get();
  expect(await (await control('GET', '/records')).json()).toStrictEqual(stage.emulator.records());
  expect(await (await control('GET', '/totals')).json()).toStrictEqual({
    calls: 2,
    commits: 1,
    reads: 1,
    writes: 1,
    deletes: 0,
  });
  await control('POST', '/reset');
  expect(stage.emulator.records()).toStrictEqual([]);
});

test('faults are injected and cleared over HTTP', async () => {
  const fault = {
    rpc: 'BatchGetDocuments',
    times: 2,
    code: status.permissionDenied,
    when: 'before',
  };
  expect((await control('POST', '/faults', { body: JSON.stringify(fault) })).status).toBe(200);
  await expect(stage.db.doc('things/a').get()).rejects.toMatchObject({
    code: status.permissionDenied,
  });
  await control('DELETE', '/faults');
  await stage.db.doc('things/a').get();
});

test('an invalid fault is refused', async () => {
  for (const body of ['', '{}', '{"code":0,"when":"before"}', '{"code":14,"when":"later"}']) {
    expect((await control('POST', '/faults', { body })).status, body).toBe(400);
  }
});

test('documents are cleared over HTTP', async () => {
  await stage.db.doc('things/a').set({ v: 1 });
  await control('DELETE', '/documents');
  expect((await stage.db.doc('things/a').get()).exists).toBe(false);
});

test('a web page has no access', async () => {
  const headers = { origin: 'https://example.org' };
  expect((await control('GET', '/records', { headers })).status).toBe(403);
});
