import type { ErrorRequestHandler, Request, Response } from 'express';
import * as z from 'zod';
import { ApiError } from '../contract/index.ts';
import type { Log } from '../platform/log.ts';
import { logFailure, addLogFields, requestId } from './request-log.ts';
import { PRIVATE } from './response-cache.ts';

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED and UNAVAILABLE: worth another try later. */
const TRANSIENT_GRPC_CODES = new Set([1, 4, 8, 10, 14]);
const RETRY_AFTER_SECONDS = 10;

const grpcError = z.object({ code: z.int(), details: z.string() });

/** Converts any thrown value to an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Express can't decode the path.
  if (error instanceof URIError) return new ApiError('not_found', 'There is nothing here.');
  const grpc = grpcError.safeParse(error);
  if (grpc.success && TRANSIENT_GRPC_CODES.has(grpc.data.code)) {
    return new ApiError('unavailable', 'The service is not available. Please try again later.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  return new ApiError('internal', 'Something went wrong on our side.', { cause: error });
}

/**
 * Responds to any thrown value, and logs it if it is a fault of ours. If a response was started but is
 * incomplete, the connection is cut, so that the client does not take it for complete.
 * @param type such as `json`
 * @param render returns the body of the response, and may change its status and type
 */
export function respondToErrors(
  log: Log,
  type: string,
  render: (error: ApiError, request: Request, response: Response) => string | Promise<string>,
): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return async (thrown: unknown, request, response, _next) => {
    const error = toApiError(thrown);
    addLogFields(response, { error: error.code });
    if (error.status >= 500 && !error.shed) logFailure(log, request, response, thrown);
    if (response.headersSent) {
      if (!response.writableEnded) request.socket.destroy();
      return;
    }
    response.status(error.status).type(type);
    const body = await render(error, request, response);
    response.set('Cache-Control', PRIVATE);
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
    if (error.code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer');
    response.send(body);
  };
}

/** Responds to any thrown value in the API's format, which says nothing about what is our fault. */
export function handleErrors(log: Log): ErrorRequestHandler {
  return respondToErrors(log, 'json', ({ code, detail, joke }, _request, response) => {
    const reference = code === 'internal' ? ` Reference: ${requestId(response)}` : '';
    const text = typeof detail === 'string' ? detail + reference : detail;
    return JSON.stringify({ detail: text, joke });
  });
}
