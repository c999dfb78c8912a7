import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { projectId, storageBucket } from '../../../local/stack/firebase-json.ts';
import type { DataEmulators } from '../../../local/stack/emulators/data-emulators.ts';

/** A bucket of the unmodified Admin SDK. */
type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/** The data emulators through the unmodified Admin SDK. */
export interface DataClient extends AsyncDisposable {
  readonly db: Firestore;
  /** Its calls are not retried. */
  readonly bucket: Bucket;
}

/** Connects the Admin SDK to running data emulators. @param hosts such as `127.0.0.1:8080` */
export function openDataClient(hosts: Record<keyof DataEmulators, string>): DataClient {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  process.env['FIRESTORE_EMULATOR_HOST'] = hosts.firestore;
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = hosts.storage;
  // The SDK sets this from the one above, and leaves it where it is set.
  delete process.env['STORAGE_EMULATOR_HOST'];
  const app = initializeApp({ projectId, storageBucket }, randomUUID());
  const db = getFirestore(app);
  const bucket = getStorage(app).bucket();
  bucket.storage.retryOptions.autoRetry = false;
  return {
    db,
    bucket,
    async [Symbol.asyncDispose]() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}
