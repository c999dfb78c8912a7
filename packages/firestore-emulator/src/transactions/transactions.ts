import { randomBytes } from 'node:crypto';
import { contention, type LockOwner, type Locks } from './locks.ts';
import { invalidArgument } from '../status.ts';
import type { Micros } from '../values/value.ts';

const IDLE_MS = 60_000;
const TOTAL_MS = 270_000;
const ID_BYTES = 16;
const MAX_REMEMBERED = 10_000;

/** The options of a new transaction. */
export type TransactionOptions =
  | { readonly kind: 'readWrite'; readonly retryOf: Buffer | null }
  | { readonly kind: 'readOnly'; readonly readTime: Micros | null };

/** A read of a transaction, which can be repeated at another time and compared by fingerprint. */
export interface Observation {
  readonly kind: 'document' | 'query';
  readonly seen: string;
  readonly repeat: (time: Micros) => string;
}

/** An open transaction. */
export interface Transaction extends LockOwner {
  readonly id: Buffer;
  readonly database: string;
  readonly readOnly: boolean;
  /** Whether it retries an aborted one; it then has priority over first attempts. */
  readonly isRetry: boolean;
  /** The time of its snapshot; null until its first read has its locks. */
  readTime: Micros | null;
  readonly observations: Observation[];
  readonly startedAt: number;
  usedAt: number;
}

/** The open transactions, and how the last ones ended. */
export class Transactions {
  readonly #open = new Map<string, Transaction>();
  /** Seniority of ended transactions, for their retries; and which of them were aborted. */
  readonly #ended = new Map<string, { seniority: number; aborted: boolean }>();
  readonly #locks: Locks;
  #count = 0;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  /**
   * Opens a transaction.
   *
   * @throws RpcError INVALID_ARGUMENT when the id to retry is not a transaction's
   */
  begin(database: string, options: TransactionOptions): Transaction {
    const retryOf = options.kind === 'readWrite' ? options.retryOf : null;
    if (retryOf !== null && retryOf.length !== ID_BYTES) {
      throw invalidArgument('Invalid transaction to retry.');
    }
    this.#count += 1;
    const id = randomBytes(ID_BYTES);
    const now = Date.now();
    const transaction: Transaction = {
      id,
      database,
      readOnly: options.kind === 'readOnly',
      isRetry: retryOf !== null,
      seniority: this.#ended.get(retryOf?.toString('hex') ?? '')?.seniority ?? this.#count,
      readTime: options.kind === 'readOnly' ? options.readTime : null,
      observations: [],
      startedAt: now,
      usedAt: now,
      onVictim: () => this.#forget(transaction, true),
    };
    this.#open.set(id.toString('hex'), transaction);
    return transaction;
  }

  /**
   * Finds an open transaction and records its use.
   *
   * @throws RpcError ABORTED when it lost a conflict; INVALID_ARGUMENT, with the text that
   *   makes the SDK retry, when it is unknown, finished or expired
   */
  get(id: Buffer, database: string): Transaction {
    this.expire();
    const key = id.toString('hex');
    const transaction = this.#open.get(key);
    if (transaction === undefined) {
      if (this.#ended.get(key)?.aborted) throw contention();
      throw invalidArgument('The referenced transaction has expired or is no longer valid.');
    }
    if (transaction.database !== database) {
      throw invalidArgument('The transaction belongs to another database.');
    }
    transaction.usedAt = Date.now();
    return transaction;
  }

  /** @returns whether the transaction was committed, rolled back or aborted, or has expired */
  hasEnded(id: Buffer): boolean {
    return this.#ended.has(id.toString('hex'));
  }

  /** @throws RpcError ABORTED when the transaction ended while it waited */
  checkOpen(transaction: Transaction): void {
    if (!this.#open.has(transaction.id.toString('hex'))) throw contention();
    transaction.usedAt = Date.now();
  }

  /** Closes a transaction and releases its locks. */
  end(transaction: Transaction, outcome: 'finished' | 'aborted'): void {
    this.#forget(transaction, outcome === 'aborted');
    this.#locks.release(transaction);
  }

  /** Closes those that were idle for 60 s or open for 270 s, as production does. */
  expire(): void {
    const now = Date.now();
    for (const transaction of this.#open.values()) {
      if (this.#locks.isWaiting(transaction)) transaction.usedAt = now;
      const { usedAt, startedAt } = transaction;
      if (now - usedAt > IDLE_MS || now - startedAt > TOTAL_MS) this.end(transaction, 'finished');
    }
  }

  /** Aborts all open transactions. */
  abortAll(): void {
    for (const transaction of this.#open.values()) this.end(transaction, 'aborted');
  }

  /** @returns the earliest snapshot that an open transaction reads; Infinity without an open transaction */
  earliestReadTime(): Micros {
    let earliest = Infinity;
    for (const { readTime } of this.#open.values()) {
      if (readTime !== null) earliest = Math.min(earliest, readTime);
    }
    return earliest;
  }

  #forget(transaction: Transaction, aborted: boolean): void {
    const key = transaction.id.toString('hex');
    if (!this.#open.delete(key)) return;
    this.#ended.set(key, { seniority: transaction.seniority, aborted });
    if (this.#ended.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined) this.#ended.delete(oldest);
  }
}
