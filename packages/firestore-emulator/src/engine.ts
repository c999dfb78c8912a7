import { applyWrite, checkPrecondition, isUnchanged, type WriteRules } from './apply-write.ts';
import { billAggregation, billQuery, type QueryUse } from './billing.ts';
import type { Clock } from './clock.ts';
import { testValue } from './filter.ts';
import { findMissingIndex, type FindMissingIndex } from './index-matcher.ts';
import { compareValues } from './order.ts';
import { normaliseOrder, type NormaliseOrder } from './query-plan.ts';
import { isAfterStart, isBeforeEnd, window, type QueryRules } from './run-query.ts';
import type { Observation, Transaction } from './transactions.ts';
import { addNumbers, sameElement } from './transform.ts';
import type { Micros } from './value.ts';

/**
 * The decisions that make the emulator behave like Firestore, each a pure function. The emulator
 * runs on productionEngine; mutation checks replace one of them to prove that the tests notice.
 */
export interface Engine extends QueryRules, WriteRules {
  readonly normaliseOrder: NormaliseOrder;
  readonly findMissingIndex: FindMissingIndex;
  readonly billQuery: (use: QueryUse) => number;
  readonly billAggregation: (entries: number) => number;
  readonly applyWrite: typeof applyWrite;
  /** Whether everything that a transaction saw would be read alike at a time. */
  readonly isCurrent: (observations: readonly Observation[], time: Micros) => boolean;
  /** The time of the snapshot that a read in a transaction sees. */
  readonly snapshotTime: (transaction: Transaction, now: Micros) => Micros;
  /** The time of a read that sees everything committed so far. */
  readonly newReadTime: (clock: Clock) => Micros;
}

/** @returns whether all reads would give at a time what they gave when they were made */
export function isCurrent(observations: readonly Observation[], time: Micros): boolean {
  return observations.every(({ seen, repeat }) => repeat(time) === seen);
}

/** @returns the time that the transaction's first read fixed, or now for the first */
export function snapshotTime({ readTime }: Transaction, now: Micros): Micros {
  return readTime ?? now;
}

/** Firestore's own behaviour, as far as it is known. */
export const productionEngine: Engine = {
  compareValues,
  testValue,
  testMissing: () => false,
  isAfterStart,
  isBeforeEnd,
  window,
  normaliseOrder,
  findMissingIndex,
  billQuery,
  billAggregation,
  applyWrite,
  checkPrecondition,
  isUnchanged,
  add: addNumbers,
  sameElement,
  isCurrent,
  snapshotTime,
  newReadTime: (clock) => clock.tick(),
};
