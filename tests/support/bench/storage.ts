import { startStorageEmulator } from 'storage-emulator';
import { storageBucket } from '../../../local/stack/firebase-json.ts';
import { readConfig } from '../../../functions/src/config.ts';
import { bucketOpener } from '../../../functions/src/images/image-files.data.ts';
import { solidPng } from '../api/solid-png.ts';

/** Starts Storage. @returns what instances need to generate and store images, and what stops it */
export async function startStorage() {
  const storage = await startStorageEmulator({ buckets: [storageBucket] });
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = storage.host;
  // The Admin SDK sets it once, so it may name the emulator of an earlier benchmark.
  delete process.env['STORAGE_EMULATOR_HOST'];
  const config = readConfig({ FIREBASE_CONFIG: JSON.stringify({ storageBucket }) });
  return {
    images: {
      bucket: bucketOpener(config),
      imageGenerator: { generate: () => Promise.resolve(solidPng(64, 64)) },
    },
    stop: () => storage.stop(),
  };
}
