import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { expect, test, vi } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../index.ts';
import { openFirestore } from './connection.ts';
import { ladder } from './ladder.ts';
import { suiteIndexesFile, TemporaryFolder } from './suite-indexes.ts';

/** Starts an emulator on a data file, lets something happen to it and stops it. */
async function session<T>(
  dataFile: string,
  act: (db: Firestore, emulator: FirestoreEmulator) => Promise<T>,
  saveIntervalMs = 600_000,
): Promise<T> {
  const emulator = await startFirestoreEmulator({
    port: 0,
    indexesFile: suiteIndexesFile,
    dataFile,
    saveIntervalMs,
  });
  const connection = openFirestore(emulator.host, { useBigInt: true });
  try {
    return await act(connection.db, emulator);
  } finally {
    await connection.close();
    await emulator.stop();
  }
}

async function everything(db: Firestore): Promise<unknown[]> {
  const snapshots: DocumentSnapshot[] = [];
  for (const collection of await db.listCollections()) {
    snapshots.push(...(await collection.get()).docs);
  }
  return snapshots.map((snapshot) => ({
    path: snapshot.ref.path,
    createTime: snapshot.createTime?.valueOf(),
    updateTime: snapshot.updateTime?.valueOf(),
    data: JSON.stringify(snapshot.data(), (_, value: unknown) =>
      typeof value === 'bigint' || typeof value === 'number' ? numeral(value) : value,
    ),
  }));
}

function numeral(value: number | bigint): string {
  return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}

test('after stop and start every document of every type is identical', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const before = await session(dataFile, async (db) => {
    const batch = db.batch();
    for (const [rung, { equals }] of ladder(db).entries()) {
      for (const [nth, value] of equals.entries()) {
        batch.set(db.doc(`ladder/${String(rung)}-${String(nth)}`), {
          v: value,
          list: [{ value: 1 }],
        });
      }
    }
    await batch.commit();
    await db.doc('ladder/1-0').update({ v: 'changed' });
    await db.doc('odd/a b😀').set({ 'a.b': { '`': 1 } });
    return everything(db);
  });
  const after = await session(dataFile, everything);
  expect(after).toStrictEqual(before);
  expect(after.length).toBeGreaterThan(60);
});

test('commits after a restart are later than those before it', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const write = async (db: Firestore) => (await db.doc('things/a').set({ v: Math.PI })).writeTime;
  const first = await session(dataFile, async (db) => {
    await write(db);
    return (await db.doc('things/b').set({})).writeTime;
  });
  const second = await session(
    dataFile,
    async (db) => (await db.doc('things/b').set({ v: 1 })).writeTime,
  );
  expect(second.valueOf() > first.valueOf()).toBe(true);
});

test('a missing file starts empty', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  expect(await session(dataFile, everything)).toStrictEqual([]);
});

test('save() is on disk at once, and the interval saves by itself', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  await session(dataFile, async (db, emulator) => {
    await db.doc('things/a').set({ v: 'by-call' });
    emulator.save();
    expect(readFileSync(dataFile).includes('by-call')).toBe(true);
  });
  await session(
    dataFile,
    async (db) => {
      await db.doc('things/b').set({ v: 'by-interval' });
      await vi.waitFor(() => {
        expect(readFileSync(dataFile).includes('by-interval')).toBe(true);
      });
    },
    10,
  );
});

test('a file that is not one of its own is refused and left as it is', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const start = async () =>
    startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, dataFile });
  for (const content of ['', 'not json', '[]', '{}', '{"documents": 1}']) {
    writeFileSync(dataFile, content);
    await expect(start(), content).rejects.toThrow();
    expect(readFileSync(dataFile, 'utf8')).toBe(content);
  }
});

test('a file that was cut short is refused', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  await session(dataFile, async (db) => {
    for (let nth = 0; nth < 5; nth += 1) await db.doc(`things/${String(nth)}`).set({ nth });
  });
  const { length } = readFileSync(dataFile);
  for (const cut of [length - 2, Math.floor(length / 2), 10]) {
    truncateSync(dataFile, cut);
    await expect(
      startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, dataFile }),
    ).rejects.toThrow();
  }
});

test('a crash before the new file is in place leaves the old one', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const script = fileURLToPath(new URL('crash-in-save.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataFile], { stdio: 'ignore' });
  const [code, signal]: unknown[] = await once(child, 'exit');
  expect([code, signal]).toStrictEqual([null, 'SIGKILL']);
  expect(existsSync(dataFile)).toBe(true);
  const value = await session(dataFile, async (db) => (await db.doc('things/a').get()).get('v'));
  expect(value).toBe('first');
});
