import express, { type Request, type RequestHandler } from 'express';
import { ApiError, limits } from '../contract/index.ts';

/** Bytes of the body, as far as they are known before it is parsed. */
function announcedSize(request: Request): number {
  // The Functions Framework has read the body already and keeps it here.
  const raw: unknown = 'rawBody' in request ? request.rawBody : undefined;
  return Buffer.isBuffer(raw) ? raw.length : Number(request.get('content-length') ?? 0);
}

const refuseLargeBody: RequestHandler = (request, _response, next) => {
  if (announcedSize(request) > limits.bodyMaxBytes) {
    throw new ApiError('payload_too_large', 'The request is too large.');
  }
  next();
};

const limit = limits.bodyMaxBytes;

/**
 * Reads JSON and form bodies of at most 16 KB; these parsers leave a body alone that the Functions
 * Framework has parsed before.
 */
export const readBody: RequestHandler[] = [
  refuseLargeBody,
  express.json({ limit, strict: true }),
  express.urlencoded({ limit, extended: false }),
];
