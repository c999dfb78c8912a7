import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import * as z from 'zod';
import { ApiError, type Endpoint } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { withDeadline } from '../platform/deadline.ts';

const tooSlow = () => new ApiError('request_timeout', 'The request took too long to arrive.');

const parserError = z.object({ status: z.int() });

/** The error for a body that Express's parser refuses. It has no cause, because that may have the body. */
function refusalOf(error: unknown, type: string): ApiError {
  if (error instanceof ApiError) return error;
  const { status } = parserError.parse(error);
  if (status === 413) return new ApiError('payload_too_large', 'The request is too large.');
  if (status === 415) {
    const detail = `The body must be ${type} in UTF-8, and not compressed.`;
    return new ApiError('unsupported_media_type', detail);
  }
  const msg = 'The request could not be read.';
  return new ApiError('invalid_input', [{ loc: ['body'], msg, type: 'malformed' }]);
}

/**
 * Reads a body into `request.body`, which stays undefined without one. Too large a body is refused when all of it has
 * arrived, and not stored.
 * @throws ApiError unsupported_media_type, payload_too_large; request_timeout if the client takes too long;
 *   invalid_input for malformed JSON
 */
export async function readBody(
  request: Request,
  response: Response,
  { bodyType: type = 'application/json', bodyMaxBytes: limit = limits.bodyMaxBytes }: Endpoint,
): Promise<void> {
  if (request.get('content-length') === '0') return;
  const options = { type, limit, inflate: false };
  const parse =
    type === 'application/json'
      ? express.json({ ...options, strict: false })
      : express.urlencoded({ ...options, extended: false });
  try {
    // The parser ignores other types.
    if (request.is(type) === false) throw refusalOf({ status: 415 }, type);
    const reading = promisify(parse)(request, response);
    await withDeadline(reading, limits.bodyTimeoutSeconds * 1_000, tooSlow);
  } catch (error) {
    throw refusalOf(error, type);
  }
}
