import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { CachePolicy, EndpointName } from '../contract/index.ts';
import type { PageName } from './pages.ts';
import { cacheControl } from './cache-headers.ts';
import { addLogFields } from './request-log.ts';

const compress = promisify(brotliCompress);

/** Brotli's best quality: 6 ms for a list page, off the event loop, once per lifetime in the CDN. */
const BEST_QUALITY = 11;
const FAST_QUALITY = 5;
/** From this many bytes on, the best quality takes too long. */
const LARGE = 64 * 1_024;

/** A few KB each, and none above `LARGE`; the least recently used are evicted. */
const MAXIMUM_CACHED = 500;
/**
 * A response is built from values that are up to 30 s old, and instances must follow a takedown within
 * 45 s (S22). This is the longest that it may be repeated, whatever the version says.
 */
const LIFETIME_MS = 10_000;

/** Whether an earlier response is still correct. */
export interface ContentVersion {
  /** Checks for changes, at most every 30 s. */
  refresh(): Promise<unknown>;
  /** Differs from the previous value once visitors may be shown different content. */
  version(): number;
}

/** A response that is the same for everyone. */
export interface SharedResponse {
  operation: EndpointName | PageName;
  cache: CachePolicy;
  /** such as `json` */
  type: string;
  text: string;
  /** the content version from before the response was built */
  version: number;
}

interface CachedResponse {
  operation: EndpointName | PageName;
  cache: CachePolicy;
  version: number;
  /** milliseconds since the epoch */
  expires: number;
  etag: string;
  vary: string;
  /** the headers that describe the body */
  content: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface ResponseCache {
  /** The current content version, to be read before a response is built. */
  version(): number;
  /** Sends a response and caches it as sent. */
  send(request: Request, response: Response, shared: SharedResponse): Promise<void>;
  /** Sends a cached response if the request is the same and the content has not changed. */
  serveCached: RequestHandler;
}

interface Options {
  content: ContentVersion;
  /** milliseconds since the epoch */
  clock: () => number;
}

function compressText(plain: Buffer): Promise<Buffer> {
  return compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < LARGE ? BEST_QUALITY : FAST_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** The cache key, from URL and Accept-Encoding; undefined if the response must not be cached. */
function keyOf({ method, originalUrl, headers }: Request): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${headers['accept-encoding'] ?? ''} ${originalUrl}`;
}

/**
 * A cache of responses that are the same for everyone. They are sent with brotli compression to clients
 * that accept it, since one is compressed once and sent often. HTTP caches distinguish the encodings by
 * Vary, browsers by ETag.
 */
export function createResponseCache({ content, clock }: Options): ResponseCache {
  const cached = new Map<string, CachedResponse>();

  function store(key: string, response: CachedResponse): void {
    cached.delete(key);
    cached.set(key, response);
    for (const oldest of cached.keys()) {
      if (cached.size <= MAXIMUM_CACHED) return;
      cached.delete(oldest);
    }
  }

  // Without Express's methods, which would compute again what is known.
  function sendCached(request: Request, response: Response, found: CachedResponse): void {
    const { operation, cache, etag, vary, content, body } = found;
    addLogFields(response, { operation });
    response.setHeader('Cache-Control', cacheControl(cache, false));
    response.setHeader('ETag', etag).setHeader('Vary', vary);
    if (request.fresh) response.writeHead(304).end();
    else response.writeHead(200, content).end(body);
  }

  return {
    version: () => content.version(),

    async send(request, response, { operation, cache, type, text, version }) {
      const plain = Buffer.from(text);
      const compressed =
        request.acceptsEncodings('br') === 'br' ? await compressText(plain) : undefined;
      const body = compressed ?? plain;
      response.vary('Accept-Encoding').type(type);
      response.set('Cache-Control', cacheControl(cache, false));
      if (compressed) response.set('Content-Encoding', 'br');
      const headers = {
        'Content-Type': response.get('Content-Type') ?? type,
        'Content-Length': String(body.length),
        ...(compressed && { 'Content-Encoding': 'br' }),
      };
      response.send(body);
      const key = keyOf(request);
      if (key === undefined || body.length > LARGE) return;
      const etag = response.get('ETag') ?? '';
      const vary = response.get('Vary') ?? '';
      const expires = clock() + LIFETIME_MS;
      store(key, { operation, cache, version, expires, etag, vary, content: headers, body });
    },

    async serveCached(request, response, next) {
      const key = keyOf(request);
      const found = key === undefined ? undefined : cached.get(key);
      if (key === undefined || !found) {
        next();
        return;
      }
      await content.refresh();
      if (found.version !== content.version() || clock() >= found.expires) {
        cached.delete(key);
        next();
        return;
      }
      store(key, found);
      sendCached(request, response, found);
    },
  };
}
