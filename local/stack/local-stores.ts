import { relative } from 'node:path';
import { functionEnvironment } from './cloud-function.ts';
import { root } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';
import { configuredPorts, isListening } from './ports.ts';
import { stackData, startStores } from './stores.ts';

/** The stores of the local stack, whether it runs or not. */
export interface LocalStores {
  /** where they are, in a phrase */
  name: string;
  /** the environment that leads a context to them */
  environment: Readonly<Record<string, string>>;
  /** Ends what was started here. */
  stop(): Promise<void>;
}

/**
 * Finds the stores of the stack that runs on the configured ports; where none runs, starts them on its
 * data. They take the same ports, so that no stack can start meanwhile.
 * @throws Error when one of the two ports is in use and the other is not
 */
export async function openLocalStores(): Promise<LocalStores> {
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
      `Port ${used} is in use and port ${free} is not: that is no local stack. PORT_OFFSET names another one.`,
    );
  }
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${ports.firestore}`,
    storage: `${LOOPBACK}:${ports.storage}`,
    auth: null,
  });
  const data = stackData(ports);
  const where = relative(root, data);
  if (firestore) {
    const name = `the local stack that runs on port ${ports.hosting}`;
    return { name, environment, stop: () => Promise.resolve() };
  }
  await using parts = new AsyncDisposableStack();
  await startStores({ ports, data }, parts);
  const started = parts.move();
  return {
    name: `the data of the local stack, ${where}`,
    environment,
    stop: () => started.disposeAsync(),
  };
}
