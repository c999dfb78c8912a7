import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  startFirestoreEmulator,
  type FirestoreEmulator,
  type FirestoreEmulatorOptions,
} from 'firestore-emulator';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { root, storageBucket } from '../firebase-json.ts';
import type { Ports } from '../ports.ts';

/** The embedded emulators that hold the site's documents and files. */
export interface DataEmulators {
  firestore: FirestoreEmulator;
  storage: StorageEmulator;
}

/** The folder of all local data; creates it, readable by its owner only. */
export function localDataFolder(): string {
  const folder = join(root, '.data');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** The folder of a stack's data, named after its port: only one stack can use a port, so none share a folder. */
export function stackDataFolder(ports: Ports): string {
  return join(localDataFolder(), String(ports.hosting));
}

/** Creates a folder if it is missing, and makes it and everything in it readable by its owner only. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) chmodSync(path, 0o700);
    else if (stats?.isFile()) chmodSync(path, 0o600);
  }
}

/**
 * Starts Firestore and Storage with the data in a folder, which becomes readable by its owner only.
 * @param cleanup gets the steps that stop what was started
 * @throws {Error} if the rules grant a client something, or a port is in use
 */
export async function startDataEmulators(
  options: {
    ports: Ports;
    data: string;
    transactions?: FirestoreEmulatorOptions['transactions'] | undefined;
  },
  cleanup: AsyncDisposableStack,
): Promise<DataEmulators> {
  const { ports, data, transactions } = options;
  makePrivate(data);
  const firestore = await startFirestoreEmulator({
    port: ports.firestore,
    indexesFile: join(root, 'firestore.indexes.json'),
    rulesFile: join(root, 'firestore.rules'),
    dataFile: join(data, 'firestore.json'),
    transactions,
  });
  cleanup.defer(() => firestore.stop());
  const storage = await startStorageEmulator({
    port: ports.storage,
    rulesFile: join(root, 'storage.rules'),
    dataDirectory: join(data, 'storage'),
    buckets: [storageBucket],
  });
  cleanup.defer(() => storage.stop());
  return { firestore, storage };
}
