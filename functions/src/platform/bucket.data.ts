import { getApps, initializeApp } from 'firebase-admin/app';
import type { Storage } from 'firebase-admin/storage';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { ApiError } from '../contract/index.ts';
import { withDeadline } from './deadline.ts';
import { onFirstUse } from './on-first-use.ts';

const CALL_DEADLINE_MS = 10_000;
const FILES_PER_PAGE = 1_000;

const httpError = z.object({ code: z.int() });
const nextPage = z.nullish(z.object({ pageToken: z.string() }));

/** A bucket of Cloud Storage. */
export type Bucket = ReturnType<Storage['bucket']>;

/** Opens the bucket when it is first needed. */
export type OpenBucket = () => Promise<Bucket>;

/** Retry briefly, so that a request ends before its deadline. Times are in seconds. */
const RETRIES = { autoRetry: true, maxRetries: 2, maxRetryDelay: 2, totalTimeout: 8 };

/** The private bucket of the configured project; Cloud Storage's SDK is loaded on first use. */
export function bucketOpener(config: Config): OpenBucket {
  return onFirstUse(async () => {
    const { getStorage } = await import('firebase-admin/storage');
    const app = initializeApp(
      { projectId: config.projectId, storageBucket: config.storageBucket },
      `storage-${getApps().length}`,
    );
    const bucket = getStorage(app).bucket();
    Object.assign(bucket.storage.retryOptions, RETRIES);
    return bucket;
  });
}

/** Whether Storage answered with this HTTP status. */
export function hasCode(error: unknown, code: number): boolean {
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
 * Reads and writes of files in the bucket. Every function throws ApiError unavailable if Storage fails or
 * takes longer than ten seconds.
 * @param failure the error's detail
 */
export function createBucketFiles(openBucket: OpenBucket, failure: string) {
  async function call<Result>(work: (bucket: Bucket) => Promise<Result>): Promise<Result> {
    const failed = (cause?: unknown) =>
      new ApiError('unavailable', failure, { retryAfter: 10, cause });
    try {
      return await withDeadline(openBucket().then(work), CALL_DEADLINE_MS, failed);
    } catch (error) {
      throw error instanceof ApiError ? error : failed(error);
    }
  }

  return {
    call,

    /** Stores a file. If it exists, an attempt whose response was lost has stored the same content. */
    async create(
      path: string,
      content: Uint8Array,
      contentType: string,
      metadata: Record<string, string> = {},
    ): Promise<void> {
      const options = {
        resumable: false,
        contentType,
        metadata: { metadata },
        preconditionOpts: { ifGenerationMatch: 0 },
      };
      await call((bucket) =>
        bucket.file(path).save(Buffer.from(content), options).catch(ignoring(412)),
      );
    },

    /** A file's content; undefined if there is no such file. */
    async read(path: string): Promise<Uint8Array | undefined> {
      const found = await call((bucket) => bucket.file(path).download().catch(ignoring(404)));
      return found?.[0];
    },

    /** Deletes a file; not an error if it does not exist. */
    async remove(path: string): Promise<void> {
      await call((bucket) => bucket.file(path).delete({ ignoreNotFound: true }));
    },

    /** All files whose path starts with `prefix`, page by page, with their metadata as Storage sends it. */
    async *list(prefix: string): AsyncGenerator<{ path: string; metadata: unknown }[]> {
      const options = { prefix, autoPaginate: false, maxResults: FILES_PER_PAGE };
      let token = {};
      for (;;) {
        const [files, next] = await call((bucket) => bucket.getFiles({ ...options, ...token }));
        yield files.map(({ name, metadata }) => ({ path: name, metadata }));
        const page = nextPage.parse(next);
        if (!page) return;
        token = page;
      }
    },
  };
}
