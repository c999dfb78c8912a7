import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FirestoreEmulator } from 'firestore-emulator';
import { seedJokes, type SeedJoke } from '../seed/index.ts';
import type { StorageEmulator } from 'storage-emulator';
import { startAuthEmulator } from './auth-emulator.ts';
import { functionEnvironment } from './cloud-function.ts';
import { LOOPBACK } from './http-server.ts';
import { anyPorts, type Ports } from './ports.ts';
import { seedDatabase } from './seed-database.ts';
import { startStores } from './stores.ts';
import { superviseFunction } from './supervised-function.ts';

export interface BackendOptions {
  /** Default: free ones, so that any number of stacks run side by side. */
  ports?: Ports;
  /** Where data is kept between runs; default: nowhere. */
  dataDirectory?: string;
  /** Whether the Auth emulator runs; default true. */
  auth?: boolean;
  /** What an empty database is filled with; null for nothing; default: the project's seed. */
  seed?: readonly SeedJoke[] | null;
  /** How Firestore's transactions exclude each other; default as in production. */
  transactions?: 'locks' | 'optimistic';
  /** Added to the function's environment. */
  environment?: Readonly<Record<string, string>>;
  /** Told, in a phrase, what is being done. */
  onProgress?: (phrase: string) => void;
  /**
   * Reports, in words for the developer, what goes wrong but does not end the stack: the function's log
   * entries of severity ERROR or worse, its crashes, a log that can't be written.
   */
  complain?: (message: string) => void;
  /** Gives up starting at the next step. */
  signal?: AbortSignal;
}

/** Everything behind Hosting. */
export interface Backend {
  readonly firestore: FirestoreEmulator;
  readonly storage: StorageEmulator;
  /** The Auth emulator's origin, or null where none runs. */
  readonly authOrigin: string | null;
  /** The function's origin; another one after a restart unless its port was given. */
  functionOrigin(): string;
  /** Ends the function and starts what functions/lib then holds. */
  restartFunction(): Promise<void>;
  /** Resolves, with what to tell the developer, if a part that is not restarted ends by itself. */
  readonly failed: Promise<Error>;
  /** Stops all parts, which saves the accounts. */
  stop(): Promise<void>;
}

/**
 * Starts the emulators and the function, and fills an empty database.
 * @throws {Error} what to tell the developer, after everything that ran was stopped
 */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const { onProgress = () => undefined, complain = () => undefined, signal } = options;
  const failure = Promise.withResolvers<Error>();
  await using parts = new AsyncDisposableStack();
  const data = openDataDirectory(options.dataDirectory, parts);
  const ports = options.ports ?? (await anyPorts());

  onProgress('Starting Firestore, Storage and Auth');
  const { firestore, storage } = await startStores(
    { ports, data, transactions: options.transactions },
    parts,
  );
  const auth =
    options.auth === false
      ? null
      : startAuthEmulator({
          ports,
          directory: join(data, 'auth'),
          keepAccounts: options.dataDirectory !== undefined,
          log: join(data, 'auth.log'),
          complain,
        });
  if (auth !== null) {
    parts.defer(async () => {
      const saved = await auth.part.stop();
      if (!saved) complain('The Auth emulator could not save its accounts; auth.log says why.');
    });
    void auth.part.failed.then(failure.resolve);
  }
  const authHost = auth === null ? null : `${LOOPBACK}:${ports.auth}`;
  const environment = {
    ...functionEnvironment({ firestore: firestore.host, storage: storage.host, auth: authHost }),
    SITE_ORIGIN: `http://${LOOPBACK}:${ports.hosting}`,
    ...options.environment,
  };

  const jokes = options.seed === undefined ? seedJokes() : options.seed;
  if (jokes !== null) {
    await seedDatabase(environment, jokes, (done) =>
      onProgress(`Filling the empty database: ${done} of ${jokes.length}`),
    );
  }
  signal?.throwIfAborted();

  onProgress('Starting the function');
  const supervised = await superviseFunction({
    port: ports.functions,
    environment,
    log: join(data, 'function.log'),
    complain,
  });
  parts.defer(() => supervised.stop());
  await auth?.ready();
  signal?.throwIfAborted();

  const started = parts.move();
  return {
    firestore,
    storage,
    authOrigin: authHost === null ? null : `http://${authHost}`,
    functionOrigin: () => supervised.origin(),
    restartFunction: () => supervised.restart(),
    failed: failure.promise,
    stop: () => started.disposeAsync(),
  };
}

/** The folder for this run's data and logs, with logs that are empty and readable by their owner only. */
function openDataDirectory(given: string | undefined, parts: AsyncDisposableStack): string {
  const data = given ?? mkdtempSync(join(tmpdir(), 'local-stack-'));
  if (given === undefined) parts.defer(() => rmSync(data, { recursive: true }));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const log of ['function.log', 'auth.log']) {
    writeFileSync(join(data, log), '', { mode: 0o600 });
  }
  return data;
}
