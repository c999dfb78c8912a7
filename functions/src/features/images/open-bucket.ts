import { getApps, initializeApp } from 'firebase-admin/app';
import type { Storage } from 'firebase-admin/storage';
import type { Config } from '../../config.ts';

/** A bucket of Cloud Storage. */
export type Bucket = ReturnType<Storage['bucket']>;

/** Opens the bucket when it is first needed. */
export type OpenBucket = () => Promise<Bucket>;

/** Few and short, so that a request ends before its deadline. Times are in seconds. */
const RETRIES = { autoRetry: true, maxRetries: 2, maxRetryDelay: 2, totalTimeout: 8 };

/** The private bucket of the configured project; Cloud Storage's SDK is loaded on first use. */
export function bucketOpener(config: Config): OpenBucket {
  async function open(): Promise<Bucket> {
    const { getStorage } = await import('firebase-admin/storage');
    const app = initializeApp(
      { projectId: config.projectId, storageBucket: config.storageBucket },
      `storage-${getApps().length}`,
    );
    const bucket = getStorage(app).bucket();
    Object.assign(bucket.storage.retryOptions, RETRIES);
    return bucket;
  }
  let opened: Promise<Bucket> | undefined;
  return () => (opened ??= open());
}
