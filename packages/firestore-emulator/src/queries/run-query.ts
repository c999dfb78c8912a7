import { matches, valueOf, type FilterRules } from './filter.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { isDocumentName } from '../values/field-path.ts';
import type { Cursor, FieldFilter, Order } from './query.ts';
import type { QueryPlan } from './query-plan.ts';
import { isComparable, type Document, type Micros, type Value } from '../values/value.ts';

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

/** A document with the values that it is ordered by. */
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

/** @returns documents among which all results are, and whether they come in the order of the query */
function candidatesOf(
  { query: { source }, order, disjuncts }: QueryPlan,
  store: DocumentStore,
  time: Micros,
): { readonly documents: Iterable<Document>; readonly inOrder: boolean } {
  const descending = order.at(-1)?.descending ?? false;
  if (source.kind === 'collection') {
    const equal = disjuncts.length === 1 ? disjuncts[0]?.find(isFoundByIndex) : undefined;
    const [first, ...others] = order.filter(({ field }) => field.text !== equal?.field.text);
    const isOne = others.length === 1 && first?.descending === descending;
    const field = equal?.field ?? (isOne ? first?.field : undefined);
    const found = field && store.findByField(source.path, field, time, equal?.value);
    if (found) {
      const documents = descending ? found.reverse() : found;
      return { documents, inOrder: equal === undefined || others.length === 0 };
    }
  }
  const byName = source.kind === 'collection' && order.length === 1 && !descending;
  return { documents: store.scan(source, time), inOrder: byName };
}

function isFoundByIndex({ operator, field, value }: FieldFilter): boolean {
  return operator === 'EQUAL' && !isDocumentName(field) && isComparable(value);
}

/** Runs a planned query on the documents at a time. */
export function runQuery(
  rules: QueryRules,
  plan: QueryPlan,
  store: DocumentStore,
  time: Micros,
): QueryResult {
  const { query, order } = plan;
  const [from, to] = rules.window(query.offset, query.limit);
  const { documents, inOrder } = candidatesOf(plan, store, time);
  const rows: Row[] = [];
  for (const document of documents) {
    if (inOrder && rows.length >= to) break;
    if (!matches(rules, document, query.filter)) continue;
    const row = rowOf(document, order);
    if (row !== null && isWithinCursors(rules, plan, row)) rows.push(row);
  }
  if (!inOrder) rows.sort((a, b) => compareKeys(rules, order, a.keys, b.keys));
  return {
    documents: rows.slice(from, to).map(({ document }) => document),
    skipped: Math.min(query.offset, rows.length),
  };
}

function rowOf(document: Document, order: readonly Order[]): Row | null {
  const keys: Value[] = [];
  for (const { field } of order) {
    const value = valueOf(document, field);
    if (value === undefined) return null;
    keys.push(value);
  }
  return { document, keys };
}

/** Compares as many values as both have. */
function compareKeys(
  rules: QueryRules,
  order: readonly Order[],
  a: readonly Value[],
  b: readonly Value[],
): number {
  for (const [index, { descending }] of order.entries()) {
    const x = a[index];
    const y = b[index];
    const result = x && y ? rules.compareValues(x, y) : 0;
    if (result !== 0) return descending ? -result : result;
  }
  return 0;
}

function isWithinCursors(rules: QueryRules, { query, order }: QueryPlan, { keys }: Row): boolean {
  const { startAt, endAt } = query;
  const compareWith = ({ values }: Cursor): number => compareKeys(rules, order, keys, values);
  return (
    (startAt === null || rules.isAfterStart(compareWith(startAt), startAt)) &&
    (endAt === null || rules.isBeforeEnd(compareWith(endAt), endAt))
  );
}
