import type { LockRequest } from './locks.ts';
import { splitDocumentName, splitName } from '../values/resource-name.ts';
import type { Observation } from './transactions.ts';
import type { Micros } from '../values/value.ts';
import type { Write } from '../documents/write.ts';

/** A read that can be repeated at any time and compared with its earlier result. */
export interface Reading<T> {
  readonly kind: Observation['kind'];
  readonly run: (time: Micros) => T;
  readonly fingerprint: (value: T) => string;
  /** The documents that the result depends on. */
  readonly names: (value: T) => readonly string[];
  /** Locks that prevent new documents from appearing in the result. */
  readonly rangeLocks: readonly string[];
}

/** What was read, when, and the transaction that the read opened. */
export interface Snapshot<T> {
  readonly value: T;
  readonly readTime: Micros;
  readonly transaction: Buffer | null;
}

/** @returns the lock with which a query over one collection prevents new documents */
export function collectionLock(path: string): string {
  return `${path}/*`;
}

/** @returns the lock with which a query over many collections prevents new documents */
export function databaseLock(database: string): string {
  return `${database}/documents/**`;
}

/** A write locks its document exclusively and shares the locks of queries with other writes. */
export function writeLocks({ name }: Write): LockRequest[] {
  const { collection } = splitDocumentName(name);
  return [
    { key: name, shared: false },
    { key: collectionLock(collection), shared: true },
    { key: databaseLock(splitName(name).database), shared: true },
  ];
}
