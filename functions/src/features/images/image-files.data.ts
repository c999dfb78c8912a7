import { getApps, initializeApp } from 'firebase-admin/app';
import type { Storage } from 'firebase-admin/storage';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { ApiError, IMAGE_WIDTHS } from '../../contract/index.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import { imageOfFile } from '../jokes/present-joke.ts';
import type { ImageFile } from './image-sizes.ts';

const FOLDER = 'images/';
const CALL_DEADLINE_MS = 10_000;
const FILES_PER_PAGE = 1_000;

const httpError = z.object({ code: z.int() });
const storedFile = z.object({
  timeCreated: z.iso.datetime(),
  metadata: z.object({ joke_id: z.string().check(z.regex(/^\d{1,9}$/)) }),
});
const nextPage = z.nullish(z.object({ pageToken: z.string() }));

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

export type ImageFileData = ReturnType<typeof createImageFileData>;

function hasCode(error: unknown, code: number): boolean {
  return httpError.safeParse(error).data?.code === code;
}

/** Turns an error with this HTTP status into undefined. */
function ignoring(code: number): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error;
    return undefined;
  };
}

/**
 * Reads and writes of `images/{image}-{width}.webp` in the private bucket. Every function throws ApiError
 * unavailable if Storage fails or takes longer than ten seconds.
 */
export function createImageFileData(openBucket: OpenBucket) {
  async function call<Result>(work: (bucket: Bucket) => Promise<Result>): Promise<Result> {
    const failed = (cause?: unknown) =>
      new ApiError('unavailable', 'The images can’t be reached.', { retryAfter: 10, cause });
    try {
      return await withDeadline(openBucket().then(work), CALL_DEADLINE_MS, failed);
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
    await call((bucket) =>
      bucket
        .file(FOLDER + name)
        .save(Buffer.from(content), options)
        .catch(ignoring(412)),
    );
  }

  /** Deletes a file; not an error if it does not exist. */
  async function remove(name: string): Promise<void> {
    await call((bucket) => bucket.file(FOLDER + name).delete({ ignoreNotFound: true }));
  }

  return {
    create,
    remove,

    /**
     * Checks that the bucket can be listed, so that a long command fails at its start.
     * @throws Error naming the bucket if it does not exist or may not be read
     */
    async assertReadable(): Promise<void> {
      try {
        await call((bucket) => bucket.getFiles({ autoPaginate: false, maxResults: 1 }));
      } catch (error) {
        const refusal: unknown = error instanceof ApiError ? error.cause : error;
        if (!hasCode(refusal, 403) && !hasCode(refusal, 404)) throw error;
        const { name } = await openBucket();
        throw new Error(
          `The bucket ${name} does not exist, or you may not read it. Name the project’s bucket with --bucket.`,
          { cause: error },
        );
      }
    },

    /** Stores an image in all its widths. */
    async createAll(image: string, jokeId: number, files: readonly ImageFile[]): Promise<void> {
      await Promise.all(
        files.map(({ width, content }) => create(`${image}-${width}.webp`, jokeId, content)),
      );
    },

    /** Deletes an image in all its widths. */
    async removeAll(image: string): Promise<void> {
      await Promise.all(IMAGE_WIDTHS.map((width) => remove(`${image}-${width}.webp`)));
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

    /**
     * All files, page by page: the `name` (`{image}-{width}.webp`), the `image` that it belongs to, the id of
     * the joke that it was generated for, and when it was `created`.
     */
    async *list() {
      const options = { prefix: FOLDER, autoPaginate: false, maxResults: FILES_PER_PAGE };
      let token = {};
      for (;;) {
        const [files, next] = await call((bucket) => bucket.getFiles({ ...options, ...token }));
        yield files.map(({ name: path, metadata }) => {
          const name = path.slice(FOLDER.length);
          const stored = storedFile.parse(metadata);
          const jokeId = Number(stored.metadata.joke_id);
          return { name, image: imageOfFile(name), jokeId, created: new Date(stored.timeCreated) };
        });
        const page = nextPage.parse(next);
        if (!page) return;
        token = page;
      }
    },
  };
}
