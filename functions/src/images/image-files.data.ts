import { getApps, initializeApp } from 'firebase-admin/app';
import type { Storage } from 'firebase-admin/storage';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { ApiError, IMAGE_WIDTHS, imageFile, imageOfFile, moment } from '../contract/index.ts';
import { withDeadline } from '../platform/deadline.ts';
import { onFirstUse } from '../platform/once.ts';
import type { ImageFile } from './image-sizes.ts';

const FOLDER = 'images/';
const FILES_PER_PAGE = 1_000;
const CALL_DEADLINE_MS = 10_000;
/** Retry briefly, so that a request ends before its deadline. Times are in seconds. */
const RETRIES = { autoRetry: true, maxRetries: 2, maxRetryDelay: 2, totalTimeout: 8 };

const httpError = z.object({ code: z.number() });
const nextPage = z.object({ pageToken: z.string() }).nullish();
const storedFile = z.object({
  timeCreated: moment,
  // A file that something else has stored has no number.
  metadata: z.object({ joke_id: z.string().optional() }).optional(),
});

/** A bucket of Cloud Storage. */
export type Bucket = ReturnType<Storage['bucket']>;

/** Opens the bucket when it is first needed. */
export type OpenBucket = () => Promise<Bucket>;

/** The private bucket of the configured project; Cloud Storage's SDK is loaded on first use. */
export function bucketOpener({ projectId, storageBucket }: Config): OpenBucket {
  return onFirstUse(async () => {
    const { getStorage } = await import('firebase-admin/storage');
    const app = initializeApp({ projectId, storageBucket }, `storage-${getApps().length}`);
    const bucket = getStorage(app).bucket();
    Object.assign(bucket.storage.retryOptions, RETRIES);
    return bucket;
  });
}

/** Turns an error with this HTTP status into undefined. */
const ignoring = (code: number) => (error: unknown) => {
  if (httpError.safeParse(error).data?.code !== code) throw error;
  return undefined;
};

export type ImageFileData = ReturnType<typeof createImageFileData>;

/**
 * Reads and writes of `images/{image}-{width}.webp` in the private bucket. Every function throws ApiError
 * unavailable if Storage fails or takes longer than ten seconds.
 */
export function createImageFileData(openBucket: OpenBucket) {
  async function call<Result>(work: (bucket: Bucket) => Promise<Result>): Promise<Result> {
    const failed = (cause?: unknown) =>
      new ApiError('unavailable', 'The images can’t be reached.', { retryAfter: 10, cause });
    try {
      return await withDeadline(
        openBucket().then(work),
        AbortSignal.timeout(CALL_DEADLINE_MS),
        failed,
      );
    } catch (error) {
      throw error instanceof ApiError ? error : failed(error);
    }
  }

  /** Stores a file. If it exists, an attempt whose response was lost has stored the same content. */
  async function create(name: string, jokeId: number, content: Uint8Array): Promise<void> {
    const options = {
      resumable: false,
      contentType: 'image/webp',
      metadata: { metadata: { joke_id: String(jokeId) } },
      preconditionOpts: { ifGenerationMatch: 0 },
    };
    const bytes = Buffer.from(content);
    await call((bucket) =>
      bucket
        .file(FOLDER + name)
        .save(bytes, options)
        .catch(ignoring(412)),
    );
  }

  /** Deletes a file; not an error if it does not exist. */
  async function remove(name: string): Promise<void> {
    await call((bucket) => bucket.file(FOLDER + name).delete({ ignoreNotFound: true }));
  }

  /**
   * All files, page by page: the `name` (`{image}-{width}.webp`), the `image` that it belongs to, the id of
   * the joke that it was generated for (0 if something else stored it), and when it was `created`.
   */
  async function* list() {
    const options = { prefix: FOLDER, autoPaginate: false, maxResults: FILES_PER_PAGE };
    let page: object | null | undefined = {};
    while (page) {
      const query = { ...options, ...page };
      const [files, next] = await call((bucket) => bucket.getFiles(query));
      yield files.map((file) => {
        const name = file.name.slice(FOLDER.length);
        const { timeCreated, metadata } = storedFile.parse(file.metadata);
        const [jokeId, created] = [Number(metadata?.joke_id ?? 0), new Date(timeCreated)];
        return { name, image: imageOfFile(name), jokeId, created };
      });
      page = nextPage.parse(next);
    }
  }

  return {
    create,
    remove,
    list,

    /**
     * Checks that the bucket can be listed, so that a long command fails at its start.
     * @throws Error naming the bucket
     */
    async assertReadable(): Promise<void> {
      const bucket = await openBucket();
      const page = { autoPaginate: false, maxResults: 1 };
      await bucket.getFiles(page).catch((cause: unknown) => {
        const problem = `The bucket ${bucket.name} can’t be read.`;
        throw new Error(`${problem} Name the project’s bucket with --bucket.`, { cause });
      });
    },

    /** Stores an image in all its widths. */
    async createAll(image: string, jokeId: number, sizes: readonly ImageFile[]): Promise<void> {
      await Promise.all(
        sizes.map(({ width, content }) => create(imageFile(image, width), jokeId, content)),
      );
    },

    /** Deletes an image in all its widths. */
    async removeAll(image: string): Promise<void> {
      await Promise.all(IMAGE_WIDTHS.map((width) => remove(imageFile(image, width))));
    },

    /** Deletes all files that were generated for these jokes, whatever names them. */
    async removeOf(jokeIds: readonly number[]): Promise<void> {
      for await (const files of list()) {
        for (const { name, jokeId } of files) if (jokeIds.includes(jokeId)) await remove(name);
      }
    },

    /** A file's content; undefined if there is no such file. */
    async read(name: string): Promise<Uint8Array | undefined> {
      const found = await call((bucket) =>
        bucket
          .file(FOLDER + name)
          .download()
          .catch(ignoring(404)),
      );
      return found?.[0];
    },
  };
}
