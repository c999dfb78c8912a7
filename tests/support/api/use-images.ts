import { startStorageEmulator } from 'storage-emulator';
import { beforeEach } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../../functions/src/config.ts';
import type {
  ImageGenerator,
  ImageRequest,
} from '../../../functions/src/images/image-generator.ts';
import { bucketOpener } from '../../../functions/src/images/image-files.data.ts';
import { makeSizes, type MakeSizes } from '../../../functions/src/images/image-sizes.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { storageBucket } from '../../../local/stack/firebase-json.ts';
import { ADMIN_BEARER, type Answer, type Replaced } from '../api-site.ts';
import { solidPng } from './solid-png.ts';
import { useApi } from './use-api.ts';

const image = await solidPng(64, 64);
const storedJoke = z.object({ image: z.nullable(z.object({ file: z.string() })) });

/** Returns the same small image for every request. */
const quickGenerator: ImageGenerator = { generate: () => Promise.resolve(image) };

/** Returns the same small image for every request, after something else. */
export const generatorAfter = (first: (request: ImageRequest) => unknown): ImageGenerator => ({
  async generate(request) {
    await first(request);
    return image;
  },
});

/** A generator that waits, when it has begun, until it may go on. */
export function heldGenerator() {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const imageGenerator = generatorAfter(() => {
    begun.resolve();
    return go.promise;
  });
  return { imageGenerator, begun: begun.promise, go: go.resolve };
}

let imageSizes: ReturnType<MakeSizes> | undefined;

/** Encodes that image once for all tests, because this takes a quarter of a second. */
const quickSizes: MakeSizes = (source) =>
  source === image ? (imageSizes ??= makeSizes(image)) : makeSizes(source);

/** Shared by all files of a worker, because the SDK uses only the first emulator that it finds. */
const storage = await startStorageEmulator({ buckets: [storageBucket] });
process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = storage.host;
// The Admin SDK sets it once, so it may name the emulator of an earlier file.
delete process.env['STORAGE_EMULATOR_HOST'];
process.env['METADATA_SERVER_DETECTION'] = 'none';
/** Opens the bucket of the emulator. */
export const openBucket = bucketOpener(
  readConfig({ FIREBASE_CONFIG: JSON.stringify({ storageBucket }) }),
);

/**
 * Provides a site like `useApi`, with a bucket and an image generator that responds immediately.
 * @param always replaces parts of all its instances; tests of the sweep need the clock of Storage, `Date.now`
 */
export function useImages(jokes: readonly SeedJoke[], always: Replaced = {}) {
  const running = useApi(jokes, {
    async bucket() {
      const bucket = await openBucket();
      // Failures are reported immediately; the SDK would wait a second and retry.
      bucket.storage.retryOptions.autoRetry = false;
      return bucket;
    },
    imageGenerator: quickGenerator,
    makeSizes: quickSizes,
    ...always,
  });
  beforeEach(() => {
    storage.clearFaults();
    storage.clear();
    storage.resetRecords();
  });

  return Object.assign(running, {
    storage,
    /** Requests image generation for a joke as an administrator. */
    generate: (jokeId: number, query = '', api = running.api): Promise<Answer> =>
      api.request(`/images/generate/${jokeId}${query}`, { method: 'POST', bearer: ADMIN_BEARER }),
    imageOf: async (jokeId: number): Promise<string | undefined> => {
      const snapshot = await running.api.context.db.doc(`jokes/${jokeId}`).get();
      return storedJoke.parse(snapshot.data()).image?.file;
    },
    storedFiles: async (): Promise<string[]> => {
      const [files] = await (await running.api.context.bucket()).getFiles();
      return files.map(({ name }) => name.replace('images/', '')).toSorted();
    },
  });
}

/** The names of an image's files. */
export function filesOf(name: string | undefined): string[] {
  return [320, 640, 1024].map((width) => `${name}-${width}.webp`).toSorted();
}
