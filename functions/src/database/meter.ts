import { Readable } from 'node:stream';
import type { Firestore } from 'firebase-admin/firestore';
import { currentOperations, type BilledOperations } from './billed-operations.ts';

type Method = (...given: unknown[]) => unknown;

/** @throws Error if this version of the SDK has no such method */
function methodOf(db: Firestore, name: string): Method {
  const found: unknown = Reflect.get(db, name);
  if (typeof found !== 'function') throw new Error(`The Firestore SDK has no ${name} to count in`);
  return (...given) => Reflect.apply(found, db, given);
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && Boolean(Reflect.get(value, name));
}

function holdsResult(response: unknown): boolean {
  return ['found', 'missing', 'document', 'result'].some((name) => has(response, name));
}

/** Counts one read per result of a call, at least one; an aggregation counts as one. */
function countReads(operations: BilledOperations, stream: Readable): void {
  let results = 0;
  stream.on('data', (response: unknown) => {
    if (!holdsResult(response)) return;
    results += 1;
    operations.reads += 1;
  });
  stream.once('end', () => {
    if (results === 0) operations.reads += 1;
  });
}

function countWrites(operations: BilledOperations, commit: unknown): void {
  const writes: unknown = has(commit, 'writes') ? Reflect.get(Object(commit), 'writes') : [];
  if (!Array.isArray(writes)) return;
  for (const write of writes) operations[has(write, 'delete') ? 'deletes' : 'writes'] += 1;
}

/**
 * Counts the operations that Firestore bills. All calls of the SDK pass through two methods of its
 * client, above gRPC and REST. They are not part of its public interface, so this throws if they are
 * missing, and tests/api/billed-operations.test.ts compares the counts with the emulator's. Failed
 * attempts of a transaction count, because they are billed; a failed commit does not.
 * @returns the same client
 */
export function metered(db: Firestore): Firestore {
  const request = methodOf(db, 'request');
  const requestStream = methodOf(db, 'requestStream');
  return Object.assign(db, {
    async request(...given: unknown[]): Promise<unknown> {
      const operations = currentOperations();
      const response = await request(...given);
      if (operations && given[0] === 'commit') countWrites(operations, given[1]);
      return response;
    },
    async requestStream(...given: unknown[]): Promise<unknown> {
      const operations = currentOperations();
      const stream = await requestStream(...given);
      if (operations && stream instanceof Readable) countReads(operations, stream);
      return stream;
    },
  });
}
