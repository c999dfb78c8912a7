import { chmodSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { root, storageBucket } from '../firebase-json.ts';
import { functionEnvironment } from '../function/cloud-function.ts';
import { LOOPBACK } from '../http-server.ts';
import { configuredPorts, isListening, type Ports } from '../ports.ts';

/** The emulators that hold the site's documents and files. */
export interface DataEmulators {
  firestore: FirestoreEmulator;
  storage: StorageEmulator;
}

/** Creates a folder that only its owner can enter. */
function createPrivate(folder: string): string {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** The folder of all local data; creates it, so that only its owner can enter it. */
export function localDataFolder(): string {
  return createPrivate(join(root, '.data'));
}

/** The folder of a stack's data, named after its port: only one stack can use a port, so none share a folder. */
export function stackDataFolder(ports: Ports): string {
  return join(localDataFolder(), String(ports.hosting));
}

/**
 * Starts Firestore and Storage with the data in a folder, which only its owner can enter from then on.
 * @param cleanup gets the steps that stop what was started
 * @throws {Error} if the rules grant a client something, or a port is in use
 */
export async function startDataEmulators(
  { ports, data }: { ports: Ports; data: string },
  cleanup: AsyncDisposableStack,
): Promise<DataEmulators> {
  createPrivate(data);
  const firestore = await startFirestoreEmulator({
    port: ports.firestore,
    indexesFile: join(root, 'firestore.indexes.json'),
    rulesFile: join(root, 'firestore.rules'),
    dataFile: join(data, 'firestore.db'),
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

/**
 * Connects to the emulators of the stack on the configured ports. If none is running, starts emulators on
 * the stack's data and ports, so that no stack can start in the meantime.
 * @returns a phrase that says where the data is, the environment variables by which a context finds the emulators,
 *   and what stops emulators that were started for this
 * @throws {Error} if only one of the two ports is in use
 */
export async function openLocalData() {
  const ports = configuredPorts();
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${ports.firestore}`,
    storage: `${LOOPBACK}:${ports.storage}`,
    auth: null,
  });
  const running = await isListening(ports.firestore);
  if (running !== (await isListening(ports.storage))) {
    const [used, free] = running
      ? [ports.firestore, ports.storage]
      : [ports.storage, ports.firestore];
    throw new Error(
      `Port ${used} is in use, but port ${free} is not, so this is not a local stack. Set PORT_OFFSET to use another one.`,
    );
  }
  await using cleanup = new AsyncDisposableStack();
  const data = stackDataFolder(ports);
  if (!running) await startDataEmulators({ ports, data }, cleanup);
  const started = cleanup.move();
  const name = running
    ? `the local stack running on port ${ports.hosting}`
    : `the local stack's data in ${relative(root, data)}`;
  return { name, environment, stop: () => started.disposeAsync() };
}
