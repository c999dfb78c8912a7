import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import { asAdmin, databaseName, openFirestore, openRaw } from './connection.ts';
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
  try {
    await using connection = openFirestore(emulator.host, { useBigInt: true });
    return await act(connection.db, emulator);
  } finally {
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
    for (const log of ['', '-wal']) copyFileSync(`${dataFile}${log}`, `${copy}${log}`);
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

test('only its owner can read the file and its log, even if others could before', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const write = async (db: Firestore) => {
    await db.doc('things/a').set({});
    return readdirSync(folder.path).map((name) => [
      name,
      (statSync(join(folder.path, name)).mode & 0o777).toString(8),
    ]);
  };
  const readable = [
    ['data', '600'],
    ['data-wal', '600'],
  ];
  expect(await session(dataFile, write)).toEqual(readable);
  chmodSync(dataFile, 0o644);
  expect(await session(dataFile, write)).toEqual(readable);
});

test('a file that is not the emulator’s, or damaged, is refused and not changed', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  await session(dataFile, async (db) => {
    for (let nth = 0; nth < 20; nth += 1) {
      await db.doc(`things/${nth}`).set({ text: 'x'.repeat(2_000) });
    }
  });
  const own = readFileSync(dataFile);
  const other = join(folder.path, 'other');
  using database = new DatabaseSync(other);
  database.exec('CREATE TABLE documents (name TEXT)');
  const cases = [
    ['not json', /file is not a database/],
    ['{"format":"embedded-firestore-2"}\n', /file is not a database/],
    [readFileSync(other), /it belongs to another program/],
    [own.subarray(0, 1_000), /database disk image is malformed/],
    [own.subarray(0, own.length - 8_192), /database disk image is malformed/],
    [Buffer.from(own).fill('X', own.length - 8_192), /database disk image is malformed/],
  ] as const;
  for (const [content, reason] of cases) {
    writeFileSync(dataFile, content);
    await expect(start(dataFile)).rejects.toThrow(reason);
    await expect(start(dataFile)).rejects.toThrow("can't use the data file");
    expect(readFileSync(dataFile).equals(Buffer.from(content))).toBe(true);
  }
});

test('a second emulator on the same file is refused, and the first one goes on', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  await session(dataFile, async (db) => {
    await db.doc('things/a').set({});
    await expect(start(dataFile)).rejects.toThrow('database is locked');
    await db.doc('things/b').set({});
  });
  expect(await session(dataFile, everything)).toHaveLength(2);
});

test('an incomplete last commit is ignored, and the next one replaces it', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const copy = join(folder.path, 'copy');
  await session(dataFile, async (db) => {
    for (let nth = 0; nth < 5; nth += 1) await db.doc(`things/${nth}`).set({ nth });
    for (const cut of [1, 100, 4_100]) {
      for (const log of ['', '-wal']) copyFileSync(`${dataFile}${log}`, `${copy}${log}`);
      truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - cut);
      expect(await session(copy, everything)).toHaveLength(4);
      await session(copy, async (other) => other.doc('things/x').set({}));
      expect(await session(copy, everything)).toHaveLength(5);
    }
  });
});

test('kill -9 loses no answered commit, even while the log is written back', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  const command = fileURLToPath(new URL('../src/command.ts', import.meta.url));
  let answered = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const child = spawn(process.execPath, [command, '--port', '0', '--data', dataFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const [line] = await once(child.stdout, 'data');
    await using raw = openRaw(/listens on (\S+)\.$/m.exec(String(line))?.[1] ?? '');
    const single = { ...asAdmin, retry: null };
    const name = `${databaseName}/documents/things/large`;
    // The log is written back about every fourth time.
    const write = async () => {
      const round = answered + 1;
      const fields = {
        round: { integerValue: round },
        text: { stringValue: 'x'.repeat(900_000) },
      };
      const writes = [{ update: { name, fields } }];
      await raw.commit({ database: databaseName, writes }, single);
      answered = round;
    };
    for (let left = randomInt(5, 15); left > 0; left -= 1) await write();
    write().catch(() => undefined);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const stored = await session(dataFile, async (db) => db.doc('things/large').get());
    const rounds = [BigInt(answered), BigInt(answered + 1)];
    expect(rounds).toContain(stored.get('round'));
    answered = Number(stored.get('round'));
  }
  expect(statSync(dataFile).size).toBeLessThan(4_000_000);
  expect(await session(dataFile, everything)).toHaveLength(1);
});

test('documents that are overwritten again and again take no more space', async () => {
  using folder = new TemporaryFolder();
  const dataFile = join(folder.path, 'data');
  await session(dataFile, async (db) => {
    for (let round = 0; round < 100; round += 1) {
      const batch = db.batch();
      for (let nth = 0; nth < 100; nth += 1) {
        batch.set(db.doc(`things/${nth}`), { round, text: 'x'.repeat(1_000) });
      }
      await batch.commit();
    }
    expect(statSync(dataFile).size + statSync(`${dataFile}-wal`).size).toBeLessThan(6_000_000);
  });
  expect(statSync(dataFile).size).toBeLessThan(400_000);
});
