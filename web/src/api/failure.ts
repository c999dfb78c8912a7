import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode } from 'functions/contract';
import { errorShape } from 'virtual:client-endpoints';
import { hasShape, parseResponse } from './read-response.ts';

/** The message for a call that got no response. */
export const UNREACHABLE =
  'The server can’t be reached. Please check your connection and try again later.';
const UNEXPECTED = 'The server sent an unexpected response. Please try again later.';

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

function codeOf(status: number): ErrorCode {
  const code = Object.keys(ERROR_STATUS)
    .filter(isErrorCode)
    .find((candidate) => ERROR_STATUS[candidate] === status);
  // Errors from the CDN, such as 502 and 504, are not in the contract.
  return code ?? (status > 500 ? 'unavailable' : 'internal');
}

function isErrorBody(content: unknown): content is ErrorBody {
  return hasShape(content, errorShape);
}

function bodyOf(text: string): ErrorBody | undefined {
  try {
    const content = parseResponse(text);
    return isErrorBody(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The error for an error response. If its body is not the API's error format, something between the
 * browser and the API sent it. Then the error gets our own text and a `cause`, and its status says
 * nothing about the call, except that the server can't be reached.
 */
export function refusal({ status, headers }: Response, text: string): ApiError {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const options = Number.isFinite(seconds) ? { retryAfter: seconds } : {};
  const body = bodyOf(text);
  if (body) {
    const { detail, joke, rating_num } = body;
    return new ApiError(codeOf(status), detail, {
      ...options,
      ...(joke && { joke }),
      ...(rating_num !== undefined && { rating_num }),
    });
  }
  const cause = new TypeError(`A response with status ${status} has no detail.`);
  return status > 500
    ? new ApiError('unavailable', UNREACHABLE, { ...options, cause })
    : new ApiError('internal', UNEXPECTED, { ...options, cause });
}

/** The error for a request without a response: no network, or a timeout. */
export function noAnswer(cause: unknown): ApiError {
  return new ApiError('unavailable', UNREACHABLE, { cause });
}

/** The error for a success whose body does not match the contract. */
export function unexpectedAnswer(cause: unknown): ApiError {
  return new ApiError('internal', UNEXPECTED, { cause });
}

/** The errors after which sending the same call again may succeed. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'request_timeout']);

/** Whether an error is the API's own answer, not that of a proxy or the lack of one. */
export function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.cause === undefined;
}

/**
 * Whether an error is the API's answer that it refuses a call. After any other error, such as a timeout
 * or a 503, the call may have taken effect, and sending it again may succeed.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && !TEMPORARY.has(error.code);
}

/** How long to wait after too many requests: 'a minute' or '12 minutes'; undefined if the error is another. */
export function waitOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return undefined;
  if (error.retryAfter === undefined) return undefined;
  const minutes = Math.ceil(error.retryAfter / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** The server's detail, else the error's message, else `fallback` (specification §8). */
export function messageOf(error: unknown, fallback = 'An unknown error occurred'): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** The server's detail, else `fallback`. */
export function serverDetailOf(error: unknown, fallback: string): string {
  return isAnswer(error) ? messageOf(error, fallback) : fallback;
}
