import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll } from 'vitest';
import {
  startFirestoreEmulator,
  type FirestoreEmulator,
  type FirestoreEmulatorOptions,
} from '../src/index.ts';
import { openFirestore, type Connection } from './connection.ts';
import { suiteIndexesFile } from './suite-indexes.ts';

/** What a probe runs on: an empty emulator and the Admin SDK connected to it. */
export interface Stage {
  readonly db: Firestore;
  readonly emulator: FirestoreEmulator;
}

/** Checks one promise of the emulator; rejects if it is broken. */
export type Probe = (stage: Stage) => Promise<void>;

/** Probes by what they promise. */
export type Probes = Readonly<Record<string, Probe>>;

/** Starts an emulator with the indexes of the themes, for the tests of a file or group. */
export function useStage(options: FirestoreEmulatorOptions = {}): Stage {
  let emulator: FirestoreEmulator;
  let connection: Connection;

  beforeAll(async () => {
    emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile, ...options });
    connection = openFirestore(emulator.host);
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    await emulator.stop();
  });

  return {
    get db() {
      return connection.db;
    },
    get emulator() {
      return emulator;
    },
  };
}

/** Empties the emulator of documents, records and faults, then runs one probe. */
export async function play(probe: Probe, stage: Stage): Promise<void> {
  stage.emulator.clearFaults();
  stage.emulator.clear();
  stage.emulator.resetRecords();
  await probe(stage);
}

/**
 * Lets two transactions go on when both have read, so that they always overlap. A transaction that is
 * retried does not wait. Not for reads that may have to wait for the other's lock.
 */
export function untilBothHaveRead(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  return () => {
    reads += 1;
    if (reads === 2) resolve();
    return promise;
  };
}
