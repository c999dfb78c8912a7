import { relative } from 'node:path';
import { functionEnvironment } from '../function/cloud-function.ts';
import { root } from '../firebase-json.ts';
import { LOOPBACK } from '../http-server.ts';
import { configuredPorts, isListening } from '../ports.ts';
import { stackDataFolder, startDataEmulators } from './data-emulators.ts';

/** Access to the data of the local stack, whether the stack is running or not. */
export interface LocalData {
  /** a phrase that says where the data is */
  name: string;
  /** the environment variables by which a context finds the emulators */
  environment: Readonly<Record<string, string>>;
  /** Stops the emulators if they were started for this. */
  stop(): Promise<void>;
}

/**
 * Connects to the emulators of the stack on the configured ports. If none is running, starts emulators on
 * the stack's data and ports, so that no stack can start in the meantime.
 * @throws {Error} if only one of the two ports is in use
 */
export async function openLocalData(): Promise<LocalData> {
  const ports = configuredPorts();
  const [firestore, storage] = await Promise.all([
    isListening(ports.firestore),
    isListening(ports.storage),
  ]);
  if (firestore !== storage) {
    const [used, free] = firestore
      ? [ports.firestore, ports.storage]
      : [ports.storage, ports.firestore];
    throw new Error(
      `Port ${used} is in use, but port ${free} is not, so this is not a local stack. Set PORT_OFFSET to use another one.`,
    );
  }
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${ports.firestore}`,
    storage: `${LOOPBACK}:${ports.storage}`,
    auth: null,
  });
  const data = stackDataFolder(ports);
  if (firestore) {
    const name = `the local stack running on port ${ports.hosting}`;
    return { name, environment, stop: () => Promise.resolve() };
  }
  await using cleanup = new AsyncDisposableStack();
  await startDataEmulators({ ports, data }, cleanup);
  const started = cleanup.move();
  return {
    name: `the local stack's data in ${relative(root, data)}`,
    environment,
    stop: () => started.disposeAsync(),
  };
}
