import { afterAll, beforeAll, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import { openFirestore, type Connection } from './connection.ts';
import { play } from './probe.ts';
import { TemporaryFolder, writeAllIndexes } from './suite-indexes.ts';
import { randomQueries } from './themes/random-queries.ts';
import { randomWrites } from './themes/random-writes.ts';

let emulator: FirestoreEmulator;
let connection: Connection;

beforeAll(async () => {
  using folder = new TemporaryFolder();
  emulator = await startFirestoreEmulator({ port: 0, indexesFile: writeAllIndexes(folder) });
  connection = openFirestore(emulator.host);
});

afterAll(async () => {
  await connection.close();
  await emulator.stop();
});

for (const [promise, probe] of Object.entries({ ...randomQueries, ...randomWrites })) {
  test(promise, async () => play(probe, { db: connection.db, emulator }));
}
