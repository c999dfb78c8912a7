import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import { databaseName, openFirestore } from './connection.ts';
import { ladder } from './ladder.ts';
import { suiteIndexesFile, TemporaryFolder } from './suite-indexes.ts';

async function start(dataFile: string): Promise<FirestoreEmulator> {
  return startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, dataFile });
}

/** Starts an emulator on a data file, lets something happen to it and stops it. */
async function session<T>(
  dataFile: string,
  act: (db: Firestore, emulator: FirestoreEmulator) => Promise<T>,
): Promise<T> {
  const emulator = await start(dataFile);
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

test('a commit is in the file when it is answered, and so is the removal of everything', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const copy = join(folder.path, 'copy');
  const documents = async () => {
    copyFileSync(dataFile, copy);
    return (await session(copy, everything)).length;
  };
  await session(dataFile, async (db, emulator) => {
    await db.doc('things/a').set({ v: 1 });
    await db.batch().set(db.doc('things/b'), {}).delete(db.doc('things/a')).commit();
    const bulk = db.bulkWriter();
    void bulk.set(db.doc('things/c'), {});
    await bulk.close();
    expect(await documents()).toBe(2);
    emulator.clear();
    expect(await documents()).toBe(0);
    await db.doc('things/d').set({});
    expect(await documents()).toBe(1);
  });
  expect(await session(dataFile, everything)).toHaveLength(1);
});

test('only its owner can read the file, even if others could before', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const write = async (db: Firestore) => db.doc('things/a').set({});
  await session(dataFile, write);
  expect(statSync(dataFile).mode & 0o777).toBe(0o600);
  chmodSync(dataFile, 0o644);
  await session(dataFile, everything);
  expect(statSync(dataFile).mode & 0o777).toBe(0o600);
});

test('a file of the first format, without a log, is loaded and continued', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const name = `${databaseName}/documents/things/a`;
  const document = {
    name,
    createTime: 1_000,
    updateTime: 2_000,
    fields: [['v', ['integer', '1']]],
  };
  const head = { format: 'embedded-firestore-1', savedAt: 3_000 };
  const body = `${JSON.stringify(head)}\n${JSON.stringify(document)}\n`;
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(dataFile, `${body}${JSON.stringify({ documents: 1, sha256 })}\n`);
  const values = async (db: Firestore) =>
    (await db.collection('things').get()).docs.map((item) => item.get('v'));
  expect(await session(dataFile, values)).toEqual([1n]);
  await session(dataFile, async (db) => db.doc('things/b').set({ v: 2 }));
  expect(await session(dataFile, values)).toEqual([1n, 2n]);
});

test('a file of another format is refused and not changed', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  for (const content of ['', 'not json', '[]', '{}', '{"documents": 1}']) {
    writeFileSync(dataFile, content);
    await expect(start(dataFile), content).rejects.toThrow();
    expect(readFileSync(dataFile, 'utf8')).toBe(content);
  }
});

/** Fills a file with five commits. @returns it, and where each of their lines begins */
async function fiveCommits(dataFile: string): Promise<{ content: Buffer; lines: number[] }> {
  const lines: number[] = [];
  await session(dataFile, async (db) => {
    for (let nth = 0; nth < 5; nth += 1) {
      if (nth > 0) lines.push(statSync(dataFile).size);
      await db.doc(`things/${String(nth)}`).set({ nth });
    }
  });
  return { content: readFileSync(dataFile), lines };
}

test('an incomplete last commit is ignored, and the next one replaces it', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const { content, lines } = await fiveCommits(dataFile);
  const last = lines.at(-1) ?? 0;
  for (const cut of [content.length - 1, last + 20, last + 1]) {
    writeFileSync(dataFile, content.subarray(0, cut));
    expect(await session(dataFile, everything)).toHaveLength(4);
    await session(dataFile, async (db) => db.doc('things/x').set({}));
    expect(await session(dataFile, everything)).toHaveLength(5);
  }
});

test('a file that is damaged before its last line, or misses a line, is refused and not changed', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const { content, lines } = await fiveCommits(dataFile);
  const [second = 0, third = 0, fourth = 0] = lines;
  const changed = Buffer.from(content);
  changed.write('X', third + 30);
  const without = Buffer.concat([content.subarray(0, second), content.subarray(third)]);
  const swapped = Buffer.concat([
    content.subarray(0, second),
    content.subarray(third, fourth),
    content.subarray(second, third),
    content.subarray(fourth),
  ]);
  for (const damaged of [changed, without, swapped, content.subarray(0, 10)]) {
    writeFileSync(dataFile, damaged);
    await expect(start(dataFile)).rejects.toThrow('is damaged and was not changed');
    expect(readFileSync(dataFile).equals(damaged)).toBe(true);
  }
});

test('a crash during compaction loses nothing', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const script = fileURLToPath(new URL('crash-in-compaction.ts', import.meta.url));
  let acknowledged = 0;
  const child = fork(script, [dataFile], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.on('message', (round) => {
    acknowledged = Number(round);
  });
  const [code, signal]: unknown[] = await once(child, 'close');
  expect([code, signal]).toStrictEqual([null, 'SIGKILL']);
  expect(acknowledged).toBeGreaterThan(3);
  await session(dataFile, async (db) => {
    expect((await db.doc('things/a').get()).get('v')).toBe('first');
    expect((await db.doc('things/large').get()).get('round')).toBe(BigInt(acknowledged));
    await db.doc('things/large').set({});
  });
  expect(statSync(dataFile).size).toBeLessThan(1_000_000);
  expect(await session(dataFile, everything)).toHaveLength(2);
});
