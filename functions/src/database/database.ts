import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { Config } from '../config.ts';
import { metered } from './meter.ts';

export type { Firestore, Transaction };

/** The Firestore of the configured project. Every call opens a client of its own. */
export function openDatabase(config: Config): Firestore {
  const app = initializeApp(
    { projectId: config.projectId, storageBucket: config.storageBucket },
    `app-${getApps().length}`,
  );
  return metered(getFirestore(app));
}
