import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode } from 'functions/contract';

/** The message for a call that got no response. */
export const UNREACHABLE =
  'The server can’t be reached. Please check your connection and try again later.';

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/**
 * The error for an error response of the API.
 * @param body its JSON; without a `detail`, it does not come from the API
 */
export function refusal({ status, headers }: Response, body: unknown): ApiError {
  const content: Partial<ErrorBody> = { ...Object(body) };
  const code = Object.keys(ERROR_STATUS)
    .filter(isErrorCode)
    .find((candidate) => ERROR_STATUS[candidate] === status);
  if (code === undefined || content.detail === undefined) {
    return noAnswer(new TypeError(`The API sends no status ${status} without a detail.`));
  }
  const { detail, joke } = content;
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(code, detail, {
    ...(Number.isFinite(retryAfter) && { retryAfter }),
    ...(joke && { joke }),
  });
}

/** The error for a request that the API did not answer: no network, a timeout, or the answer of a portal or proxy. */
export function noAnswer(cause: unknown): ApiError {
  return new ApiError('unavailable', UNREACHABLE, { cause });
}

/** The answers after which sending the same call again may succeed. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set(['unavailable', 'internal', 'request_timeout']);

/**
 * Whether an error is the API's answer. It is not after a timeout, or if a proxy answered or the API does not
 * know the outcome (504): the call may have taken effect, and is sent again with its key.
 */
export function isAnswer(error: unknown): error is ApiError {
  const isFromApi = error instanceof ApiError && error.cause === undefined;
  return isFromApi && error.code !== 'outcome_unknown';
}

/** Whether an error is the API's answer that it refuses a call. After any other, sending it again may succeed. */
export function isRefusal(error: unknown): error is ApiError {
  return isAnswer(error) && !TEMPORARY.has(error.code);
}

/** Whether an error has a code, even one that was thrown by the function's own copy of the class. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** How long to wait after too many requests: 'a minute' or '12 minutes'; undefined if the error is another. */
export function waitOf(error: unknown): string | undefined {
  if (!hasCode(error, 'too_many_requests') || error.retryAfter === undefined) return undefined;
  const minutes = Math.ceil(error.retryAfter / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}

/** The server's detail, else the error's message, else `fallback`. */
export function messageOf(error: unknown, fallback = 'An unknown error occurred'): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** The server's detail, else `fallback`. */
export function serverDetailOf(error: unknown, fallback: string): string {
  const hasDetail = isAnswer(error) || hasCode(error, 'outcome_unknown');
  return hasDetail ? messageOf(error, fallback) : fallback;
}
