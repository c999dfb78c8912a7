import type { ErrorBody } from './endpoints.ts';

/** Every way a call can fail, with its HTTP status. */
export const ERROR_STATUS = {
  /** this browser has already rated this joke */
  already_rated: 400,
  /** a required bearer is missing, or the bearer is invalid */
  unauthenticated: 401,
  /** the caller is known but not allowed; also a write from another site */
  forbidden: 403,
  /** no such joke, file or path */
  not_found: 404,
  /** the path exists, but not with this method */
  method_not_allowed: 405,
  /** the client took too long to send its body */
  request_timeout: 408,
  /** the current state does not allow it, for example a second first admin */
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** input that fails validation; the detail is a list */
  invalid_input: 422,
  /** a quota is used up; sends Retry-After */
  too_many_requests: 429,
  /** an error on our side, without details */
  internal: 500,
  /** a service that we need can't be reached; sends Retry-After */
  unavailable: 503,
  /** the database has not confirmed a write: it may have been saved, so send it again with its key */
  outcome_unknown: 504,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

interface Options {
  cause?: unknown;
  /** seconds to wait before trying again; sent as Retry-After */
  retryAfter?: number;
  /** whether the server refuses it on purpose, such as when it is busy, which is nobody's fault */
  shed?: boolean;
  /** the joke as it is now, if it has changed since it was shown; sent beside the detail */
  joke?: ErrorBody['joke'];
}

/** The API's error: thrown by the server, sent as `{detail}`, thrown again by the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorBody['detail'];
  readonly retryAfter: number | undefined;
  readonly joke: ErrorBody['joke'];
  readonly shed: boolean;

  constructor(
    code: ErrorCode,
    detail: ErrorBody['detail'],
    { cause, retryAfter, shed = false, joke }: Options = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join(', '), { cause });
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.joke = joke;
    this.shed = shed;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The error for a joke that does not exist, or that the caller may not see. */
export const noSuchJoke = () => new ApiError('not_found', 'There is no such joke.');
