import type { Firestore } from 'firebase-admin/firestore';
import type { FirestoreEmulator } from '../src/index.ts';

/** What a probe runs on: an empty emulator and the Admin SDK connected to it. */
export interface Stage {
  readonly db: Firestore;
  readonly emulator: FirestoreEmulator;
}

/** Checks one promise of the emulator; rejects if it is broken. */
export type Probe = (stage: Stage) => Promise<void>;

/** Probes by what they promise. */
export type Probes = Readonly<Record<string, Probe>>;

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
