import { chmodSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { claimStack, findClaim } from '../claim.ts';
import { root, storageBucket } from '../firebase-json.ts';
import { functionEnvironment } from '../function/cloud-function.ts';
import { LOOPBACK } from '../http-server.ts';
import { assertPortsAreFree, configuredPorts, type Ports } from '../ports.ts';

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
 * Connects to the emulators of this checkout's stack on the configured ports. If none is running, claims the stack and
 * starts emulators on its data and ports, so that neither a stack nor another command can start in the meantime.
 * @returns a phrase that says where the data is, the environment variables by which a context finds the emulators,
 *   and what stops emulators that were started for this
 * @throws {Error} if the ports are used by another checkout's stack, by a command, or by another program
 */
export async function openLocalData() {
  const ports = configuredPorts();
  const { ui, firestore, storage, hosting } = ports;
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${firestore}`,
    storage: `${LOOPBACK}:${storage}`,
    auth: null,
  });
  await using cleanup = new AsyncDisposableStack();
  const command = process.env['npm_lifecycle_event'];
  const user = command === undefined ? 'Another command' : `npm run ${command}`;
  const claimed = await claimStack(
    ports,
    `${user} is using the data of this folder's local stack`,
  ).catch(() => undefined);
  const claim = claimed ? undefined : await findClaim(ports);
  if (claim && claim.folder !== root) {
    throw new Error(
      `The local stack on port ${hosting} belongs to ${claim.folder}, and this command to ${root}. Nothing was done: run it there, stop that stack, or set PORT_OFFSET to use another stack of this folder.`,
    );
  }
  if (claim?.busy) throw new Error(`${claim.busy}. Run this command again when it is done.`);
  if (claim) {
    const name = `this folder's local stack, running on port ${hosting}`;
    return { name, environment, stop: () => Promise.resolve() };
  }
  if (claimed) cleanup.defer(claimed.release);
  await assertPortsAreFree(claimed ? { firestore, storage } : { ui, firestore, storage });
  const data = stackDataFolder(ports);
  await startDataEmulators({ ports, data }, cleanup);
  const started = cleanup.move();
  const name = `the data of this folder's local stack in ${relative(root, data)}`;
  return { name, environment, stop: () => started.disposeAsync() };
}
