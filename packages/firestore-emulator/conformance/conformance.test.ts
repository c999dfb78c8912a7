import { afterAll, beforeAll, describe, test } from 'vitest';
import { startFirestoreEmulator, type FirestoreEmulator } from '../src/index.ts';
import { openFirestore, type Connection } from './connection.ts';
import { play } from './probe.ts';
import { suiteIndexesFile } from './suite-indexes.ts';
import { themes } from './themes.ts';

let emulator: FirestoreEmulator;
let connection: Connection;

beforeAll(async () => {
  emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile });
  connection = openFirestore(emulator.host);
});

afterAll(async () => {
  await connection.close();
  await emulator.stop();
});

for (const [theme, probes] of Object.entries(themes)) {
  describe(theme, () => {
    for (const [promise, probe] of Object.entries(probes)) {
      test(promise, async () => play(probe, { db: connection.db, emulator }));
    }
  });
}
