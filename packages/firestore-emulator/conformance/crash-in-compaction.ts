/** Commits to a data file and dies at the moment when compaction would replace it. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openFirestore } from './connection.ts';
import { suiteIndexesFile } from './suite-indexes.ts';

const [dataFile] = process.argv.slice(2);
if (dataFile === undefined) throw new Error('Usage: crash-in-compaction.ts <data file>');

const { startFirestoreEmulator } = await import('../src/index.ts');
const emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, dataFile });
const { db } = openFirestore(emulator.host);
await db.doc('things/a').set({ v: 'first' });

fs.renameSync = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('Killed');
};
syncBuiltinESMExports();
for (let round = 1; ; round += 1) {
  await db.doc('things/large').set({ round, text: 'x'.repeat(900_000) });
  process.send?.(round);
}
