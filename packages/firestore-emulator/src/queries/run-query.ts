import { matches, valueOf, type FilterRules } from './filter.ts';
import { compareNames } from '../values/order.ts';
import { isNameOrder, type Cursor, type Order } from './query.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Document, Value } from '../values/value.ts';

/** The rules for a query's results. Tests replace them to plant bugs. */
export interface QueryRules extends FilterRules {
  /** Whether a document comes after the start cursor, given how it compares with it. */
  readonly isAfterStart: (comparison: number, cursor: Cursor) => boolean;
  /** Whether a document comes before the end cursor, given how it compares with it. */
  readonly isBeforeEnd: (comparison: number, cursor: Cursor) => boolean;
  /** The indexes [from, to) of the results among all that match. */
  readonly window: (offset: number, limit: number | null) => readonly [from: number, to: number];
}

/** The results of a query and how many were skipped by its offset. */
export interface QueryResult {
  readonly documents: readonly Document[];
  readonly skipped: number;
}

/** A document with the values that it is ordered by, `__name__` left out. */
interface Row {
  readonly document: Document;
  readonly keys: readonly Value[];
}

/** `before` on the start cursor means startAt, else startAfter. */
export function isAfterStart(comparison: number, cursor: Cursor): boolean {
  return cursor.before ? comparison >= 0 : comparison > 0;
}

/** `before` on the end cursor means endBefore, else endAt. */
export function isBeforeEnd(comparison: number, cursor: Cursor): boolean {
  return cursor.before ? comparison < 0 : comparison <= 0;
}

/** The offset is skipped first, then the limit counts. */
export function window(offset: number, limit: number | null): readonly [number, number] {
  return [offset, limit === null ? Infinity : offset + limit];
}

/**
 * Runs a planned query over the documents of its source.
 *
 * @param sorted whether the documents come in ascending order of their names
 */
export function runQuery(
  rules: QueryRules,
  plan: QueryPlan,
  documents: Iterable<Document>,
  sorted: boolean,
): QueryResult {
  const { query, order } = plan;
  const fields = order.filter((item) => !isNameOrder(item));
  const rows: Row[] = [];
  for (const document of documents) {
    if (!matches(rules, document, query.filter)) continue;
    const row = rowOf(document, fields);
    if (row !== null && isWithinCursors(rules, plan, row)) rows.push(row);
  }
  const [from, to] = rules.window(query.offset, query.limit);
  const inOrder = sorted && fields.length === 0 && order.at(-1)?.descending !== true;
  const first = inOrder ? rows : smallest(rows, to, (a, b) => compareRows(rules, order, a, b));
  return {
    documents: first.slice(from, to).map(({ document }) => document),
    skipped: Math.min(query.offset, rows.length),
  };
}

function rowOf(document: Document, fields: readonly Order[]): Row | null {
  const keys: Value[] = [];
  for (const { field } of fields) {
    const value = valueOf(document, field);
    if (value === undefined) return null;
    keys.push(value);
  }
  return { document, keys };
}

function compareRows(rules: QueryRules, order: readonly Order[], a: Row, b: Row): number {
  for (const [index, { descending }] of order.entries()) {
    const x = a.keys[index];
    const y = b.keys[index];
    const result =
      x && y ? rules.compareValues(x, y) : compareNames(a.document.name, b.document.name);
    if (result !== 0) return descending ? -result : result;
  }
  return 0;
}

function isWithinCursors(rules: QueryRules, plan: QueryPlan, row: Row): boolean {
  const { startAt, endAt } = plan.query;
  const compareWith = (cursor: Cursor): number => {
    for (const [index, wanted] of cursor.values.entries()) {
      const actual = row.keys[index] ?? { type: 'reference', value: row.document.name };
      const result = rules.compareValues(actual, wanted);
      if (result !== 0) return plan.order[index]?.descending ? -result : result;
    }
    return 0;
  };
  return (
    (startAt === null || rules.isAfterStart(compareWith(startAt), startAt)) &&
    (endAt === null || rules.isBeforeEnd(compareWith(endAt), endAt))
  );
}

// Up to this count, selecting the smallest is faster than sorting all.
const MAX_KEPT = 1_000;

/** @returns at least the `count` smallest, sorted; all of them when `count` is large */
function smallest(rows: Row[], count: number, compare: (a: Row, b: Row) => number): Row[] {
  if (count > MAX_KEPT || count >= rows.length) return rows.sort(compare);
  const smallest: Row[] = [];
  for (const row of rows) {
    const last = smallest.at(-1);
    if (last !== undefined && smallest.length === count && compare(row, last) >= 0) continue;
    let low = 0;
    let high = smallest.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = smallest[middle];
      if (other !== undefined && compare(row, other) >= 0) low = middle + 1;
      else high = middle;
    }
    smallest.splice(low, 0, row);
    if (smallest.length > count) smallest.pop();
  }
  return smallest;
}
