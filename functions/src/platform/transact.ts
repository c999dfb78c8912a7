import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { limits } from '../domain/index.ts';
import { databaseLate } from './deadline.ts';

/** What makes it safe that a commit may have happened although it returned an error. */
type Options<Result> =
  | {
      /**
       * Finds, in the transaction, what an earlier attempt, or an earlier request with the same key, has written.
       * @returns its result, or undefined if nothing was written
       * @throws ApiError to refuse the request
       */
      marker: (transaction: Transaction) => Promise<Result | undefined>;
    }
  /** Running `work` twice changes nothing more than running it once. */
  | { repeatable: true };

/** Runs `work` in a transaction; `work` may run several times and must read through the transaction. */
export type Transact = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options: Options<Result>,
) => Promise<Result>;

type AfterAttempt = (committed: boolean) => void;

const callbacks = new WeakMap<Transaction, AfterAttempt[]>();

/**
 * Calls back when the transaction has ended, for each of its attempts: with true for the one that was committed. The
 * others may have been, too: a commit that fails with an error may have happened.
 */
export function afterAttempt(transaction: Transaction, callback: AfterAttempt): void {
  callbacks.get(transaction)?.push(callback);
}

/** After this time the caller has received a failure response, so the write must not be committed. */
const WRITE_DEADLINE_MS = (limits.requestTimeoutSeconds - 5) * 1_000;

interface Dependencies {
  db: Firestore;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** Transactions that are abandoned before their commit if they have taken more than 15 s. */
export function createTransact({ db, clock }: Dependencies): Transact {
  return async (work, options) => {
    const latest = clock() + WRITE_DEADLINE_MS;
    const failed: AfterAttempt[] = [];
    let last: AfterAttempt[] = [];
    try {
      const result = await db.runTransaction(async (transaction) => {
        // The SDK uses the same object for each attempt.
        failed.push(...last);
        last = [];
        callbacks.set(transaction, last);
        const found = 'marker' in options ? await options.marker(transaction) : undefined;
        const result = found ?? (await work(transaction));
        if (clock() > latest) throw databaseLate();
        return result;
      });
      for (const call of last.splice(0)) call(true);
      return result;
    } finally {
      for (const call of [...failed, ...last]) call(false);
    }
  };
}
