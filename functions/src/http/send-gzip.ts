import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { ApiError } from '../contract/index.ts';
import { limits } from '../domain/index.ts';

/** How many are sent at once; each takes half a megabyte and, while it is read, a thread. */
const AT_ONCE = 8;
const RETRY_AFTER_SECONDS = 5;

/** The client has hung up, before or while it was sent, or was too slow. */
const unfinished = z.object({
  code: z.enum(['ERR_STREAM_UNABLE_TO_PIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']),
});

/** A file before compression. */
export interface GzipFile {
  /** names this version of it: letters and digits */
  version: string;
  /** produces its text part by part, as fast as the client reads it */
  parts: () => Iterable<string>;
}

/**
 * Sends large files compressed, none of which is in memory as a whole. A client that is too slow is
 * disconnected, so that nothing is older when it arrives than any other response, and holds nothing for long.
 */
export function createGzipSender() {
  let sending = 0;
  /** @throws ApiError unavailable when too many are sent at once; what producing a part throws */
  return async (request: Request, response: Response, file: GzipFile): Promise<void> => {
    response.set('ETag', `W/"${file.version}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.type('application/gzip');
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    if (sending >= AT_ONCE) {
      throw new ApiError('unavailable', 'Too many downloads are running. Please try again.', {
        retryAfter: RETRY_AFTER_SECONDS,
        shed: true,
      });
    }
    sending += 1;
    try {
      const signal = AbortSignal.timeout(limits.requestTimeoutSeconds * 1_000);
      await pipeline(Readable.from(file.parts()), createGzip(), response, { signal });
    } catch (error) {
      if (!unfinished.safeParse(error).success) throw error;
    } finally {
      sending -= 1;
    }
  };
}
