import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageEmulator } from 'storage-emulator';
import { seedDatabase } from '../seed/import-jokes.ts';
import { seedJokes, type SeedJoke } from '../seed/index.ts';
import { startAuthEmulator } from './emulators/auth-emulator.ts';
import { startDataEmulators, type StackFirestore } from './emulators/data-emulators.ts';
import { functionEnvironment, startCloudFunction } from './function/cloud-function.ts';
import { startHosting, type Hosting } from './hosting/hosting.ts';
import { LOOPBACK } from './http-server.ts';
import { freePorts, type Ports } from './ports.ts';

export interface StackOptions {
  /** Default: free ports, so that any number of stacks can run side by side. */
  ports?: Ports;
  /** The folder that keeps data between runs; default: a temporary one, deleted at the end. */
  dataDirectory?: string;
  /** Replaces the embedded Firestore. */
  startFirestore?: (() => Promise<StackFirestore>) | undefined;
  /** Whether the Auth emulator runs; default: true. */
  auth?: boolean;
  /** The jokes that fill an empty database; null: none; default: the project's seed. */
  seed?: readonly SeedJoke[] | null;
  /** How many of the Top 100 get an image when an empty database is filled; default: none. */
  seedImages?: number;
  /** Additional environment variables of the function. */
  environment?: Readonly<Record<string, string>>;
  /** Resolves when scripts/build.ts has built the function and the site; default: they are built. */
  built?: Promise<void>;
  /** Receives a phrase that says what is being done. */
  onProgress?: (phrase: string) => void;
  /**
   * Receives messages for the developer about problems that don't end the stack: the function's log
   * entries of severity ERROR or higher, its crashes and restarts, a log that can't be written.
   */
  onProblem?: (message: string) => void;
  /** Aborts the start at its next step. */
  signal?: AbortSignal;
}

/** What a site needs that runs in front of the function. */
export interface SiteOptions {
  port: number;
  /** The function's origin, which changes with a restart unless its port was given. */
  functionOrigin: () => string;
  /** The Auth emulator's origin; null: none runs. */
  authOrigin: string | null;
  /** Stops the function and starts the current build in functions/lib. */
  restartFunction(): Promise<void>;
}

/** The whole local stack. */
export interface Stack extends Omit<SiteOptions, 'port'> {
  readonly firestore: StackFirestore;
  readonly storage: StorageEmulator;
  /** The site's origin, such as `http://127.0.0.1:5000`. */
  readonly origin: string;
  /** Resolves with a message for the developer if the Auth emulator stops unexpectedly. */
  readonly failed: Promise<Error>;
  /** Stops everything and saves the accounts of the Auth emulator. */
  stop(): Promise<void>;
}

/**
 * Starts the local stack from what scripts/build.ts built, all on loopback: Firestore, Storage, Auth, the
 * function, and the site behind Hosting's rules. Fills an empty database. npm start, browser tests and
 * benchmarks use it.
 * @param startSite replaces the built site
 * @throws {Error} a message for the developer, after stopping everything that was started
 */
export async function startStack(
  options: StackOptions = {},
  startSite: (options: SiteOptions) => Promise<Hosting> = startHosting,
): Promise<Stack> {
  const { onProgress = () => undefined, onProblem = () => undefined, signal } = options;
  const { built = Promise.resolve() } = options;
  // It may fail before the function needs it.
  built.catch(() => undefined);
  const failure = Promise.withResolvers<Error>();
  await using cleanup = new AsyncDisposableStack();
  const data = openDataDirectory(options.dataDirectory, cleanup);
  const ports = options.ports ?? (await freePorts());

  onProgress('Starting Firestore, Storage and Auth');
  const { startFirestore } = options;
  const { firestore, storage } = await startDataEmulators({ ports, data, startFirestore }, cleanup);
  const auth =
    options.auth === false
      ? null
      : startAuthEmulator({
          ports,
          directory: join(data, 'auth'),
          persistAccounts: options.dataDirectory !== undefined,
          log: join(data, 'auth.log'),
          onProblem,
        });
  let started = false;
  if (auth !== null) {
    cleanup.defer(async () => {
      const saved = await auth.process.stop();
      // Before that it had no accounts to save.
      if (started && !saved)
        onProblem("Couldn't save the accounts of the Auth emulator; auth.log says why.");
    });
    void auth.process.failed.then(failure.resolve);
  }
  const authHost = auth === null ? null : `${LOOPBACK}:${ports.auth}`;
  const hosts = { firestore: firestore.host, storage: storage.host, auth: authHost };
  const environment = {
    ...functionEnvironment(hosts),
    SITE_ORIGIN: `http://${LOOPBACK}:${ports.hosting}`,
    ...options.environment,
  };

  const jokes = options.seed === undefined ? seedJokes() : options.seed;
  const written = await seedDatabase(functionEnvironment(hosts), jokes, (done) =>
    onProgress(`Filling the empty database: ${done} of ${jokes?.length}`),
  );
  signal?.throwIfAborted();

  const { seedImages = 0 } = options;
  if (written > 0 && seedImages > 0) {
    onProgress('Drawing images');
    // Loads all services of the function, which only this needs here.
    const { generateImages } = await import('../seed/generate-images.ts');
    // The site also works without them.
    await generateImages(environment, seedImages).catch((error: unknown) =>
      onProblem(`Couldn't draw the first images: ${String(error)}`),
    );
  }
  if (options.built !== undefined) onProgress('Building');
  await built;
  onProgress('Starting the function');
  const cloudFunction = await startCloudFunction({
    port: ports.functions,
    environment,
    log: join(data, 'function.log'),
    onProblem,
  });
  cleanup.defer(() => cloudFunction.stop());
  await auth?.ready();
  signal?.throwIfAborted();

  const behindSite = {
    functionOrigin: () => cloudFunction.origin(),
    authOrigin: authHost === null ? null : `http://${authHost}`,
    restartFunction: () => cloudFunction.restart(),
  };
  const site = await startSite({ ...behindSite, port: ports.hosting });
  cleanup.defer(() => site.stop());

  started = true;
  const running = cleanup.move();
  return {
    ...behindSite,
    firestore,
    storage,
    origin: site.origin,
    failed: failure.promise,
    stop: () => running.disposeAsync(),
  };
}

/** Opens the folder of this run's data, with empty logs. */
function openDataDirectory(given: string | undefined, cleanup: AsyncDisposableStack): string {
  const data = given ?? mkdtempSync(join(tmpdir(), 'local-stack-'));
  if (given === undefined) cleanup.defer(() => rmSync(data, { recursive: true }));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const log of ['function.log', 'auth.log']) writeFileSync(join(data, log), '');
  return data;
}
