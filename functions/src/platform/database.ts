import { getApps, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { Config } from '../config.ts';

export type { Firestore, Transaction };

/** Opens the Firestore of the configured project. Every call creates a new client. */
export function openDatabase(config: Config): Firestore {
  const app = initializeApp(
    { projectId: config.projectId, storageBucket: config.storageBucket },
    `app-${getApps().length}`,
  );
  return getFirestore(app);
}
