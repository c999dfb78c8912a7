import { ApiError } from '../contract/index.ts';
import { limits } from '../domain/index.ts';

/**
 * Resolves with the promise's result, unless it takes too long. The work itself is not stopped.
 * @param late creates the error that is thrown after `milliseconds`
 */
export async function withDeadline<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const READ_DEADLINE_MS = 5_000;

/** The error for a database that takes too long. */
export function databaseLate(): ApiError {
  return new ApiError('unavailable', 'The database is not responding.', { retryAfter: 10 });
}

/**
 * Passes on the result of a read. One that takes too long counts as failed, so that a cached value can be used instead.
 * @throws ApiError unavailable if the read takes longer than the deadline
 */
export type ReadDeadline = <Result>(read: Promise<Result>) => Promise<Result>;

export const withReadDeadline: ReadDeadline = (read) =>
  withDeadline(read, READ_DEADLINE_MS, databaseLate);

/** Passes on what responds to a request. @throws ApiError unavailable after `seconds` */
export function inTime<Result>(
  work: Promise<Result>,
  seconds: number = limits.requestTimeoutSeconds,
): Promise<Result> {
  const detail = 'This took too long. Please try again.';
  const late = () => new ApiError('unavailable', detail, { retryAfter: 10 });
  return withDeadline(work, seconds * 1_000, late);
}
