import { AsyncLocalStorage } from 'node:async_hooks';

/** Firestore operations in the units of its bill. */
export interface BilledOperations {
  /** documents read, missing ones too; an empty query is one */
  reads: number;
  /** documents created or changed */
  writes: number;
  deletes: number;
}

const counting = new AsyncLocalStorage<BilledOperations>();

/**
 * Runs `work`; what it begins in Firestore, now or later, is added to `operations`. Work that several
 * requests wait for together is counted for the one that began it: a list that is read for all who ask
 * meanwhile, an outdated value that is loaded again, the votes of a round for the first of them.
 */
export function countOperations<Result>(operations: BilledOperations, work: () => Result): Result {
  return counting.run(operations, work);
}

/** What the work that runs now is counted in; undefined outside of `countOperations`. */
export function countedOperations(): BilledOperations | undefined {
  return counting.getStore();
}
