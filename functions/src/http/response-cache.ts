import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { pageUrl, type CachePolicy } from '../contract/index.ts';
import { inTime } from '../platform/deadline.ts';
import { createQueue } from '../platform/queue.ts';
import { sha256 } from '../platform/sha256.ts';
import { addLogFields, type Operation } from './request-log.ts';

const brotli = promisify(brotliCompress);

/** 2 ms for a list page. The highest quality, 11, takes three times as long for one percent. */
const BEST_QUALITY = 10;
const FAST_QUALITY = 5;
/** From this many bytes on, that takes too long. */
const LARGE = 64 * 1_024;

/** A few KB each, except for the sitemap, the file of facts and some lists. */
const MAXIMUM_CACHED = 500;
const MAXIMUM_BYTES = MAXIMUM_CACHED * LARGE;
/** The longest that a response is repeated: it may show votes that are out of date. */
const LIFETIME_MS = 10_000;
/** How long the CDN caches a response if the catalog that it was built from is too old. */
const OLD_CACHE = { seconds: 10 };

/** What responses are made from. */
interface Content {
  /** a number that grows whenever a response to a visitor may differ */
  contentVersion: () => number;
  /** whether it may be out of date, so that no finished response is used */
  isDue: () => boolean;
  /** whether it is older than visitors may see */
  isOld: () => boolean;
}

/** What is sent as a response. */
export interface Reply {
  /** undefined if it is only for this client, or never the same */
  cache: CachePolicy | undefined;
  /** a media type or its short name, such as `json` */
  type: string;
  text: string | Buffer;
  /** whether it is compressed, and repeated to all who ask for the same URL; false for files and what varies otherwise */
  isRepeated: boolean;
  /** 200 by default */
  status?: number | undefined;
}

interface Answer extends Reply {
  operation: Operation;
  /** the content version from before the response was built */
  version: number;
  /** aborted when nobody waits for it anymore */
  signal: AbortSignal;
}

interface CachedResponse extends Pick<Answer, 'operation' | 'version'> {
  headers: Record<string, string>;
  body: Buffer;
  /** when it is too old, in milliseconds since the epoch */
  ends: number;
}

/**
 * The Cache-Control header of a response that nobody may store, and of every error: without it Hosting would
 * cache a 404 for ten minutes.
 */
export const PRIVATE = 'private, no-store';

/** The Cache-Control header of a successful response. @param policy undefined if the response is never cached */
export function cacheControl(policy: CachePolicy | undefined): string {
  if (!policy) return PRIVATE;
  return `public, max-age=${policy.browserSeconds ?? 0}, s-maxage=${policy.seconds}`;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

function toBrotli(text: Buffer): Promise<Buffer> {
  return brotli(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: text.length < LARGE ? BEST_QUALITY : FAST_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

const acceptsBrotli = (request: Request) => request.acceptsEncodings('br') === 'br';

/**
 * The cache key, from what the response depends on: the encoding and the URL. Undefined if the response must not be
 * cached.
 */
function keyOf(request: Request): string | undefined {
  const { method, baseUrl, url, headers } = request;
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${acceptsBrotli(request) ? 'br' : ''} ${baseUrl}${url}`;
}

function write(response: Response, { operation, headers, body }: CachedResponse): void {
  addLogFields(response, { operation });
  response.set(headers).send(body);
}

/**
 * A cache of responses that are the same for everyone, used while content has not changed and the catalog is up to
 * date. They are sent with brotli compression to clients that accept it, since Hosting compresses nothing that a
 * function answers. HTTP caches distinguish the encodings by Vary, browsers by ETag.
 * @param clock milliseconds since the epoch
 */
export function createResponseCache(catalog: Content, clock: () => number, compress = toBrotli) {
  const cached = new LRUCache<string, CachedResponse>({
    max: MAXIMUM_CACHED,
    maxSize: MAXIMUM_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  });
  /** The last large texts, compressed. */
  const large = new LRUCache<Answer['text'], Buffer, Buffer>({
    max: 8,
    fetchMethod: (_text, _old, { context: plain }) => compress(plain),
  });
  /** Of bodies that are sent again: hashing a sitemap takes milliseconds. */
  const hashes = new WeakMap<Buffer, string>();
  // One thread compresses faster than another renders, and each compression takes megabytes.
  const smallInTurn = createQueue();
  const largeInTurn = createQueue();

  /** Compresses a text when it is its turn; a large one once, and only others that are large wait for it. */
  async function compressed({ text, signal }: Answer, plain: Buffer): Promise<Buffer> {
    if (plain.length < LARGE) return smallInTurn(() => compress(plain), { signal });
    const compressOnce = () => large.forceFetch(text, { context: plain });
    return large.get(text) ?? largeInTurn(compressOnce, { signal });
  }

  /**
   * Sends a cached response if the request is the same and the content has not changed. From here on, the URL of a page
   * is without what the page does not read.
   */
  const serveCached: RequestHandler = (request, response, next) => {
    request.url = pageUrl(request.url);
    const key = keyOf(request);
    const found = key === undefined ? undefined : cached.get(key);
    const version = catalog.contentVersion();
    const isCurrent = found?.version === version && clock() < found.ends && !catalog.isDue();
    if (isCurrent) write(response, found);
    else next();
  };

  /** As the function of this name, but only briefly while the catalog that responses are built from is too old. */
  const cacheControlOf: typeof cacheControl = (policy) =>
    cacheControl(policy && catalog.isOld() ? { ...policy, ...OLD_CACHE } : policy);

  return {
    serveCached,
    cacheControl: cacheControlOf,

    /** The current content version, to be read before a response is built. */
    version: catalog.contentVersion,

    /** Sends a response. One that is the same for everyone is cached as sent. */
    async send(request: Request, response: Response, answer: Answer): Promise<void> {
      const { operation, cache, type, text, isRepeated, status = 200, version, signal } = answer;
      response.status(status);
      if (!cache || !isRepeated) {
        response.set('Cache-Control', cacheControlOf(cache)).type(type).send(text);
        return;
      }
      // The same buffer for all who get it, if it is one already.
      const plain = typeof text === 'string' ? Buffer.from(text) : text;
      // Nobody gets the body for HEAD.
      const isText = request.method !== 'HEAD' && type !== 'application/gzip';
      const isCompressed = isText && acceptsBrotli(request);
      const body = isCompressed ? await inTime(compressed(answer, plain), signal) : plain;
      const hash = hashes.get(body) ?? sha256(body);
      hashes.set(body, hash);
      const headers = {
        'Cache-Control': cacheControlOf(cache),
        'Content-Type': response.type(type).get('Content-Type') ?? type,
        ETag: `"${hash}"`,
        Vary: 'Accept-Encoding',
        ...(isCompressed && { 'Content-Encoding': 'br' }),
      };
      const built = { operation, version, headers, body, ends: clock() + LIFETIME_MS };
      const key = keyOf(request);
      if (key !== undefined) cached.set(key, built);
      write(response, built);
    },
  };
}
