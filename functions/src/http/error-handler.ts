import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import { ApiError, type ErrorCode } from '../contract/index.ts';
import type { Log } from '../logging/log.ts';
import { onRequestCrash } from '../logging/log-crashes.ts';
import { ERROR_CACHE_CONTROL } from './cache-headers.ts';
import { dropBody, hasBody } from './read-body.ts';
import { logFailure, noteInLog, requestId } from './request-log.ts';

/** gRPC codes that say "try again later": CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNAVAILABLE. */
const PASSING_GRPC_CODES = new Set([1, 4, 8, 10, 14]);
const RETRY_AFTER_SECONDS = 10;

const grpcError = z.object({ code: z.int(), details: z.string() });
/** What Express and its body parsers throw; `expose` says that the client is to blame. */
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

/** Any thrown value as the API's one error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return new ApiError('not_found', 'There is nothing here.');
  const grpc = grpcError.safeParse(error);
  if (grpc.success && PASSING_GRPC_CODES.has(grpc.data.code)) {
    return new ApiError('unavailable', 'The service is not available. Please try again later.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  const http = httpError.safeParse(error);
  const refused = http.success ? clientError(http.data.status) : undefined;
  return refused ?? new ApiError('internal', 'Something went wrong on our side.', { cause: error });
}

/** Sets status and headers of an error's answer. */
export function beginError(response: Response, error: ApiError): void {
  response.set('Cache-Control', ERROR_CACHE_CONTROL);
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  if (error.code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer');
  response.status(error.status);
}

/**
 * Notes what was thrown, and logs it if it is our fault.
 * @returns the error to answer; undefined when there is an answer already. One that is not whole is cut
 *   off, so that nobody takes it for a whole one
 */
export function takeError(
  log: Log,
  request: Request,
  response: Response,
  thrown: unknown,
): ApiError | undefined {
  const error = toApiError(thrown);
  noteInLog(response, { error: error.code });
  if (error.status >= 500) logFailure(log, request, response, thrown);
  if (!response.headersSent) return error;
  if (!response.writableEnded) request.socket.destroy();
  return undefined;
}

/**
 * Sends the body of an error's answer. A client that is still sending its own gets the whole answer at
 * once and is asked to close the connection; if that were cut at once, the answer could get lost.
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
  await dropBody(request);
  response.end();
}

/** What an answer says of an error; of a fault of ours also where the log has it, for whoever reports it. */
function detailOf(error: ApiError, response: Response): ApiError['detail'] {
  return error.code === 'internal' && typeof error.detail === 'string'
    ? `${error.detail} Reference: ${requestId(response)}`
    : error.detail;
}

/** Turns whatever was thrown into an answer; what is our fault is logged and answered blandly. */
export function handleErrors(log: Log): ErrorRequestHandler {
  // Express takes only a function of four parameters for an error handler.
  return async (thrown: unknown, request, response, _next) => {
    const error = takeError(log, request, response, thrown);
    if (!error) return;
    beginError(response, error);
    const body = JSON.stringify({ detail: detailOf(error, response) });
    await sendError(request, response, 'json', body);
  };
}

/**
 * Answers what nobody caught in a request like any other error, before the Functions Framework does so
 * in words of its own.
 */
export function handleCrashes(log: Log): RequestHandler {
  const answer = handleErrors(log);
  return (request, response, next) => {
    onRequestCrash((thrown) => {
      if (response.headersSent) logFailure(log, request, response, thrown);
      else void answer(thrown, request, response, next);
    });
    next();
  };
}

/** Answers a path that no endpoint has. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing here.');
};
