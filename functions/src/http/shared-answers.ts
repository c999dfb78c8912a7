import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { CachePolicy, EndpointName } from '../contract/index.ts';
import type { PageName } from './pages.ts';
import { cacheControl } from './cache-headers.ts';
import { noteInLog } from './request-log.ts';

const compress = promisify(brotliCompress);

/** 6 ms for a list page, off the event loop, once in the time that the CDN keeps it. */
const THOROUGH = 11;
const QUICK = 5;
/** From this many bytes on, thoroughness takes too long. */
const LARGE = 64 * 1_024;

/** Answers kept at the most, a few KB each and none above `LARGE`; the ones used longest ago go first. */
const MAXIMUM_KEPT = 500;
/**
 * An answer is made of values that are up to 30 s old, and instances follow a takedown within 45 s
 * (S22): so long it may be repeated at most, whatever the edition says.
 */
const LIFETIME_MS = 10_000;

/** What tells whether an answer made earlier is still the right one. */
export interface Edition {
  /** Learns of changes, at most every 30 s. */
  refresh(): Promise<unknown>;
  /** Differs from its value before as soon as visitors may be shown something else. */
  edition(): number;
}

/** An answer that everybody gets alike. */
export interface SharedAnswer {
  operation: EndpointName | PageName;
  cache: CachePolicy;
  /** such as `json` */
  type: string;
  text: string;
  /** the edition before its making began */
  edition: number;
}

interface Finished {
  operation: EndpointName | PageName;
  cache: CachePolicy;
  edition: number;
  /** milliseconds since the epoch */
  expires: number;
  etag: string;
  vary: string;
  /** the headers that tell of the body */
  content: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface SharedAnswers {
  /** The edition that holds now, for an answer whose making begins. */
  edition(): number;
  /** Sends an answer and keeps it as it was sent. */
  send(request: Request, response: Response, answer: SharedAnswer): Promise<void>;
  /** Sends a kept answer again where the request is the same and nothing has changed since. */
  sendAgain: RequestHandler;
}

interface Surroundings {
  edition: Edition;
  /** milliseconds since the epoch */
  clock: () => number;
}

function pack(plain: Buffer): Promise<Buffer> {
  return compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < LARGE ? THOROUGH : QUICK,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** What an answer depends on: address and Accept-Encoding. Undefined where one must not be repeated. */
function keyOf({ method, originalUrl, headers }: Request): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  return `${headers['accept-encoding'] ?? ''} ${originalUrl}`;
}

/**
 * Answers that caches share. They are sent as brotli to whoever takes it, because one is compressed once
 * and delivered often; the caches keep both kinds apart by Vary, browsers by their ETags.
 */
export function createSharedAnswers({ edition, clock }: Surroundings): SharedAnswers {
  const kept = new Map<string, Finished>();

  function keep(key: string, finished: Finished): void {
    kept.delete(key);
    kept.set(key, finished);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAXIMUM_KEPT) return;
      kept.delete(oldest);
    }
  }

  // Not by Express's own methods, which would work out again what is known.
  function repeat(request: Request, response: Response, finished: Finished): void {
    const { operation, cache, etag, vary, content, body } = finished;
    noteInLog(response, { operation });
    response.setHeader('Cache-Control', cacheControl(cache, false));
    response.setHeader('ETag', etag).setHeader('Vary', vary);
    if (request.fresh) response.writeHead(304).end();
    else response.writeHead(200, content).end(body);
  }

  return {
    edition: () => edition.edition(),

    async send(request, response, { operation, cache, type, text, edition }) {
      const plain = Buffer.from(text);
      const packed = request.acceptsEncodings('br') === 'br' ? await pack(plain) : undefined;
      const body = packed ?? plain;
      response.vary('Accept-Encoding').type(type);
      response.set('Cache-Control', cacheControl(cache, false));
      if (packed) response.set('Content-Encoding', 'br');
      const content = {
        'Content-Type': response.get('Content-Type') ?? type,
        'Content-Length': String(body.length),
        ...(packed && { 'Content-Encoding': 'br' }),
      };
      response.send(body);
      const key = keyOf(request);
      if (key === undefined || body.length > LARGE) return;
      const etag = response.get('ETag') ?? '';
      const vary = response.get('Vary') ?? '';
      const expires = clock() + LIFETIME_MS;
      keep(key, { operation, cache, edition, expires, etag, vary, content, body });
    },

    async sendAgain(request, response, next) {
      const key = keyOf(request);
      const finished = key === undefined ? undefined : kept.get(key);
      if (key === undefined || !finished) {
        next();
        return;
      }
      await edition.refresh();
      if (finished.edition !== edition.edition() || clock() >= finished.expires) {
        kept.delete(key);
        next();
        return;
      }
      keep(key, finished);
      repeat(request, response, finished);
    },
  };
}
