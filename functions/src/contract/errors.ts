import type { ErrorEntry } from './error-body.ts';

/** Every way a call can fail, with its HTTP status. */
export const ERROR_STATUS = {
  /** this browser has rated this joke before */
  already_rated: 400,
  /** no valid bearer where one is needed */
  unauthenticated: 401,
  /** known, but not allowed; also a write from another site */
  forbidden: 403,
  /** no such joke, file or path */
  not_found: 404,
  /** the path exists, the method does not */
  method_not_allowed: 405,
  /** the state does not allow it, as a second first admin */
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  /** input that fails validation; the detail is a list */
  invalid_input: 422,
  /** a throttle; carries Retry-After */
  too_many_requests: 429,
  /** a fault of ours; nothing about it is told */
  internal: 500,
  /** a service behind us can't be reached; carries Retry-After */
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ApiErrorOptions {
  /** seconds to wait before another try; sent as Retry-After */
  retryAfter?: number;
  cause?: unknown;
}

/** The one error of the API: thrown by the server, sent as `{detail}`, thrown again by the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | ErrorEntry[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: string | ErrorEntry[], options: ApiErrorOptions = {}) {
    super(typeof detail === 'string' ? detail : detail.map((entry) => entry.msg).join(', '), {
      cause: options.cause,
    });
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
