import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { asAdmin, databaseName, openRaw, responses } from './connection.ts';
import { useStage } from './probe.ts';
import { status } from './status.ts';

let raw: ReturnType<typeof openRaw>;

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
const stage = useStage();
beforeAll(() => {
  raw = openRaw(stage.emulator.host);
});

afterAll(async () => {
  await raw.close();
  vi.useRealTimers();
});

/** Sets the clock that the emulator reads, so that nothing really waits. */
function passSeconds(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

beforeEach(() => {
  stage.emulator.clear();
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
  await stage.db.doc('things/a').set({ v: 1 });
  expect((await stage.db.doc('things/a').get()).get('v')).toBe(1);
});

test('the Admin SDK retries an expired transaction', async () => {
  const document = stage.db.doc('things/a');
  let attempts = 0;
  await stage.db.runTransaction(async (transaction) => {
    await transaction.get(document);
    attempts += 1;
    if (attempts === 1) passSeconds(61);
    transaction.set(document, { attempts });
  });
  expect((await document.get()).get('attempts')).toBe(2);
});
