import { applyWrite, checkPrecondition, type WriteRules } from './documents/apply-write.ts';
import { billAggregation, billQuery, type QueryUse } from './billing/billing.ts';
import type { Clock } from './transactions/clock.ts';
import { testValue } from './queries/filter.ts';
import { findMissingIndex, type FindMissingIndex } from './indexes/index-matcher.ts';
import { compareValues } from './values/order.ts';
import { normalizeOrder, type NormalizeOrder } from './queries/query-plan.ts';
import { isAfterStart, isBeforeEnd, window, type QueryRules } from './queries/run-query.ts';
import type { Observation, Transaction } from './transactions/transactions.ts';
import { addNumbers, sameElement } from './documents/transform.ts';
import { identical, type Micros } from './values/value.ts';

/**
 * The decisions that make the emulator behave like Firestore, each a pure function. The emulator
 * runs on productionEngine; the conformance suite replaces one of them at a time to prove that its
 * tests notice.
 */
export interface Engine extends QueryRules, WriteRules {
  readonly normalizeOrder: NormalizeOrder;
  readonly findMissingIndex: FindMissingIndex;
  readonly billQuery: (use: QueryUse) => number;
  readonly billAggregation: (entries: number) => number;
  readonly applyWrite: typeof applyWrite;
  /** Whether all reads of a transaction would return the same at a given time. */
  readonly isCurrent: (observations: readonly Observation[], time: Micros) => boolean;
  /** The snapshot time of a read in a transaction. */
  readonly snapshotTime: (transaction: Transaction, now: Micros) => Micros;
  /** The time for a read that sees every commit so far. */
  readonly newReadTime: (clock: Clock) => Micros;
}

/** @returns whether all reads would return at a given time what they returned originally */
function isCurrent(observations: readonly Observation[], time: Micros): boolean {
  return observations.every(({ seen, repeat }) => repeat(time) === seen);
}

/** @returns the time of the transaction's first read, or now if this is the first */
function snapshotTime({ readTime }: Transaction, now: Micros): Micros {
  return readTime ?? now;
}

/** Firestore's own behavior, as far as it is documented. */
export const productionEngine: Engine = {
  compareValues,
  testValue,
  testMissing: () => false,
  isAfterStart,
  isBeforeEnd,
  window,
  normalizeOrder,
  findMissingIndex,
  billQuery,
  billAggregation,
  applyWrite,
  checkPrecondition,
  isUnchanged: identical,
  add: addNumbers,
  sameElement,
  isCurrent,
  snapshotTime,
  newReadTime: (clock) => clock.tick(),
};
