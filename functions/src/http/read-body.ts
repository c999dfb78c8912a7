import type { Request, RequestHandler } from 'express';
import { ApiError, type Endpoint } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { withDeadline } from '../platform/deadline.ts';

/** The body's announced length in bytes; 0 for a stream of unknown length. */
const announcedBytes = ({ headers }: Request) => Number(headers['content-length'] ?? 0);

/** Whether a body follows the headers; it may still be empty. */
export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || announcedBytes(request) > 0;
}

const tooLarge = () => new ApiError('payload_too_large', 'The request is too large.');
const tooSlow = () => new ApiError('request_timeout', 'The request took too long to arrive.');

/**
 * Refuses, by the headers alone, a body that no endpoint accepts: compressed, announced as too
 * large, or sent with a GET.
 */
export const refuseBodies: RequestHandler = (request, _response, next) => {
  if (!hasBody(request)) return next();
  const encoding = request.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'The body must not be compressed.');
  }
  if (announcedBytes(request) > limits.changeMaxBytes) throw tooLarge();
  if (['GET', 'HEAD'].includes(request.method)) {
    throw new ApiError('unsupported_media_type', `A ${request.method} takes no body.`);
  }
  next();
};

/** The text of a body in UTF-8. @throws ApiError payload_too_large, invalid_input if it breaks off */
async function textOf(request: Request, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection must stay open for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge();
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Reads a body into `request.body`, which stays undefined without one.
 * @throws ApiError unsupported_media_type, payload_too_large; request_timeout if the client takes too long;
 *   invalid_input for malformed JSON
 */
export async function readBody(request: Request, endpoint: Endpoint): Promise<void> {
  const { bodyType = 'application/json', bodyMaxBytes = limits.bodyMaxBytes } = endpoint;
  if (!hasBody(request)) return;
  const [, charset = 'utf-8'] = /charset="?([^";]+)/i.exec(request.get('content-type') ?? '') ?? [];
  if (!request.is(bodyType) || charset.toLowerCase() !== 'utf-8') {
    throw new ApiError('unsupported_media_type', `The body must be ${bodyType} in UTF-8.`);
  }
  if (announcedBytes(request) > bodyMaxBytes) throw tooLarge();
  const reading = textOf(request, bodyMaxBytes);
  try {
    const text = await withDeadline(reading, limits.bodyTimeoutSeconds * 1_000, tooSlow);
    if (bodyType !== 'application/json') {
      request.body = Object.fromEntries(new URLSearchParams(text));
    } else if (text !== '') request.body = JSON.parse(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const msg = 'The request could not be read.';
    throw new ApiError('invalid_input', [{ loc: ['body'], msg, type: 'malformed' }]);
  }
}

/** More would only fill memory with buffers that wait for garbage collection. */
const MAXIMUM_DISCARDED_BYTES = 64 * 1024;
/** Time for a client that is still sending to read the response. */
const MAXIMUM_DISCARD_MS = 500;

/**
 * Discards the rest of a body. If it is large, slow or of unknown length, the connection is cut instead.
 * Resolves when the client has sent everything or the connection is cut.
 */
export async function discardBody(request: Request): Promise<void> {
  if (request.closed) return;
  const ended = Promise.withResolvers<void>();
  request.once('close', ended.resolve);
  const timer = setTimeout(() => request.destroy(), MAXIMUM_DISCARD_MS);
  const announced = announcedBytes(request);
  if (announced > 0 && announced <= MAXIMUM_DISCARDED_BYTES) request.resume();
  else request.pause();
  await ended.promise;
  clearTimeout(timer);
}
