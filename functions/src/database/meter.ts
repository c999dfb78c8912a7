import { Readable } from 'node:stream';
import type { Firestore } from 'firebase-admin/firestore';
import { countedOperations, type BilledOperations } from './billed-operations.ts';

type Method = (...given: unknown[]) => unknown;

/** @throws Error when the SDK has no such method, as another version may not */
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

/** Counts one read for each result of a call, at least one; an aggregation is taken for one. */
function countReads(operations: BilledOperations, answer: Readable): void {
  let results = 0;
  answer.on('data', (response: unknown) => {
    if (!holdsResult(response)) return;
    results += 1;
    operations.reads += 1;
  });
  answer.once('end', () => {
    if (results === 0) operations.reads += 1;
  });
}

function countWrites(operations: BilledOperations, commit: unknown): void {
  const writes: unknown = has(commit, 'writes') ? Reflect.get(Object(commit), 'writes') : [];
  if (!Array.isArray(writes)) return;
  for (const write of writes) operations[has(write, 'delete') ? 'deletes' : 'writes'] += 1;
}

/**
 * Counts what Firestore bills for, whoever asks and however: all calls of the SDK pass through two
 * methods of its client, above gRPC and REST. They are not part of its public interface: where they are
 * missing this throws, and tests/api/billed-operations.test.ts compares the counts with the emulator's.
 * Attempts of a transaction that lost count too, as they are billed; a failed commit is not.
 * @returns the same client
 */
export function metered(db: Firestore): Firestore {
  const request = methodOf(db, 'request');
  const requestStream = methodOf(db, 'requestStream');
  return Object.assign(db, {
    async request(...given: unknown[]): Promise<unknown> {
      const operations = countedOperations();
      const answer = await request(...given);
      if (operations && given[0] === 'commit') countWrites(operations, given[1]);
      return answer;
    },
    async requestStream(...given: unknown[]): Promise<unknown> {
      const operations = countedOperations();
      const answer = await requestStream(...given);
      if (operations && answer instanceof Readable) countReads(operations, answer);
      return answer;
    },
  });
}
