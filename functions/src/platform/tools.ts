import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import type { Config } from '../config.ts';
import type { Clocks, ReadDeadline, StartCall, Timeout } from './deadline.ts';
import type { Log } from './log.ts';
import type { Transact, Transaction } from './transact.ts';

export type { Firestore, Transaction };

/** What every service can use; tests replace them. */
export interface Tools extends Clocks {
  config: Config;
  db: Firestore;
  /** called with each malformed document: its path, and the fields that are wrong or missing */
  report: (document: { path: string; fields: readonly string[] }) => void;
  withReadDeadline: ReadDeadline;
  transact: Transact;
  /** Starts the time of a call, or of work that no call waits for. */
  startCall: StartCall;
  timeout: Timeout;
  /** uniform in [0, 1) */
  random: () => number;
  /** called with background work */
  beside: (work: Promise<unknown>) => void;
  log: Log;
}

/** Opens the Firestore of the configured project. Every call creates a new client. */
export function openDatabase(config: Config): Firestore {
  const app = initializeApp(
    { projectId: config.projectId, storageBucket: config.storageBucket },
    `app-${getApps().length}`,
  );
  return getFirestore(app);
}
