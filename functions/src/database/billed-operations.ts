import { AsyncLocalStorage } from 'node:async_hooks';

/** Firestore operations as Google bills them. */
export interface BilledOperations {
  /** documents read, including missing ones; a query without results is one */
  reads: number;
  /** documents created or changed */
  writes: number;
  deletes: number;
}

const counting = new AsyncLocalStorage<BilledOperations>();

/**
 * Runs `work` and adds the Firestore operations that it starts, now or later, to `operations`. Work that
 * several requests share is counted for the request that started it: a list read for all of them, a
 * stale value that is reloaded, a batch of votes.
 */
export function countOperations<Result>(operations: BilledOperations, work: () => Result): Result {
  return counting.run(operations, work);
}

/** The counters of the running work; undefined outside `countOperations`. */
export function currentOperations(): BilledOperations | undefined {
  return counting.getStore();
}
