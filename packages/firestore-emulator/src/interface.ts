/** locks: every transaction locks what it reads. optimistic: only a retried one does. */
export type TransactionMode = 'locks' | 'optimistic';

/**
 * first-come: a transaction has what it reads to itself, so that contending ones run one after the other.
 * production: reads share locks, and of transactions that write what another one read, one is aborted.
 */
export type Contention = 'first-come' | 'production';

/** How an emulator is started. */
export interface FirestoreEmulatorOptions {
  /** gRPC port on 127.0.0.1; 0 (the default) picks a free one. */
  readonly port?: number | undefined;
  /** HTTP control port on 127.0.0.1; 0 picks a free one. Default: no control port. */
  readonly controlPort?: number | undefined;
  /** Path of firestore.indexes.json. Default: no composite indexes. */
  readonly indexesFile?: string | undefined;
  /** Answers queries whose index is missing, as Google's emulator does. */
  readonly noIndexCheck?: boolean | undefined;
  /**
   * Path of firestore.rules. The only rules that are supported deny everything, which is also what
   * happens without a file.
   */
  readonly rulesFile?: string | undefined;
  /**
   * The file that documents are loaded from at the start, and that each commit is written to before
   * it is answered. Default: documents are in memory only.
   */
  readonly dataFile?: string | undefined;
  /** How transactions are isolated; 'locks' by default. */
  readonly transactions?: TransactionMode | undefined;
  /** How transactions that read the same documents get along; 'first-come' by default. */
  readonly contention?: Contention | undefined;
}

/** A running emulator. */
export interface FirestoreEmulator {
  /** `127.0.0.1:PORT`, for FIRESTORE_EMULATOR_HOST. */
  readonly host: string;
  /** `http://127.0.0.1:PORT`, null without a control port. */
  readonly controlUrl: string | null;
  /** @returns the RPCs that were answered, oldest first */
  records(): CallRecord[];
  /** @returns sums over all RPCs since the last reset */
  totals(): CallTotals;
  resetRecords(): void;
  /** @throws Error when the fault is invalid */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Removes all documents. */
  clear(): void;
  /** Ends all calls and closes. A second call does nothing. */
  stop(): Promise<void>;
}

/** An answered RPC: its cost in billed operations and its gRPC status code. */
export interface CallRecord {
  readonly rpc: string;
  readonly detail: string;
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly code: number;
}

/** Sums over all calls since the last reset. `commits` counts Commit calls that were applied. */
export interface CallTotals {
  readonly calls: number;
  readonly commits: number;
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

/** An error to answer instead of a call, or after its effect. */
export interface Fault {
  /** The RPC that fails, for instance `Commit`. Default: any. */
  readonly rpc?: string | undefined;
  /** The first matching call that fails, counted from 1 since the injection. */
  readonly nth?: number | undefined;
  /** How many calls fail from then on; Infinity: all until the faults are cleared. */
  readonly times?: number | undefined;
  /** The gRPC status code to answer, 1 to 16. */
  readonly code: number;
  /** after: writes take effect, then the error is answered. For reads the same as before. */
  readonly when: 'before' | 'after';
}
