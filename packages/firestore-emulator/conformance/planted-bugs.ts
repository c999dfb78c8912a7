import { applyWrite } from '../src/documents/apply-write.ts';
import { productionEngine, type Engine } from '../src/engine.ts';
import { testValue } from '../src/queries/filter.ts';
import { compareNumbers, compareUtf8, createValueOrder } from '../src/values/order.ts';
import { fieldFilters, isNegation } from '../src/queries/query.ts';
import { normalizeOrder } from '../src/queries/query-plan.ts';
import {
  startWithEngine,
  type FirestoreEmulator,
  type FirestoreEmulatorOptions,
} from '../src/start.ts';
import { addNumbers } from '../src/documents/transform.ts';
import { identical, isNaNValue } from '../src/values/value.ts';

/**
 * Plausible bugs, each a replacement of one decision of the engine. Tests use one at a time to prove
 * that the emulator's own tests would notice it.
 */
const MUTANTS = {
  'strings compared by UTF-16': {
    compareValues: createValueOrder({
      numbers: compareNumbers,
      strings: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    }),
  },
  'NaN sorted last': {
    compareValues: createValueOrder({
      strings: compareUtf8,
      numbers: (a, b) =>
        isNaNValue(a) === isNaNValue(b)
          ? compareNumbers(a, b)
          : Number(isNaNValue(a)) - Number(isNaNValue(b)),
    }),
  },
  '-0 below 0': {
    compareValues: createValueOrder({
      strings: compareUtf8,
      numbers: (a, b) =>
        compareNumbers(a, b) || Number(Object.is(b.value, -0)) - Number(Object.is(a.value, -0)),
    }),
  },
  'integers compared as doubles': {
    compareValues: createValueOrder({
      strings: compareUtf8,
      numbers: (a, b) =>
        compareNumbers(
          { type: 'double', value: Number(a.value) },
          { type: 'double', value: Number(b.value) },
        ),
    }),
  },
  'missing field matched by !=': {
    testMissing: ({ operator }) => isNegation(operator),
    // The implied order by the field would also leave out the document.
    normalizeOrder: (query, aggregated) => {
      const negated = fieldFilters(query.filter).filter(({ operator }) => isNegation(operator));
      return normalizeOrder(query, aggregated).filter(
        (order) =>
          query.orders.includes(order) ||
          !negated.some(({ field }) => field.text === order.field.text),
      );
    },
  },
  'in matches null': {
    testValue: (compare, actual, filter) =>
      testValue(compare, actual, filter) ||
      (filter.operator === 'IN' &&
        actual.type === 'null' &&
        filter.value.type === 'array' &&
        filter.value.values.some(({ type }) => type === 'null')),
  },
  '!= matches null': {
    testValue: (compare, actual, filter) =>
      filter.operator === 'NOT_EQUAL'
        ? compare(actual, filter.value) !== 0
        : testValue(compare, actual, filter),
  },
  'ranges cross types': {
    testValue: (compare, actual, filter) =>
      filter.operator === 'GREATER_THAN'
        ? compare(actual, filter.value) > 0
        : testValue(compare, actual, filter),
  },
  'startAfter treated as startAt': { isAfterStart: (comparison) => comparison >= 0 },
  'endBefore treated as endAt': { isBeforeEnd: (comparison) => comparison <= 0 },
  'limit before offset': { window: (offset, limit) => [offset, limit ?? Infinity] },
  'name always ordered ascending': {
    normalizeOrder: (query, aggregated) =>
      normalizeOrder(query, aggregated).map((order, index, all) =>
        index === all.length - 1 ? { ...order, descending: false } : order,
      ),
  },
  'missing composite index tolerated': { findMissingIndex: () => null },
  'offset not billed': {
    billQuery: ({ returned, entries }) =>
      productionEngine.billQuery({ returned, skipped: 0, entries }),
  },
  'empty query billed nothing': { billQuery: ({ returned, skipped }) => returned + skipped },
  'aggregation billed by document': { billAggregation: (entries) => Math.max(1, entries) },
  'increment wraps instead of saturating': {
    add: (a, b) =>
      a.type === 'integer' && b.type === 'integer'
        ? { type: 'integer', value: BigInt.asIntN(64, a.value + b.value) }
        : addNumbers(a, b),
  },
  'array union treats 1 and 1.0 as different': { sameElement: (_compare, a, b) => identical(a, b) },
  'no-op write moves update_time': { isUnchanged: () => false },
  'update with a mask replaces the document': {
    applyWrite: (rules, current, write, time) =>
      applyWrite(rules, current, write.kind === 'set' ? { ...write, mask: null } : write, time),
  },
  'update_time precondition not checked': {
    checkPrecondition: (name, current, precondition) => {
      if (precondition?.kind === 'exists') {
        productionEngine.checkPrecondition(name, current, precondition);
      }
    },
  },
  'create overwrites': {
    checkPrecondition: (name, current, precondition) => {
      const creates = precondition?.kind === 'exists' && !precondition.exists;
      if (!creates) productionEngine.checkPrecondition(name, current, precondition);
    },
  },
  'reads not validated at commit': { isCurrent: () => true },
  'phantoms not validated at commit': {
    isCurrent: (observations, time) =>
      productionEngine.isCurrent(
        observations.filter(({ kind }) => kind === 'document'),
        time,
      ),
  },
  'read-only transaction reads the latest data': {
    snapshotTime: (transaction, now) =>
      transaction.readOnly ? now : productionEngine.snapshotTime(transaction, now),
  },
  'read time ahead of later commits': { newReadTime: (clock) => clock.tick() + 1_000_000 },
} as const satisfies Record<string, Partial<Engine>>;

/** A planted bug by its name. */
export type Mutation = keyof typeof MUTANTS;

/** All planted bugs. */
export const MUTATIONS: readonly Mutation[] = Object.keys(MUTANTS).filter(isMutation);

function isMutation(name: string): name is Mutation {
  return name in MUTANTS;
}

/** Starts an emulator with one planted bug; otherwise like startFirestoreEmulator. */
export async function startMutatedFirestoreEmulator(
  options: FirestoreEmulatorOptions,
  mutation: Mutation,
): Promise<FirestoreEmulator> {
  return await startWithEngine(options, { ...productionEngine, ...MUTANTS[mutation] });
}
