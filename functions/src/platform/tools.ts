import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { Config } from '../config.ts';
import type { ReadDeadline } from './deadline.ts';
import type { Log } from './log.ts';
import type { Transact } from './transact.ts';

export type { Firestore, Transaction };

/** What every service can use; tests replace them. */
export interface Tools {
  config: Config;
  db: Firestore;
  /** called with each malformed document: its path, and the fields that are wrong or missing */
  report: (document: { path: string; fields: readonly string[] }) => void;
  withReadDeadline: ReadDeadline;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; unlike the clock, it is never set */
  monotonic: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  /** called with work that goes on beside requests, and never rejects */
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
