import { afterEach, beforeEach } from 'vitest';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { BUCKET, closeApps, openBucket, type Bucket } from './open-bucket.ts';

/** The options of a listing. */
export interface ListOptions {
  prefix?: string;
  delimiter?: string;
  maxResults?: number;
  pageToken?: string;
  autoPaginate?: boolean;
}

/** What a test runs on. */
export interface Running {
  readonly emulator: StorageEmulator;
  /** the emulator's only bucket, through the Admin SDK */
  readonly bucket: Bucket;
  /** The names of the objects in it, in the order of the listing. */
  namesOf(query?: ListOptions): Promise<string[]>;
}

/** Provides each test in a file with a separate, empty Storage emulator. */
export function useBucket(): Running {
  let emulator: StorageEmulator | undefined;
  let bucket: Bucket | undefined;

  beforeEach(async () => {
    emulator = await startStorageEmulator({ buckets: [BUCKET] });
    ({ bucket } = openBucket(emulator.host));
  });
  afterEach(async () => {
    await closeApps();
    await emulator?.stop();
  });
  const running: Running = {
    get emulator() {
      if (!emulator) throw new Error('The emulator starts in beforeEach');
      return emulator;
    },
    get bucket() {
      if (!bucket) throw new Error('The bucket is opened in beforeEach');
      return bucket;
    },
    async namesOf(query = {}) {
      const [files] = await running.bucket.getFiles(query);
      return files.map(({ name }) => name);
    },
  };
  return running;
}
