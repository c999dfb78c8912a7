import { deleteApp, getApps, initializeApp, type App } from 'firebase-admin/app';
import { getStorage } from 'firebase-admin/storage';

/** The bucket of the unmodified Admin SDK, as the product gets it. */
export type Bucket = ReturnType<ReturnType<typeof getStorage>['bucket']>;

/**
 * Opens a bucket of a running emulator through firebase-admin.
 * @param host the emulator's, such as `127.0.0.1:9199`
 * @param retries whether the SDK may retry what failed
 */
export function openBucket(host: string, retries = false): { bucket: Bucket; app: App } {
  // Both are read when the client is made; the first makes the SDK set the second.
  delete process.env['STORAGE_EMULATOR_HOST'];
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = host;
  const app = initializeApp(
    { projectId: 'demo-chuck-norris-facts', storageBucket: 'demo-chuck-norris-facts.appspot.com' },
    `storage-${Math.random()}`,
  );
  const bucket = getStorage(app).bucket();
  bucket.storage.retryOptions.autoRetry = retries;
  return { bucket, app };
}

/** Closes all apps that were opened. */
export async function closeApps(): Promise<void> {
  await Promise.all(getApps().map((app) => deleteApp(app)));
}
