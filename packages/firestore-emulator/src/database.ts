import type { Cost } from './billing/billing.ts';
import { Clock } from './transactions/clock.ts';
import type { Consistency } from './transactions/consistency.ts';
import { checkRepeatedWrites } from './documents/apply-write.ts';
import { DocumentStore } from './documents/document-store.ts';
import type { Engine } from './engine.ts';
import type { Contention, TransactionMode } from './interface.ts';
import { contention, Locks, type LockOwner } from './transactions/locks.ts';
import { writeLocks, type Reading, type Snapshot } from './transactions/reading.ts';
import { Code, invalidArgument, RpcError } from './status.ts';
import {
  Transactions,
  type Transaction,
  type TransactionOptions,
} from './transactions/transactions.ts';
import type { Document, Micros } from './values/value.ts';
import type { Write, WriteResult } from './documents/write.ts';

/** How long an old version can be read, in microseconds: one hour, as in production. */
const HISTORY: Micros = 3_600_000_000;
/** How many old versions are kept at most for reads in the past. */
const MAX_OLD_VERSIONS = 10_000;

/** What a commit did. */
export interface CommitOutcome {
  readonly results: readonly WriteResult[];
  readonly commitTime: Micros;
  readonly cost: Cost;
}

/**
 * What a commit changes: new versions by name, null for a deletion. Null instead of a map: all
 * documents are deleted.
 */
export type Change = ReadonlyMap<string, Document | null> | null;

/** Records changes before they are applied; a change that it refuses is not applied. */
export interface Journal {
  /** @throws RpcError when it can't record the change */
  append(change: Change): void;
}

/** Reads and commits: snapshots, transactions and their isolation. */
export class Database {
  readonly engine: Engine;
  readonly store: DocumentStore;
  readonly clock = new Clock();
  readonly locks = new Locks();
  readonly transactions = new Transactions(this.locks);
  readonly #mode: TransactionMode;
  readonly #sharesReads: boolean;
  /** Set once, after the documents are loaded. */
  journal: Journal | null = null;
  #historyStart: Micros = 0;
  #lastChange: Micros = 0;

  constructor(engine: Engine, mode: TransactionMode, held: Contention = 'first-come') {
    this.engine = engine;
    this.store = new DocumentStore(engine.compareValues);
    this.#mode = mode;
    this.#sharesReads = held === 'production';
  }

  /** Fills the empty database with documents. */
  load(documents: readonly Document[]): void {
    for (const document of documents) {
      this.store.put(document.name, document, document.updateTime);
      this.clock.advanceTo(document.updateTime);
    }
    this.#historyStart = this.clock.tick();
  }

  /**
   * Removes all documents and their history and aborts all transactions.
   *
   * @throws RpcError as Journal.append does
   */
  clear(): void {
    this.journal?.append(null);
    this.transactions.abortAll();
    this.store.clear();
    this.#historyStart = this.clock.tick();
  }

  /**
   * Runs a read with the requested consistency.
   *
   * @throws RpcError as Transactions.get and Locks.acquire do; FAILED_PRECONDITION when the read
   *   time is too old
   */
  async read<T>(
    database: string,
    consistency: Consistency,
    reading: Reading<T>,
    signal: AbortSignal,
  ): Promise<Snapshot<T>> {
    switch (consistency.kind) {
      case 'latest':
      case 'readTime': {
        const readTime = this.#readTime(consistency.kind === 'latest' ? null : consistency.time);
        return { value: reading.run(readTime), readTime, transaction: null };
      }
      case 'transaction': {
        const transaction = this.transactions.get(consistency.id, database);
        return { ...(await this.#readIn(transaction, reading, signal)), transaction: null };
      }
      case 'newTransaction': {
        const transaction = this.begin(database, consistency.options);
        try {
          const snapshot = await this.#readIn(transaction, reading, signal);
          return { ...snapshot, transaction: transaction.id };
        } catch (error) {
          // The caller never learns the id, so it can't roll back.
          this.transactions.end(transaction, 'aborted');
          throw error;
        }
      }
    }
  }

  /** Opens a transaction; the snapshot of a read-only one is taken now. */
  begin(database: string, options: TransactionOptions): Transaction {
    if (options.kind === 'readWrite') return this.transactions.begin(database, options);
    const readTime = this.#readTime(options.readTime);
    return this.transactions.begin(database, { kind: 'readOnly', readTime });
  }

  /**
   * Applies all writes or none, at one time, after checking that what the transaction read has
   * not changed.
   *
   * @param transactionId null for writes without a transaction
   * @throws RpcError ABORTED after a conflict; as applyWrite and Journal.append do
   */
  async commit(
    database: string,
    writes: readonly Write[],
    transactionId: Buffer | null,
    signal: AbortSignal,
  ): Promise<CommitOutcome> {
    if (transactionId === null) {
      return await this.#locked(writes, signal, () => this.#apply(writes));
    }
    const transaction = this.transactions.get(transactionId, database);
    try {
      if (transaction.readOnly && writes.length > 0) {
        throw invalidArgument('Cannot modify entities in a read-only transaction.');
      }
      await this.locks.acquire(transaction, writes.flatMap(writeLocks), signal);
      this.transactions.checkOpen(transaction);
      const { observations } = transaction;
      if (!this.engine.isCurrent(observations, this.clock.tick())) throw contention();
      return this.#apply(writes);
    } catch (error) {
      const lost = error instanceof RpcError && error.code === Code.ABORTED;
      if (lost) this.transactions.end(transaction, 'aborted');
      throw error;
    } finally {
      this.transactions.end(transaction, 'finished');
    }
  }

  /** Applies each write on its own; a refused one is answered by its error. */
  async batchWrite(
    writes: readonly Write[],
    signal: AbortSignal,
  ): Promise<readonly (CommitOutcome | RpcError)[]> {
    const names = new Set(writes.map(({ name }) => name));
    if (names.size < writes.length) {
      throw invalidArgument('A batch cannot write the same document more than once.');
    }
    return await this.#locked(writes, signal, () =>
      writes.map((write) => {
        try {
          return this.#apply([write]);
        } catch (error) {
          if (error instanceof RpcError) return error;
          throw error;
        }
      }),
    );
  }

  async #locked<T>(writes: readonly Write[], signal: AbortSignal, apply: () => T): Promise<T> {
    // It takes locks in the order of their names, so it can't deadlock.
    const owner: LockOwner = { seniority: -1, onVictim: () => undefined };
    this.transactions.expire();
    try {
      await this.locks.acquire(owner, writes.flatMap(writeLocks), signal);
      return apply();
    } finally {
      this.locks.release(owner);
    }
  }

  #apply(writes: readonly Write[]): CommitOutcome {
    checkRepeatedWrites(writes);
    const commitTime = this.clock.tick();
    const written = new Map<string, Document | null>();
    const transformResults = writes.map((write) => {
      const pending = written.get(write.name);
      const [current, checked] =
        pending === undefined
          ? [this.store.latest(write.name), write]
          : [pending, { ...write, precondition: null }];
      const after = this.engine.applyWrite(this.engine, current, checked, commitTime);
      written.set(write.name, after.document);
      return after.transformResults;
    });
    const changed = new Map<string, Document | null>();
    for (const [name, document] of written) {
      const before = this.store.latest(name);
      const same =
        document === null
          ? before === null
          : before?.createTime === document.createTime &&
            this.engine.isUnchanged(before.fields, document.fields);
      if (same) written.set(name, before);
      else changed.set(name, document);
    }
    if (changed.size > 0) {
      this.journal?.append(changed);
      this.#lastChange = commitTime;
    }
    for (const [name, document] of changed) this.store.put(name, document, commitTime);
    this.#prune(commitTime);
    const deletes = writes.filter(({ kind }) => kind === 'delete').length;
    const results = writes.map(({ name }, i) => ({
      updateTime: written.get(name)?.updateTime ?? null,
      transformResults: transformResults[i] ?? [],
    }));
    return { results, commitTime, cost: { reads: 0, writes: writes.length - deletes, deletes } };
  }

  #prune(now: Micros): void {
    const oldest = Math.max(now - HISTORY, this.store.supersededBefore(MAX_OLD_VERSIONS));
    const horizon = Math.min(oldest, this.transactions.earliestReadTime());
    this.#historyStart = Math.max(this.#historyStart, horizon);
    this.store.prune(horizon);
  }

  async #readIn<T>(
    transaction: Transaction,
    reading: Reading<T>,
    signal: AbortSignal,
  ): Promise<Omit<Snapshot<T>, 'transaction'>> {
    const locking = !transaction.readOnly && (this.#mode === 'locks' || transaction.isRetry);
    if (locking) await this.#lockFor(transaction, reading, signal);
    const now = this.engine.newReadTime(this.clock);
    // Under locks the snapshot advances while the earlier reads are unchanged: waiting for a
    // lock would otherwise end in a conflict with the very commit that was waited for. The documents
    // are locked; only queries may have gained one.
    const queries = (): boolean =>
      this.engine.isCurrent(
        transaction.observations.filter(({ kind }) => kind === 'query'),
        now,
      );
    const readAt = transaction.readTime;
    if (readAt === null || (locking && (this.#lastChange <= readAt || queries()))) {
      transaction.readTime = now;
    }
    const readTime = this.engine.snapshotTime(transaction, now);
    const value = reading.run(readTime);
    if (!transaction.readOnly) {
      const { kind, run, fingerprint } = reading;
      const repeat = (time: Micros): string => fingerprint(run(time));
      transaction.observations.push({ kind, seen: fingerprint(value), repeat });
    }
    return { value, readTime };
  }

  /** Locks what the read will find. That may change during the wait, so it checks again. */
  async #lockFor<T>(
    transaction: Transaction,
    { names, run, rangeLocks }: Reading<T>,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const found = names(run(this.clock.tick()));
      const shared = this.#sharesReads;
      const keys = transaction.isRetry && !shared ? [...rangeLocks, ...found] : found;
      const lacking = keys
        .filter((key) => !this.locks.holds(transaction, key))
        .map((key) => ({ key, shared }));
      if (lacking.length === 0) return;
      await this.locks.acquire(transaction, lacking, signal);
      this.transactions.checkOpen(transaction);
    }
  }

  /** The time that a read asks for; null: now. */
  #readTime(time: Micros | null): Micros {
    if (time === null) return this.engine.newReadTime(this.clock);
    const now = this.clock.tick();
    if (time > now) throw invalidArgument('The read time cannot be in the future.');
    if (time < Math.max(this.#historyStart, now - HISTORY)) {
      throw new RpcError(Code.FAILED_PRECONDITION, 'The requested snapshot version is too old.');
    }
    return time;
  }
}
