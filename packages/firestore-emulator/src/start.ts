import type { AddressInfo, Server as NetServer } from 'node:net';
import { CallLog, type CallRecord, type CallTotals } from './billing/call-log.ts';
import { createControlServer } from './control/control-server.ts';
import { DataFile } from './persistence/data-file.ts';
import { Database, type Contention, type TransactionMode } from './database.ts';
import type { Engine } from './engine.ts';
import { Faults, type Fault } from './control/faults.ts';
import { checkRules } from './rules.ts';
import { createGrpcServer, listen } from './rpcs/grpc-server.ts';
import { readIndexDefinitions } from './indexes/index-definitions.ts';

const EXPIRY_INTERVAL_MS = 1_000;

export interface FirestoreEmulatorOptions {
  /** gRPC port on 127.0.0.1; 0 (the default) picks a free one. */
  readonly port?: number | undefined;
  /** HTTP control port on 127.0.0.1; 0 picks a free one. Default: no control port. */
  readonly controlPort?: number | undefined;
  /** Path of firestore.indexes.json. Default: no composite indexes. */
  readonly indexesFile?: string | undefined;
  /** Answers queries whose index is missing, as Google's emulator does. */
  readonly noIndexCheck?: boolean | undefined;
  /**
   * Path of firestore.rules. The only rules that are supported deny everything, which is also what
   * happens without a file.
   */
  readonly rulesFile?: string | undefined;
  /**
   * The file that documents are loaded from at the start, and that each commit is appended to before
   * it is answered. Default: documents are in memory only.
   */
  readonly dataFile?: string | undefined;
  /** How transactions are isolated; 'locks' by default. */
  readonly transactions?: TransactionMode | undefined;
  /** How transactions that read the same documents get along; 'first-come' by default. */
  readonly contention?: Contention | undefined;
}

/** A running emulator. */
export interface FirestoreEmulator {
  /** `127.0.0.1:PORT`, for FIRESTORE_EMULATOR_HOST. */
  readonly host: string;
  /** `http://127.0.0.1:PORT`, null without a control port. */
  readonly controlUrl: string | null;
  /** @returns the RPCs that were answered, oldest first */
  records(): CallRecord[];
  /** @returns sums over all RPCs since the last reset */
  totals(): CallTotals;
  resetRecords(): void;
  /** @throws Error when the fault is invalid */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Removes all documents. */
  clear(): void;
  /** Ends all calls and closes. A second call does nothing. */
  stop(): Promise<void>;
}

/** Starts an emulator with the given engine. */
export async function startWithEngine(
  options: FirestoreEmulatorOptions,
  engine: Engine,
): Promise<FirestoreEmulator> {
  if (options.rulesFile !== undefined) checkRules(options.rulesFile);
  const indexes =
    options.indexesFile === undefined
      ? { composites: [], overrides: [] }
      : readIndexDefinitions(options.indexesFile);
  const checked = options.noIndexCheck ? { ...engine, findMissingIndex: () => null } : engine;
  const database = new Database(checked, options.transactions ?? 'locks', options.contention);
  const log = new CallLog();
  const faults = new Faults();
  const server = createGrpcServer({ service: { database, indexes }, log, faults });
  const port = await listen(server, options.port ?? 0);
  let file: DataFile | null = null;
  try {
    // No call is served until this is done.
    if (options.dataFile !== undefined) file = new DataFile(options.dataFile);
    database.load(file?.load() ?? []);
  } catch (error) {
    server.forceShutdown();
    throw error;
  }
  database.journal = file;
  const expiry = setInterval(() => database.transactions.expire(), EXPIRY_INTERVAL_MS);
  expiry.unref();

  let control: NetServer | null = null;
  let stopped: Promise<void> | null = null;
  const emulator = {
    host: `127.0.0.1:${port}`,
    controlUrl: null,
    records: () => log.records(),
    totals: () => log.totals(),
    resetRecords: () => log.reset(),
    inject: (fault: Fault) => faults.inject(fault),
    clearFaults: () => faults.clear(),
    clear: () => database.clear(),
    stop: async () => {
      stopped ??= stop();
      await stopped;
    },
  };
  async function stop(): Promise<void> {
    clearInterval(expiry);
    server.forceShutdown();
    database.transactions.abortAll();
    await closeServer(control);
    file?.close();
  }

  if (options.controlPort === undefined) return emulator;
  try {
    control = createControlServer(emulator);
    return { ...emulator, controlUrl: await listenHttp(control, options.controlPort) };
  } catch (error) {
    await emulator.stop();
    throw error;
  }
}

async function listenHttp(server: NetServer, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The port is unknown.');
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: NetServer | null): Promise<void> {
  if (server === null) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
