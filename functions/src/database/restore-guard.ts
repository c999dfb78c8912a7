import { createCachedValue } from '../cache/cache.ts';
import { ApiError } from '../contract/index.ts';
import { withReadDeadline } from './read-deadline.ts';
import type { Transaction } from './database.ts';
import type { RestoreMarkData } from './restore-mark.data.ts';

/** How long an instance may still write after a restore has started; at most two reads a minute. */
const LIFETIME_MS = 30_000;

/**
 * Throws ApiError unavailable while a restore is unfinished. Without a transaction the check may be 30 s
 * old; inside one it is current, and costs one more billed read.
 */
export type RefuseDuringRestore = (transaction?: Transaction) => Promise<void>;

/** @param clock milliseconds since the epoch */
export function createRestoreGuard(
  mark: Pick<RestoreMarkData, 'exists'>,
  clock: () => number,
): RefuseDuringRestore {
  const unfinished = createCachedValue(() => withReadDeadline(mark.exists()), {
    lifetimeMs: LIFETIME_MS,
    clock,
  });
  return async (transaction) => {
    if (!(await (transaction ? mark.exists(transaction) : unfinished.get()))) return;
    throw new ApiError(
      'unavailable',
      'The site is being restored. Please try again in a few minutes.',
      { retryAfter: 60 },
    );
  };
}
