import { deleteApp, getApps, initializeApp, type App } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';

/** The name of the bucket that the tests use. */
export const BUCKET = 'demo-project.appspot.com';

/** A bucket of the unmodified Admin SDK. */
export type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/**
 * Opens a bucket of a running emulator through firebase-admin.
 * @param host the emulator's, such as `127.0.0.1:9199`
 * @param retries whether the SDK retries failed calls
 */
export function openBucket(host: string, retries = false): { bucket: Bucket; app: App } {
  // Both are read when the client is created; the second makes the SDK set the first.
  delete process.env['STORAGE_EMULATOR_HOST'];
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = host;
  const app = initializeApp(
    { projectId: 'demo-project', storageBucket: BUCKET },
    `storage-${Math.random()}`,
  );
  const bucket = getStorage(app).bucket();
  bucket.storage.retryOptions.autoRetry = retries;
  return { bucket, app };
}

/** Closes all apps. */
export async function closeApps(): Promise<void> {
  await Promise.all(getApps().map((app) => deleteApp(app)));
}
