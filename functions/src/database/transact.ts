import * as z from 'zod/mini';
import type { Patience } from '../concurrency/timeout.ts';
import { ApiError, limits } from '../contract/index.ts';
import type { Firestore, Transaction } from './database.ts';

/** Runs `work` in a transaction; `work` may run several times and must read through the transaction. */
export type Transact = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

/** gRPC's ALREADY_EXISTS */
const alreadyExists = z.object({ code: z.literal(6) });

/** Whether a transaction failed because a document that it creates exists. */
export function documentExists(error: unknown): boolean {
  return alreadyExists.safeParse(error).success;
}

/** Past this, whoever asked for a write has been told that it failed: it must not happen any more. */
const WRITE_DEADLINE_MS = (limits.requestTimeoutSeconds - 5) * 1_000;

function tooLate(): ApiError {
  return new ApiError('unavailable', 'The database does not answer.', { retryAfter: 10 });
}

/** How long a write may wait for others of this instance. */
export function writePatience(clock: () => number): Patience {
  return { milliseconds: WRITE_DEADLINE_MS, clock, late: tooLate };
}

/**
 * Transactions that give up 15 s after they were begun, before their commit.
 * @param clock milliseconds since the epoch
 * @param refuse throws while nothing may be written
 */
export function createTransact(
  db: Firestore,
  clock: () => number,
  refuse: () => Promise<void>,
): Transact {
  return async (work) => {
    const latest = clock() + WRITE_DEADLINE_MS;
    await refuse();
    return db.runTransaction(async (transaction) => {
      const result = await work(transaction);
      if (clock() > latest) throw tooLate();
      return result;
    });
  };
}

/** Transactions that only read, everything as it is at one moment, and lock nothing. */
export function createSnapshotReads(db: Firestore): Transact {
  return (work) => db.runTransaction(work, { readOnly: true });
}
