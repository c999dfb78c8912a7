import { DOCUMENT_NAME, fieldPath, isDocumentName, type FieldPath } from '../values/field-path.ts';
import type { Value } from '../values/value.ts';

/** The operators that take an operand. */
export const FIELD_OPERATORS = [
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
] as const;

/** Those that don't; their filters carry null as their value. */
export const UNARY_OPERATORS = ['IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL'] as const;

export type Operator = (typeof FIELD_OPERATORS | typeof UNARY_OPERATORS)[number];

export interface FieldFilter {
  readonly kind: 'field';
  readonly field: FieldPath;
  readonly operator: Operator;
  readonly value: Value;
}

interface CompositeFilter {
  readonly kind: 'and' | 'or';
  readonly filters: readonly Filter[];
}

export type Filter = FieldFilter | CompositeFilter;

export interface Order {
  readonly field: FieldPath;
  readonly descending: boolean;
}

/** A position in the order: just before or just after the documents that start with these values. */
export interface Cursor {
  readonly values: readonly Value[];
  readonly before: boolean;
}

/** Where a query looks. */
export type Source =
  /** One collection, by its full path. */
  | { readonly kind: 'collection'; readonly path: string; readonly id: string }
  /** All collections with an id, anywhere below the parent. */
  | { readonly kind: 'group'; readonly parent: string; readonly id: string }
  /** All documents below the parent, whatever their collection. */
  | { readonly kind: 'kindless'; readonly parent: string };

/** A parsed structured query. */
export interface Query {
  readonly database: string;
  readonly source: Source;
  /** null: whole documents. */
  readonly projection: readonly FieldPath[] | null;
  readonly filter: Filter | null;
  readonly orders: readonly Order[];
  readonly startAt: Cursor | null;
  readonly endAt: Cursor | null;
  readonly offset: number;
  readonly limit: number | null;
}

/** One column of an aggregation query's answer. */
export type Aggregation =
  | { readonly kind: 'count'; readonly alias: string; readonly upTo: bigint | null }
  | { readonly kind: 'sum' | 'avg'; readonly alias: string; readonly field: FieldPath };

/** A query and what to compute from its results. */
export interface AggregationQuery {
  readonly query: Query;
  readonly aggregations: readonly Aggregation[];
}

const EQUALITIES: readonly Operator[] = ['EQUAL', 'IN', 'IS_NAN', 'IS_NULL'];
const CONTAINMENTS: readonly Operator[] = ['ARRAY_CONTAINS', 'ARRAY_CONTAINS_ANY'];
const NEGATIONS: readonly Operator[] = ['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL'];

/** @returns whether the operator pins a field to values, so that an index needs no order on it */
export function isEquality(operator: Operator): boolean {
  return EQUALITIES.includes(operator);
}

/** @returns whether the operator looks into an array */
export function isContainment(operator: Operator): boolean {
  return CONTAINMENTS.includes(operator);
}

/** @returns whether the operator excludes values */
export function isNegation(operator: Operator): boolean {
  return NEGATIONS.includes(operator);
}

/** @returns whether the operator selects a range, so that results are ordered by its field */
export function isInequality(operator: Operator): boolean {
  return !isEquality(operator) && !isContainment(operator);
}

/** @returns all field filters of a tree, left to right */
export function fieldFilters(filter: Filter | null): FieldFilter[] {
  if (filter === null) return [];
  return filter.kind === 'field' ? [filter] : filter.filters.flatMap(fieldFilters);
}

/** The order on the document's name that ends every query's order. */
export function nameOrder(descending: boolean): Order {
  return { field: fieldPath([DOCUMENT_NAME]), descending };
}

/** @returns whether an order is that on the document's name */
export function isNameOrder(item: Order): boolean {
  return isDocumentName(item.field);
}
