import type { Firestore, Transaction as SdkTransaction } from 'firebase-admin/firestore';
import * as z from 'zod';
import { databaseLate, withDeadline, type CallState } from './deadline.ts';

/** A document that instances have in memory, as a transaction writes it. */
export interface Written {
  /** see `Transaction.versions` */
  version: number;
  fields: unknown;
}

/** One attempt of a transaction. */
export interface Transaction {
  sdk: SdkTransaction;
  /** the versions of the documents that it has read, by their paths */
  versions: Map<string, number>;
  /** what it writes of documents that instances have in memory */
  written: Written[];
}

/** What a transaction does. */
interface Steps<Read, Result> {
  /** Reads everything that the other steps need, once for each attempt. */
  read: (transaction: Transaction) => Promise<Read>;
  /**
   * Finds what an earlier attempt, or an earlier request with the same key, has written. Without it, writing twice must
   * change nothing more than writing once.
   * @returns its result, or undefined if nothing was written
   * @throws ApiError to refuse the request
   */
  earlier?: (read: Read) => Result | undefined;
  /** Writes the rest. @throws ApiError to refuse the request */
  write: (transaction: Transaction, read: Read) => Result;
}

/**
 * Runs a transaction, up to five times.
 * @param call when it must have ended; afterwards, whether something may be stored
 * @throws ApiError unavailable when the time of the call is up, or when a commit has an unknown outcome; what the steps
 *   throw; and errors of Firestore
 */
export type Transact = <Read, Result>(
  steps: Steps<Read, Result>,
  call: CallState,
) => Promise<Result>;

/** A commit is sent only while the call has this much time left to hear of it. */
const COMMIT_MS = 5_000;

/** How long to wait before each attempt, as the SDK does. Each wait is varied by half. */
const WAITS_MS = [0, 1_000, 1_500, 2_250, 3_400];

const ABORTED = 10;
/** CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, INTERNAL, UNAVAILABLE and UNAUTHENTICATED */
const TRANSIENT = new Set([1, 2, 4, 8, ABORTED, 13, 14, 16]);
const grpcError = z.object({ code: z.int(), message: z.string() });

/** The code of an error of Firestore, and whether another attempt may succeed, as the SDK decides it. */
function classify(error: unknown): { code?: number; isTransient: boolean } {
  const { data } = grpcError.safeParse(error);
  if (!data) return { isTransient: false };
  const { code, message } = data;
  const isExpired = code === 3 && message.includes('transaction has expired');
  return { code, isTransient: TRANSIENT.has(code) || isExpired };
}

/** Whether a commit with this error was refused. After any other error, it may have happened. */
function isRefusal(error: unknown): boolean {
  const { code, isTransient } = classify(error);
  return code === ABORTED || (code !== undefined && !isTransient);
}

interface Dependencies {
  db: Firestore;
  /** uniform in [0, 1) */
  random: () => number;
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** called with what was committed; with undefined if something may be stored that nobody can name */
  onCommit: (written: readonly Written[] | undefined) => void;
}

/**
 * Transactions whose attempts are visible: the SDK's own loop does not say how the commit of an attempt has ended, so
 * each attempt is a transaction of the SDK's.
 */
export function createTransact({ db, random, pause, onCommit }: Dependencies): Transact {
  return async ({ read, earlier, write }, call) => {
    const wasStored = call.mayBeStored;
    /** whether an attempt may have written something */
    let mayBeStored = false;
    const setStored = (may: boolean) => {
      mayBeStored = may;
      call.mayBeStored = wasStored || may;
    };
    const requireTime = (milliseconds: number) => {
      if (call.left() < milliseconds) throw databaseLate();
    };

    for (let attempt = 1; ; attempt += 1) {
      const before = earlier ? false : mayBeStored;
      const progress = { isSent: false };
      const written: Written[] = [];
      const run = async (sdk: SdkTransaction) => {
        const transaction = { sdk, versions: new Map<string, number>(), written };
        const found = await read(transaction);
        // What was read says whether an attempt has written something.
        if (earlier) setStored(false);
        const done = earlier?.(found);
        if (done !== undefined) {
          setStored(true);
          return done;
        }
        const result = write(transaction, found);
        requireTime(COMMIT_MS);
        progress.isSent = true;
        setStored(true);
        return result;
      };
      try {
        requireTime(COMMIT_MS);
        const running = db.runTransaction(run, { maxAttempts: 1 });
        const result = await withDeadline(running, call.signal, databaseLate);
        call.mayBeStored = true;
        if (progress.isSent) onCommit(written);
        else if (attempt > 1) onCommit(undefined);
        return result;
      } catch (error) {
        if (progress.isSent && isRefusal(error)) setStored(before);
        const wait = WAITS_MS[attempt];
        if (wait !== undefined && classify(error).isTransient) {
          await pause(wait * (0.5 + random()), call.signal);
          continue;
        }
        if (!mayBeStored) throw error;
        onCommit(undefined);
        throw databaseLate(error);
      }
    }
  };
}
