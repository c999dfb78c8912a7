import { once } from 'node:events';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { CallLog } from './billing/call-log.ts';
import { createControlServer } from './control/control-server.ts';
import { DataFile } from './persistence/data-file.ts';
import { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { Faults } from './control/faults.ts';
import type { Fault, FirestoreEmulator, FirestoreEmulatorOptions } from './interface.ts';
import { checkRules } from './rules.ts';
import { createGrpcServer, listen } from './rpcs/grpc-server.ts';
import { readIndexDefinitions } from './indexes/index-definitions.ts';

const EXPIRY_INTERVAL_MS = 1_000;

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
    if (control?.listening) await once(control.close(), 'close');
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
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The port is unknown.');
  return `http://127.0.0.1:${address.port}`;
}
