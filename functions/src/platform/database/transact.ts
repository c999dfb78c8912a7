import * as z from 'zod/mini';
import type { Timeout } from '../concurrency/queue.ts';
import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { Firestore, Transaction } from './database.ts';

/** Runs `work` in a transaction; `work` may run several times and must read through the transaction. */
export type Transact = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
) => Promise<Result>;

const callbacks = new WeakMap<Transaction, (() => void)[]>();

/**
 * Calls back when the attempt has ended, whether it was committed or not: a commit that fails with an
 * error may have happened.
 */
export function afterAttempt(transaction: Transaction, callback: () => void): void {
  callbacks.set(transaction, [...(callbacks.get(transaction) ?? []), callback]);
}

/** gRPC's ALREADY_EXISTS */
const alreadyExists = z.object({ code: z.literal(6) });

/** Whether a transaction failed because a document that it creates already exists. */
export function documentExists(error: unknown): boolean {
  return alreadyExists.safeParse(error).success;
}

/** After this time the caller has received a failure response, so the write must not be committed. */
const WRITE_DEADLINE_MS = (limits.requestTimeoutSeconds - 5) * 1_000;

function tooLate(): ApiError {
  return new ApiError('unavailable', 'The database is not responding.', { retryAfter: 10 });
}

/** How long a write may wait for other writes of this instance. */
export function writeTimeout(clock: () => number): Timeout {
  return { milliseconds: WRITE_DEADLINE_MS, clock, late: tooLate };
}

interface Dependencies {
  db: Firestore;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Transactions that are abandoned before their commit if they have taken more than 15 s. */
export function createTransact({ db, clock }: Dependencies): Transact {
  return async (work) => {
    const latest = clock() + WRITE_DEADLINE_MS;
    const attempts = new Set<Transaction>();
    try {
      return await db.runTransaction(async (transaction) => {
        attempts.add(transaction);
        const result = await work(transaction);
        if (clock() > latest) throw tooLate();
        return result;
      });
    } finally {
      for (const attempt of attempts) for (const call of callbacks.get(attempt) ?? []) call();
    }
  };
}

/** Read-only transactions: they see one moment and lock nothing. */
export function createSnapshotReads(db: Firestore): Transact {
  return (work) => db.runTransaction(work, { readOnly: true });
}
