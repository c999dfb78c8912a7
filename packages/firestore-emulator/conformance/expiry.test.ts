import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import {
  asAdmin,
  databaseName,
  openFirestore,
  openRaw,
  responses,
  type Connection,
} from './connection.ts';
import { status } from './status.ts';
import { suiteIndexesFile } from './suite-indexes.ts';

let emulator: FirestoreEmulator;
let connection: Connection;
let raw: ReturnType<typeof openRaw>;

/** Sets the clock that the emulator reads, so that nothing really waits. */
function passSeconds(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile });
  connection = openFirestore(emulator.host);
  raw = openRaw(emulator.host);
});

afterAll(async () => {
  await raw.close();
  await connection.close();
  await emulator.stop();
  vi.useRealTimers();
});

beforeEach(() => {
  emulator.clear();
});

async function begin(): Promise<{ database: string; transaction: string | Uint8Array }> {
  const [{ transaction }] = await raw.beginTransaction({ database: databaseName }, asAdmin);
  return { database: databaseName, transaction: transaction ?? '' };
}

const expired = {
  code: status.invalidArgument,
  message: expect.stringContaining('transaction has expired'),
};

test('a transaction expires after 60 s without use, not before', async () => {
  const early = await begin();
  const late = await begin();
  passSeconds(59);
  await raw.commit({ ...early, writes: [] }, asAdmin);
  passSeconds(2);
  await expect(raw.commit({ ...late, writes: [] }, asAdmin)).rejects.toMatchObject(expired);
});

test('a transaction expires after 270 s however much it is used', async () => {
  const used = await begin();
  const documents = [`${databaseName}/documents/things/a`];
  const read = async () =>
    responses(
      raw.batchGetDocuments(
        { database: databaseName, documents, transaction: used.transaction },
        asAdmin,
      ),
    );
  for (let seconds = 50; seconds <= 250; seconds += 50) {
    passSeconds(50);
    await read();
  }
  passSeconds(21);
  await expect(raw.commit({ ...used, writes: [] }, asAdmin)).rejects.toMatchObject(expired);
});

test('an expired transaction blocks no other', async () => {
  const { transaction } = await begin();
  const documents = [`${databaseName}/documents/things/a`];
  await responses(
    raw.batchGetDocuments({ database: databaseName, documents, transaction }, asAdmin),
  );
  passSeconds(61);
  await connection.db.doc('things/a').set({ v: 1 });
  expect((await connection.db.doc('things/a').get()).get('v')).toBe(1);
});

test('the Admin SDK retries an expired transaction', async () => {
  const document = connection.db.doc('things/a');
  let attempts = 0;
  await connection.db.runTransaction(async (transaction) => {
    await transaction.get(document);
    attempts += 1;
    if (attempts === 1) passSeconds(61);
    transaction.set(document, { attempts });
  });
  expect((await document.get()).get('attempts')).toBe(2);
});
