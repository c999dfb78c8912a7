/** Saves twice into the file it is given and dies at the moment the second save would replace it. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openFirestore } from './connection.ts';
import { suiteIndexesFile } from './suite-indexes.ts';

const [dataFile] = process.argv.slice(2);
if (dataFile === undefined) throw new Error('Usage: crash-in-save.ts <data file>');

const { startFirestoreEmulator } = await import('../index.ts');
const emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, dataFile });
const { db } = openFirestore(emulator.host);
await db.doc('things/a').set({ v: 'first' });
emulator.save();
await db.doc('things/a').set({ v: 'second' });

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('Killed');
};
fs.renameSync = die;
syncBuiltinESMExports();
emulator.save();
