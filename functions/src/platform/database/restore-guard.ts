import { createCachedValue } from '../cache/cache.ts';
import { ApiError } from '../../contract/index.ts';
import type { ReadDeadline } from './read-deadline.ts';
import type { Transaction } from './database.ts';
import type { RestoreMarkData } from './restore-mark.data.ts';

/** How long an instance may still write after a restore has started; at most two reads a minute. */
const LIFETIME_MS = 30_000;

/**
 * Throws ApiError unavailable while a restore is unfinished. By default the check may be 30 s old; in a
 * transaction, or with `'now'`, it is current, and costs one more billed read.
 */
export type RefuseDuringRestore = (at?: Transaction | 'now') => Promise<void>;

/** @param dependencies.clock milliseconds since the epoch */
export function createRestoreGuard({
  mark,
  withReadDeadline,
  clock,
}: {
  mark: Pick<RestoreMarkData, 'exists'>;
  withReadDeadline: ReadDeadline;
  clock: () => number;
}): RefuseDuringRestore {
  const unfinished = createCachedValue(() => withReadDeadline(mark.exists()), {
    lifetimeMs: LIFETIME_MS,
    clock,
  });
  return async (at) => {
    if (at === 'now') unfinished.expire();
    const transaction = at === 'now' ? undefined : at;
    if (!(await (transaction ? mark.exists(transaction) : unfinished.get()))) return;
    throw new ApiError(
      'unavailable',
      'The site is being restored. Please try again in a few minutes.',
      { retryAfter: 60, shed: true },
    );
  };
}

/**
 * Runs work that fails with not_found if a document is missing. During a restore it may only be missing for
 * a moment: then the error is ApiError unavailable, and the caller can try again. One billed read more, after
 * not_found only.
 */
export async function unlessRestoring<Result>(
  refuseDuringRestore: RefuseDuringRestore,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') await refuseDuringRestore('now');
    throw error;
  }
}
