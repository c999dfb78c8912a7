import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import PQueue from 'p-queue';
import { createExpiringMap } from '../platform/expiring-map.ts';
import { pageUrl, type CachePolicy, type EndpointName, type PageName } from '../contract/index.ts';
import { allowAnyOrigin, allowsAnyOrigin } from './cors.ts';
import { addLogFields } from './request-log.ts';
import { cacheControl } from './routing.ts';

const brotli = promisify(brotliCompress);

/** 2 ms for a list page. The highest quality, 11, takes three times as long for one percent. */
const BEST_QUALITY = 10;
const FAST_QUALITY = 5;
/** From this many bytes on, that takes too long. */
const LARGE = 64 * 1_024;

/** Each takes megabytes, and one thread compresses faster than another renders. */
const MAXIMUM_COMPRESSIONS = 1;

/** A few KB each, and none above `LARGE`. */
const MAXIMUM_CACHED = 500;
/** The longest that a response is repeated: it may show votes that are out of date. */
const LIFETIME_MS = 10_000;
/** How long the CDN keeps a response if the catalog that it was built from is too old. */
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

/** A response that is the same for everyone. */
export interface SharedResponse {
  operation: EndpointName | PageName;
  cache: CachePolicy;
  /** such as `json` */
  type: string;
  text: string | Buffer;
  /** the content version from before the response was built */
  version: number;
}

interface CachedResponse {
  operation: EndpointName | PageName;
  version: number;
  cacheControl: string;
  etag: string;
  anyOrigin: boolean;
  /** the headers that describe the body */
  content: Readonly<Record<string, string | number>>;
  body: Buffer;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

function compressText(text: string | Buffer): Promise<Buffer> {
  const plain = bytesOf(text);
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < LARGE ? BEST_QUALITY : FAST_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** @returns the same buffer, so that all who send it share its memory */
function bytesOf(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : text;
}

function acceptsBrotli(request: Request): boolean {
  return request.acceptsEncodings('br') === 'br';
}

/**
 * The cache key, from what the response depends on: the encoding, and the URL without what a page does not
 * read. Undefined if the response must not be cached.
 */
function keyOf(request: Request): string | undefined {
  const { method, originalUrl, headers } = request;
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${acceptsBrotli(request) ? 'br' : ''} ${pageUrl(originalUrl)}`;
}

/**
 * A cache of responses that are the same for everyone, used while content has not changed and the catalog is up to
 * date. They are sent with brotli compression to clients
 * that accept it, since one is compressed once and sent often. HTTP caches distinguish the encodings by
 * Vary, browsers by ETag.
 * @param clock milliseconds since the epoch
 * @param compress to brotli; runs once at a time
 */
export function createResponseCache(
  catalog: Content,
  clock: () => number,
  compress = compressText,
) {
  const cached = createExpiringMap<string, CachedResponse>({
    maximum: MAXIMUM_CACHED,
    lifetimeMs: LIFETIME_MS,
    clock,
  });
  const compressions = new PQueue({ concurrency: MAXIMUM_COMPRESSIONS });

  // Without Express's methods, which would compute again what is known.
  function write(request: Request, response: Response, found: CachedResponse): void {
    addLogFields(response, { operation: found.operation });
    response.setHeader('Cache-Control', found.cacheControl);
    response.setHeader('ETag', found.etag).setHeader('Vary', 'Accept-Encoding');
    if (found.anyOrigin) allowAnyOrigin(response);
    if (request.fresh) response.writeHead(304).end();
    else response.writeHead(200, found.content).end(found.body);
  }

  /** Sends a cached response if the request is the same and the content has not changed. */
  const serveCached: RequestHandler = (request, response, next) => {
    const key = keyOf(request);
    const found = key === undefined ? undefined : cached.get(key);
    const isCurrent = found?.version === catalog.contentVersion() && !catalog.isDue();
    if (isCurrent) write(request, response, found);
    else next();
  };

  /** As the function of this name, but only briefly while the catalog that responses are built from is too old. */
  const cacheControlOf: typeof cacheControl = (policy, personal) =>
    cacheControl(policy && catalog.isOld() ? { ...policy, ...OLD_CACHE } : policy, personal);

  return {
    serveCached,
    cacheControl: cacheControlOf,

    /** The current content version, to be read before a response is built. */
    version: catalog.contentVersion,

    /** Sends a response and caches it as sent. */
    async send(
      request: Request,
      response: Response,
      { operation, cache, type, text, version }: SharedResponse,
    ): Promise<void> {
      const compressed = acceptsBrotli(request);
      const body = compressed ? await compressions.add(() => compress(text)) : bytesOf(text);
      const built = {
        operation,
        version,
        cacheControl: cacheControlOf(cache, false),
        anyOrigin: allowsAnyOrigin(response),
        etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
        content: {
          'Content-Type': response.type(type).get('Content-Type') ?? type,
          'Content-Length': body.length,
          ...(compressed && { 'Content-Encoding': 'br' }),
        },
        body,
      };
      const key = keyOf(request);
      if (key !== undefined && body.length <= LARGE) cached.set(key, built);
      write(request, response, built);
    },
  };
}
