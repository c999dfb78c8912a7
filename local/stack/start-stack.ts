import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateImages, seedDatabase } from '../seed/import-jokes.ts';
import { seedJokes, type SeedJoke } from '../seed/index.ts';
import { claimStack } from './claim.ts';
import { startAuthEmulator } from './emulators/auth-emulator.ts';
import { startDataEmulators, type DataEmulators } from './emulators/data-emulators.ts';
import { functionEnvironment, startCloudFunction } from './function/cloud-function.ts';
import { root } from './firebase-json.ts';
import { startHosting, type Hosting } from './hosting/hosting.ts';
import { LOOPBACK } from './http-server.ts';
import type { Ports } from './ports.ts';

export interface StackOptions {
  ports: Ports;
  /** The folder that keeps data between runs. */
  dataDirectory: string;
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
  /** The folder with firebase.json, the built function and the built site; default: the repository. */
  folder?: string;
  /** Starts the site; default: the built one. */
  startSite?: (options: SiteOptions) => Promise<Hosting>;
  /** Receives a phrase that says what is being done. */
  onProgress?: (phrase: string) => void;
  /**
   * Receives messages for the developer about problems that don't end the stack: the function's log
   * entries of severity ERROR or higher, its crashes and restarts.
   */
  onProblem?: (message: string) => void;
  /** Aborts the start at its next step. */
  signal?: AbortSignal;
}

/** What a site needs that runs in front of the function. */
export interface SiteOptions {
  port: number;
  /** as in {@link StackOptions} */
  folder: string;
  /** The function's origin, which changes with a restart unless its port was given. */
  functionOrigin: () => string;
  /** The Auth emulator's origin; null: none runs. */
  authOrigin: string | null;
  /** Stops the function and starts the current build in functions/lib. */
  restartFunction: () => Promise<void>;
}

/** The whole local stack. */
export interface Stack extends Omit<SiteOptions, 'port' | 'folder'>, DataEmulators {
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
 * @throws {Error} a message for the developer, after stopping everything that was started
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { ports, dataDirectory: data, seed: jokes = seedJokes(), seedImages = 0 } = options;
  const { onProgress = () => undefined, onProblem = () => undefined, signal } = options;
  const { built, folder = root, startSite = startHosting } = options;
  // It may fail before the function needs it.
  built?.catch(() => undefined);
  await using cleanup = new AsyncDisposableStack();
  const claim = await claimStack(ports, "This folder's local stack is starting");
  cleanup.defer(claim.release);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  for (const log of ['function.log', 'auth.log']) writeFileSync(join(data, log), '');

  onProgress('Starting Firestore, Storage and Auth');
  const { firestore, storage } = await startDataEmulators({ ports, data }, cleanup);
  const auth = options.auth === false ? null : startAuthEmulator(ports, data);
  let started = false;
  cleanup.defer(async () => {
    const saved = await auth?.process.stop();
    // Before that it had no accounts to save.
    if (started && saved === false) {
      onProblem("Couldn't save the accounts of the Auth emulator; auth.log says why.");
    }
  });
  const authHost = auth && `${LOOPBACK}:${ports.auth}`;
  const hosts = { firestore: firestore.host, storage: storage.host, auth: authHost };
  const environment = {
    ...functionEnvironment(hosts),
    SITE_ORIGIN: `http://${LOOPBACK}:${ports.hosting}`,
    ...options.environment,
  };

  const written = await seedDatabase(functionEnvironment(hosts), jokes, (done) =>
    onProgress(`Filling the empty database: ${done} of ${jokes?.length}`),
  );
  signal?.throwIfAborted();
  if (written > 0 && seedImages > 0) {
    onProgress('Drawing images');
    // The site also works without them.
    await generateImages(environment, seedImages).catch((error: unknown) =>
      onProblem(`Couldn't draw the first images: ${String(error)}`),
    );
  }
  if (built) onProgress('Building');
  await built;
  onProgress('Starting the function');
  const cloudFunction = await startCloudFunction({
    port: ports.functions,
    environment,
    log: join(data, 'function.log'),
    onProblem,
    bundle: join(folder, 'functions/lib/index.js'),
  });
  cleanup.defer(() => cloudFunction.stop());
  await auth?.ready();
  signal?.throwIfAborted();

  const behindSite = {
    functionOrigin: () => cloudFunction.origin(),
    authOrigin: authHost && `http://${authHost}`,
    restartFunction: () => cloudFunction.restart(),
  };
  const site = await startSite({ ...behindSite, port: ports.hosting, folder });
  cleanup.defer(() => site.stop());

  started = true;
  claim.say(null);
  cleanup.defer(() => claim.say("This folder's local stack is stopping"));
  const running = cleanup.move();
  return {
    ...behindSite,
    firestore,
    storage,
    origin: site.origin,
    failed: auth?.process.failed ?? new Promise(() => undefined),
    stop: () => running.disposeAsync(),
  };
}
