import type { AddressInfo, Server as NetServer } from 'node:net';
import { CallLog, type CallRecord, type CallTotals } from './call-log.ts';
import { createControlServer } from './control-server.ts';
import { DataFile } from './data-file.ts';
import { Database, type TransactionMode } from './database.ts';
import type { Engine } from './engine.ts';
import { Faults, type Fault } from './faults.ts';
import { createGrpcServer, listen } from './grpc-server.ts';
import { readIndexDefinitions } from './index-definitions.ts';

const EXPIRY_INTERVAL_MS = 1_000;

export interface FirestoreEmulatorOptions {
  /** gRPC port on 127.0.0.1; 0, the default, is any free one. */
  readonly port?: number;
  /** HTTP control port on 127.0.0.1; 0 is any free one, absent is none. */
  readonly controlPort?: number;
  /** Path of firestore.indexes.json. */
  readonly indexesFile: string;
  /**
   * The file that documents are loaded from at the start and that each commit is appended to before
   * it is answered; absent: documents are in memory only.
   */
  readonly dataFile?: string;
  /** How transactions are isolated; 'locks' by default. */
  readonly transactions?: TransactionMode;
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
  /** @throws Error when the fault makes no sense */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Removes all documents. */
  clear(): void;
  /** Ends all calls and closes; a second call does nothing more. */
  stop(): Promise<void>;
}

/** Starts an emulator that decides as the engine says. */
export async function startWithEngine(
  options: FirestoreEmulatorOptions,
  engine: Engine,
): Promise<FirestoreEmulator> {
  const indexes = readIndexDefinitions(options.indexesFile);
  const database = new Database(engine, options.transactions ?? 'locks');
  const log = new CallLog();
  const faults = new Faults();
  const server = createGrpcServer({ service: { database, indexes }, log, faults });
  const port = await listen(server, options.port ?? 0);
  const file = options.dataFile === undefined ? null : new DataFile(options.dataFile, database);
  try {
    // Not before the port is bound, which keeps a second emulator away from the file; no call is
    // served before this is done.
    file?.load();
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
