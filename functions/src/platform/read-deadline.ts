import { ApiError } from '../contract/index.ts';
import { withDeadline } from './deadline.ts';

const READ_DEADLINE_MS = 5_000;

/**
 * Passes on the result of a read. One that takes too long counts as failed, so that a cached value can be used
 * instead.
 * @throws ApiError unavailable if the read takes longer than the deadline
 */
export type ReadDeadline = <Result>(read: Promise<Result>) => Promise<Result>;

export function createReadDeadline(milliseconds = READ_DEADLINE_MS): ReadDeadline {
  return (read) =>
    withDeadline(
      read,
      milliseconds,
      () => new ApiError('unavailable', 'The database is not responding.', { retryAfter: 10 }),
    );
}
