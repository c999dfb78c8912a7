import { randomUUID } from 'node:crypto';
import type { FirestoreEmulator } from 'firestore-emulator';
import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why Google's emulator can't run this test. */
    needsEmbedded?: string;
  }
}

/** Set by `npm run test:official`: the host and port of Google's Firestore emulator. */
const host = process.env['GOOGLE_FIRESTORE'];

/** A Firestore whose documents only one test file sees. */
export interface TestedFirestore {
  firestore: FirestoreEmulator;
  projectId: string;
  clear: () => Promise<void>;
}

/**
 * Leaves the current test out of a run on Google's emulator: it counts neither as passed nor as failed, and
 * the run prints the reason. On the embedded Firestore, this does nothing.
 * @param reason completes the sentence "It needs the embedded Firestore: …"
 */
export function needsEmbedded(reason: string): void {
  if (host !== undefined) leaveOut(reason);
}

/** Google's emulator shares read locks, so that transactions on one document abort each other for seconds. */
export const CONTENDS =
  'lets 30 calls or more change one document at once and expects all within 15 s';

function leaveOut(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`Not in a test: ${reason}`);
  test.meta.needsEmbedded = reason;
  return test.context.skip(reason);
}

const countsReads = () => leaveOut('counts billed reads and calls');
const injectsFaults = () => leaveOut('makes calls fail');

/**
 * A new project of Google's emulator; undefined: these tests run on the embedded Firestore. A test that asks it
 * for what only the embedded one can do is left out.
 */
export function openOfficialProject(): TestedFirestore | undefined {
  if (host === undefined) return undefined;
  const projectId = `demo-${randomUUID()}`;
  const documents = `http://${host}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
  return {
    projectId,
    async clear() {
      const { ok, status } = await fetch(documents, { method: 'DELETE' });
      if (!ok) throw new Error(`Google's emulator can't remove the documents: ${status}`);
    },
    firestore: {
      host,
      controlUrl: null,
      records: countsReads,
      totals: countsReads,
      resetRecords: () => undefined,
      inject: injectsFaults,
      clearFaults: () => undefined,
      clear: () => leaveOut('empties the database at once'),
      stop: () => Promise.resolve(),
    },
  };
}
