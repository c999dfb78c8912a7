import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import { ApiError, type ErrorCode } from '../contract/index.ts';
import type { Log } from '../logging/log.ts';
import { ERROR_CACHE_CONTROL } from './cache-headers.ts';
import { discardBody, hasBody } from './read-body.ts';
import { logFailure, addLogFields, requestId } from './request-log.ts';

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED and UNAVAILABLE: worth another try later. */
const TRANSIENT_GRPC_CODES = new Set([1, 4, 8, 10, 14]);
const RETRY_AFTER_SECONDS = 10;

const grpcError = z.object({ code: z.int(), details: z.string() });
/** What Express and its body parsers throw; `expose` means that it is the client's fault. */
const httpError = z.object({ status: z.int(), expose: z.literal(true) });

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

const DETAIL: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'The body is in an encoding that is not supported.',
};

function clientError(status: number): ApiError | undefined {
  if (status < 400 || status >= 500) return undefined;
  const code = CODE_OF_STATUS[status] ?? 'invalid_input';
  const detail = DETAIL[code] ?? [
    { loc: ['body'], msg: 'The request could not be read.', type: 'malformed' },
  ];
  return new ApiError(code, detail);
}

/** Converts any thrown value to an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return new ApiError('not_found', 'There is nothing here.');
  const grpc = grpcError.safeParse(error);
  if (grpc.success && TRANSIENT_GRPC_CODES.has(grpc.data.code)) {
    return new ApiError('unavailable', 'The service is not available. Please try again later.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  const http = httpError.safeParse(error);
  const refused = http.success ? clientError(http.data.status) : undefined;
  return refused ?? new ApiError('internal', 'Something went wrong on our side.', { cause: error });
}

/** Sets the status and headers of an error's response. */
export function startErrorResponse(response: Response, error: ApiError): void {
  response.set('Cache-Control', ERROR_CACHE_CONTROL);
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  if (error.code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer');
  response.status(error.status);
}

/**
 * Converts a thrown value to the error to send, and logs it if it is our fault.
 * @returns undefined if a response was already started; if that is incomplete, the connection is cut, so
 *   that the client does not take it for complete
 */
export function prepareError(
  log: Log,
  request: Request,
  response: Response,
  thrown: unknown,
): ApiError | undefined {
  const error = toApiError(thrown);
  addLogFields(response, { error: error.code });
  if (error.status >= 500) logFailure(log, request, response, thrown);
  if (!response.headersSent) return error;
  if (!response.writableEnded) request.socket.destroy();
  return undefined;
}

/**
 * Sends the body of an error's response. A client that is still sending its request gets the whole
 * response, with a request to close the connection: closing it immediately could lose the response.
 * @param type such as `json`
 */
export async function sendError(
  request: Request,
  response: Response,
  type: string,
  body: string,
): Promise<void> {
  response.type(type);
  if (!hasBody(request) || request.readableEnded) {
    response.send(body);
    return;
  }
  response.set({ Connection: 'close', 'Content-Length': Buffer.byteLength(body) }).write(body);
  await discardBody(request);
  response.end();
}

/** The `detail` of an error's response; for an internal error, with the request's id in the log. */
function detailOf(error: ApiError, response: Response): ApiError['detail'] {
  return error.code === 'internal' && typeof error.detail === 'string'
    ? `${error.detail} Reference: ${requestId(response)}`
    : error.detail;
}

/** Responds to any thrown value; what is our fault is logged, and its response says nothing about it. */
export function handleErrors(log: Log): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return async (thrown: unknown, request, response, _next) => {
    const error = prepareError(log, request, response, thrown);
    if (!error) return;
    startErrorResponse(response, error);
    const body = JSON.stringify({ detail: detailOf(error, response) });
    await sendError(request, response, 'json', body);
  };
}

/** Responds with 404 to a path that no endpoint has. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing here.');
};
