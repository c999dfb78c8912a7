import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  startFirestoreEmulator,
  type FirestoreEmulator,
  type FirestoreEmulatorOptions,
} from 'firestore-emulator';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { root, storageBucket } from './firebase-json.ts';
import type { Ports } from './ports.ts';

/** Where documents and files are kept. */
export interface Stores {
  firestore: FirestoreEmulator;
  storage: StorageEmulator;
}

/** The folder of all local data; makes sure that only its owner can read it. */
export function localData(): string {
  const folder = join(root, '.data');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** The folder of a stack's data; named by a port, which only one stack can hold: no two write the same. */
export function stackData(ports: Ports): string {
  return join(localData(), String(ports.hosting));
}

/** Makes a folder, if it is missing, and lets only its owner read it and everything in it. */
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
 * Starts Firestore and Storage on the data in a folder, which only its owner can read from then on.
 * @param parts stops what was started
 * @throws {Error} when the rules grant a client something or a port is in use
 */
export async function startStores(
  options: {
    ports: Ports;
    data: string;
    transactions?: FirestoreEmulatorOptions['transactions'] | undefined;
  },
  parts: AsyncDisposableStack,
): Promise<Stores> {
  const { ports, data, transactions } = options;
  makePrivate(data);
  const firestore = await startFirestoreEmulator({
    port: ports.firestore,
    indexesFile: join(root, 'firestore.indexes.json'),
    rulesFile: join(root, 'firestore.rules'),
    dataFile: join(data, 'firestore.json'),
    transactions,
  });
  parts.defer(() => firestore.stop());
  const storage = await startStorageEmulator({
    port: ports.storage,
    rulesFile: join(root, 'storage.rules'),
    dataDirectory: join(data, 'storage'),
    buckets: [storageBucket],
  });
  parts.defer(() => storage.stop());
  return { firestore, storage };
}
