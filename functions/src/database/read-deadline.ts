import { ApiError } from '../contract/index.ts';
import { withDeadline } from '../concurrency/deadline.ts';

/** A read that takes longer counts as failed, so that what is kept in memory can answer instead. */
const READ_DEADLINE_MS = 5_000;

/** @throws ApiError unavailable when the read takes longer than five seconds */
export function withReadDeadline<Result>(read: Promise<Result>): Promise<Result> {
  return withDeadline(
    read,
    READ_DEADLINE_MS,
    () => new ApiError('unavailable', 'The database does not answer.', { retryAfter: 10 }),
  );
}
