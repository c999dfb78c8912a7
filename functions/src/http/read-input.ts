import express, { type Request, type RequestHandler, type Response } from 'express';
import * as z from 'zod/mini';
import { withDeadline } from '../platform/deadline.ts';
import {
  ApiError,
  endpoints,
  type Endpoint,
  type EndpointName,
  type ErrorEntry,
  type ParsedInput,
} from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { useOwnWords } from '../platform/input-problems.ts';

useOwnWords();

/** The most bytes of any body. */
const LARGEST = limits.changeMaxBytes;

const parsers = {
  'application/json': express.json({ limit: LARGEST }),
  'application/x-www-form-urlencoded': express.urlencoded({ limit: LARGEST, extended: false }),
} satisfies Record<NonNullable<Endpoint['bodyType']>, RequestHandler>;

/** The body's announced length in bytes; 0 for a stream of unknown length. */
function announcedBytes({ headers }: Request): number {
  return Number(headers['content-length'] ?? 0);
}

/** Whether a body follows the headers; it may still be empty. */
export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || announcedBytes(request) > 0;
}

/** The error for a body that has more bytes than its endpoint accepts. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The request is too large.');
}

function tooSlow(): ApiError {
  return new ApiError('request_timeout', 'The request took too long to arrive.');
}

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
  if (announcedBytes(request) > LARGEST) throw tooLarge();
  if (['GET', 'HEAD'].includes(request.method)) {
    throw new ApiError('unsupported_media_type', `A ${request.method} takes no body.`);
  }
  next();
};

/** Whether a request may do without a body of this schema. */
export function isOptional(body: z.ZodMiniType): boolean {
  return body.safeParse(undefined).success;
}

/** @throws ApiError unsupported_media_type if there is no body, or it is not of the endpoint's type */
export function requireBodyType(request: Request, endpoint: Endpoint): void {
  const expected = endpoint.bodyType ?? 'application/json';
  if (!request.is(expected)) {
    throw new ApiError('unsupported_media_type', `The body must be ${expected}.`);
  }
}

/**
 * Reads and parses a body, of at most 16 KB unless the endpoint accepts more, into `request.body`, which stays undefined without a body.
 * @throws ApiError unsupported_media_type, payload_too_large, or request_timeout if the client takes too
 *   long; the parser's error for a malformed body
 */
export async function readBody(
  request: Request,
  response: Response,
  endpoint: Endpoint,
): Promise<void> {
  if (!hasBody(request)) return;
  requireBodyType(request, endpoint);
  const { bodyMaxBytes: limit = limits.bodyMaxBytes } = endpoint;
  if (announcedBytes(request) > limit) throw tooLarge();
  const parse = parsers[endpoint.bodyType ?? 'application/json'];
  const read = Promise.withResolvers<void>();
  let bytes = 0;
  // The parser stops storing at the limit too, but reports it only at the end of the stream.
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) read.reject(tooLarge());
  });
  parse(request, response, (error?: unknown) =>
    error === undefined ? read.resolve() : read.reject(error),
  );
  await withDeadline(read.promise, limits.bodyTimeoutSeconds * 1_000, tooSlow);
}

/** The input of an endpoint without fields: nothing, or an empty object. */
const noFields = z.optional(z.strictObject({}));

/** What a call sends, as Express has it. */
interface SentInput {
  params: unknown;
  query: unknown;
  headers?: unknown;
  body?: unknown;
}

type Issue = z.core.$ZodIssue;

/** The problems of a part of a request, for an error. */
export function entries(part: string, issues: readonly Issue[]): ErrorEntry[] {
  return issues.map((issue) => ({
    loc: [part, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))],
    msg: issue.message,
    type: issue.code,
  }));
}

/**
 * Path, query, headers and body of a request, parsed with the endpoint's schemas.
 * @throws ApiError invalid_input, listing every problem
 */
export function parseInput<Name extends EndpointName>(
  name: Name,
  request: SentInput,
): ParsedInput<Name>;
export function parseInput(name: EndpointName, request: SentInput): Record<string, unknown> {
  const endpoint: Endpoint = endpoints[name];
  const parts = [
    { key: 'params', loc: 'path', schema: endpoint.params, value: request.params },
    { key: 'query', loc: 'query', schema: endpoint.query ?? noFields, value: request.query },
    { key: 'headers', loc: 'header', schema: endpoint.headers, value: request.headers },
    { key: 'body', loc: 'body', schema: endpoint.body ?? noFields, value: request.body },
  ];
  const input: Record<string, unknown> = {};
  const errors: ErrorEntry[] = [];
  for (const { key, loc, schema, value } of parts) {
    if (!schema) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) input[key] = parsed.data;
    else errors.push(...entries(loc, parsed.error.issues));
  }
  if (errors.length > 0) throw new ApiError('invalid_input', errors);
  return input;
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
