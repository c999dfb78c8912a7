import { join } from 'node:path';
import {
  startFirestoreEmulator,
  type FirestoreEmulator,
  type FirestoreEmulatorOptions,
} from '../firestore/index.ts';
import { startStorageEmulator, type StorageEmulator } from '../storage/index.ts';
import { root, storageBucket } from './firebase-json.ts';
import type { Ports } from './ports.ts';

/** Where documents and files are kept. */
export interface Stores {
  firestore: FirestoreEmulator;
  storage: StorageEmulator;
}

/** The folder of a stack's data; named by a port, which only one stack can hold: no two write the same. */
export function stackData(ports: Ports): string {
  return join(root, '.data', String(ports.hosting));
}

/**
 * Starts Firestore and Storage on the data in a folder.
 * @param parts stops what was started
 * @throws the listening error, such as EADDRINUSE
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
  const firestore = await startFirestoreEmulator({
    port: ports.firestore,
    indexesFile: join(root, 'firestore.indexes.json'),
    dataFile: join(data, 'firestore.json'),
    ...(transactions === undefined ? {} : { transactions }),
  });
  parts.defer(() => firestore.stop());
  const storage = await startStorageEmulator({
    port: ports.storage,
    dataDirectory: join(data, 'storage'),
    buckets: [storageBucket],
  });
  parts.defer(() => storage.stop());
  return { firestore, storage };
}
