import { ApiError } from '../../contract/index.ts';
import { withDeadline } from '../concurrency/deadline.ts';

/** A read that takes longer counts as failed, so that a cached value can be used instead. */
const READ_DEADLINE_MS = 5_000;

/** @throws ApiError unavailable if the read takes longer than five seconds */
export function withReadDeadline<Result>(read: Promise<Result>): Promise<Result> {
  return withDeadline(
    read,
    READ_DEADLINE_MS,
    () => new ApiError('unavailable', 'The database is not responding.', { retryAfter: 10 }),
  );
}
