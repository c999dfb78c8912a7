import { beforeAll, beforeEach } from 'vitest';
import * as z from 'zod';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { storageBucket } from '../../../local/stack/firebase-json.ts';
import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
import { readConfig } from '../../../functions/src/config.ts';
import type { Context } from '../../../functions/src/site.ts';
import type { ImageGenerator } from '../../../functions/src/images/image-generator.ts';
import { bucketOpener, type Bucket } from '../../../functions/src/images/image-files.data.ts';
import {
  makeSizes,
  type MakeSizes,
  type ImageFile,
} from '../../../functions/src/images/image-sizes.ts';
import { ADMIN_BEARER, type Answer, type Instance } from '../api-site.ts';
import { solidPng } from './solid-png.ts';
import { useApi, type Running } from './use-api.ts';

const image = solidPng(64, 64);
const storedJoke = z.object({ image: z.nullable(z.object({ file: z.string() })) });

/** Returns the same small image for every request. */
export const quickGenerator: ImageGenerator = { generate: () => Promise.resolve(image) };

let imageSizes: Promise<ImageFile[]> | undefined;

/** Encodes that image once for all tests, because this takes a quarter of a second. */
const quickSizes: MakeSizes = (source) =>
  source === image ? (imageSizes ??= makeSizes(image)) : makeSizes(source);

/** The site of a test file, with image generation and Storage. */
export interface RunningWithImages extends Running {
  readonly storage: StorageEmulator;
  /** Starts another instance with the same Firestore and Storage; the first one keeps running. */
  startAnother(replaced?: Partial<Context>): Promise<Instance>;
  /** Requests image generation for a joke as an administrator. */
  generate: (jokeId: number, query?: string, api?: Instance) => Promise<Answer>;
  /** The name of a joke's image. */
  imageOf: (jokeId: number) => Promise<string | undefined>;
  /** The names of all stored files. */
  storedFiles: () => Promise<string[]>;
}

/** Shared by all files of a worker, because the SDK uses only the first emulator that it finds. */
let storage: StorageEmulator | undefined;
let bucket: Promise<Bucket> | undefined;

async function startStorage(): Promise<StorageEmulator> {
  const started = await startStorageEmulator({ buckets: [storageBucket] });
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = started.host;
  // The Admin SDK sets it once, so it may name the emulator of an earlier file.
  delete process.env['STORAGE_EMULATOR_HOST'];
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  return started;
}

async function openBucket(): Promise<Bucket> {
  const FIREBASE_CONFIG = JSON.stringify({ storageBucket });
  const opened = await bucketOpener(readConfig({ FIREBASE_CONFIG }))();
  // Failures are reported immediately; the SDK would wait a second and retry.
  opened.storage.retryOptions.autoRetry = false;
  return opened;
}

/**
 * Provides a site like `useApi`, with a bucket and an image generator that responds immediately.
 * @param always replaces parts of all its instances; tests of the sweep need the clock of Storage, `Date.now`
 */
export function useImages(
  jokes: readonly SeedJoke[],
  always: Partial<Context> = {},
): RunningWithImages {
  const running = useApi(jokes);

  const parts = (replaced: Partial<Context> = {}): Partial<Context> => ({
    bucket: () => (bucket ??= openBucket()),
    imageGenerator: quickGenerator,
    makeSizes: quickSizes,
    ...always,
    ...replaced,
  });

  beforeAll(async () => {
    storage ??= await startStorage();
  });
  beforeEach(async () => {
    storage?.clearFaults();
    storage?.clear();
    await running.restart(parts());
    storage?.resetRecords();
  });

  return {
    get site() {
      return running.site;
    },
    get api() {
      return running.api;
    },
    restart: (replaced) => running.restart(parts(replaced)),
    async refill(others) {
      await running.site.fill(others);
      await running.restart(parts());
    },
    get storage() {
      if (!storage) throw new Error('Storage is available from beforeAll on');
      return storage;
    },
    startAnother: (replaced) => running.site.start(parts(replaced)),
    generate: (jokeId, query = '', api = running.api) =>
      api.request(`/images/generate/${jokeId}${query}`, { method: 'POST', bearer: ADMIN_BEARER }),
    async imageOf(jokeId) {
      const snapshot = await running.api.context.db.doc(`jokes/${jokeId}`).get();
      return storedJoke.parse(snapshot.data()).image?.file;
    },
    async storedFiles() {
      const [files] = await (await running.api.context.bucket()).getFiles();
      return files.map(({ name }) => name.replace('images/', '')).toSorted();
    },
  };
}

/** The names of an image's files. */
export function filesOf(name: string | undefined): string[] {
  return [320, 640, 1024].map((width) => `${name}-${width}.webp`).toSorted();
}
