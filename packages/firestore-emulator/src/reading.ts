import type { LockRequest } from './locks.ts';
import { splitDocumentName, splitName } from './resource-name.ts';
import type { Observation } from './transactions.ts';
import type { Micros } from './value.ts';
import type { Write } from './write.ts';

/** A read that can be made at any time and compared with itself at another. */
export interface Reading<T> {
  readonly kind: Observation['kind'];
  readonly run: (time: Micros) => T;
  readonly fingerprint: (value: T) => string;
  /** The documents that the result depends on. */
  readonly names: (value: T) => readonly string[];
  /** Locks that keep new documents from appearing in the result. */
  readonly rangeLocks: readonly string[];
}

/** What was read, when, and the transaction that the read has opened. */
export interface Snapshot<T> {
  readonly value: T;
  readonly readTime: Micros;
  readonly transaction: Buffer | null;
}

/** @returns the lock that a query over one collection takes against new documents */
export function collectionLock(path: string): string {
  return `${path}/*`;
}

/** @returns the lock that a query over many collections takes against new documents */
export function databaseLock(database: string): string {
  return `${database}/documents/**`;
}

/** A write excludes others from its document, and shares with other writes what queries lock. */
export function writeLocks({ name }: Write): LockRequest[] {
  const { collection } = splitDocumentName(name);
  return [
    { key: name, shared: false },
    { key: collectionLock(collection), shared: true },
    { key: databaseLock(splitName(name).database), shared: true },
  ];
}
