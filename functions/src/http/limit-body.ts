import express, { type RequestHandler } from 'express';
import { ApiError, limits } from '../contract/index.ts';

/** Refuses a body that announces itself as too large before a byte of it is read. */
const refuseLargeBody: RequestHandler = (request, _response, next) => {
  if (Number(request.get('content-length') ?? 0) > limits.bodyMaxBytes) {
    throw new ApiError('payload_too_large', 'The request is too large.');
  }
  next();
};

const limit = limits.bodyMaxBytes;

/**
 * Reads JSON and form bodies up to 16 KB. The Functions Framework has read the body before the
 * application sees the request; these parsers then leave it as it is.
 */
export const readBody: RequestHandler[] = [
  refuseLargeBody,
  express.json({ limit, strict: true }),
  express.urlencoded({ limit, extended: false }),
];
