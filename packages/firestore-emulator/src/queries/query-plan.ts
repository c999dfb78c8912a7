import { compareFieldPaths, isDocumentName, type FieldPath } from '../values/field-path.ts';
import {
  fieldFilters,
  isContainment,
  isInequality,
  isNameOrder,
  isNegation,
  nameOrder,
  type FieldFilter,
  type Filter,
  type Order,
  type Query,
} from './query.ts';
import { splitName } from '../values/resource-name.ts';
import { invalidArgument } from '../status.ts';
import { identical, isComparable, isNaNValue, NULL, type Value } from '../values/value.ts';

const MAX_DISJUNCTIONS = 30;
const MAX_NOT_IN = 10;
const MAX_INEQUALITY_FIELDS = 10;
const MAX_PARTS = 100;

/** A checked query, with everything that its execution, index and price depend on. */
export interface QueryPlan {
  readonly query: Query;
  /** The full order, ending with `__name__`. A document without one of its fields is left out. */
  readonly order: readonly Order[];
  /** The filters as alternatives of conjunctions; `in` and `array-contains-any` stay whole. */
  readonly disjuncts: readonly (readonly FieldFilter[])[];
}

/** Completes the order that a query asks for, which sums and averages of fields also need. */
export type NormalizeOrder = (query: Query, aggregated: readonly FieldPath[]) => Order[];

/**
 * The explicit orders, then the other fields with an inequality and the other aggregated fields, each by
 * their names, then `__name__`, the added ones in the direction of the last explicit order.
 *
 * @throws RpcError INVALID_ARGUMENT when a field would have to be added after `__name__`
 */
export const normalizeOrder: NormalizeOrder = (query, aggregated) => {
  const orders = [...query.orders];
  const descending = orders.at(-1)?.descending ?? false;
  const name = nameOrder(descending).field;
  const filters = fieldFilters(query.filter);
  const ranges = filters.filter(({ operator }) => isInequality(operator)).map(({ field }) => field);
  const named = filters.filter(({ field }) => isDocumentName(field));
  if (ranges.length > 0 && named.length > 0 && !ranges.some(isDocumentName)) {
    throw invalidArgument('__name__ is equal to something beside an inequality on another field.');
  }
  const added = [
    ...ranges.filter((field) => !isDocumentName(field)).sort(compareFieldPaths),
    ...named.map(({ field }) => field),
    ...[...aggregated].sort(compareFieldPaths),
    name,
  ];
  for (const field of added) {
    if (orders.some((order) => order.field.text === field.text)) continue;
    if (orders.some(isNameOrder)) {
      throw invalidArgument(`The query needs an order by ${field.text} before that by __name__.`);
    }
    orders.push({ field, descending });
  }
  return orders;
};

/**
 * Checks a query against the rules of production that do not depend on data.
 *
 * @throws RpcError INVALID_ARGUMENT or UNIMPLEMENTED
 */
export function planQuery(
  query: Query,
  normalize: NormalizeOrder,
  aggregated: readonly FieldPath[] = [],
): QueryPlan {
  if (aggregated.length > 0 && query.projection !== null) {
    throw invalidArgument('Sums and averages cannot be combined with a projection.');
  }
  const filters = fieldFilters(query.filter);
  filters.forEach(checkFilter);
  checkCombination(filters, query.filter);
  checkOrders(query);
  const onName = [...filters, ...query.orders].every(({ field }) => isDocumentName(field));
  if (query.source.kind === 'kindless' && !onName) {
    throw invalidArgument('A kindless query can only filter and order by __name__.');
  }
  const { source } = query;
  const isBelow = source.kind === 'group' && splitName(source.parent).segments.length > 0;
  if (isBelow && !(onName && aggregated.length === 0)) {
    throw invalidArgument('A collection group below a document is only queried by name.');
  }
  if (filters.length + query.orders.length > MAX_PARTS) {
    throw invalidArgument(`A query takes at most ${MAX_PARTS} filters and orders.`);
  }
  if (countDisjunctions(query.filter) > MAX_DISJUNCTIONS) {
    throw invalidArgument(`A query takes at most ${MAX_DISJUNCTIONS} disjunctions.`);
  }
  const filter = query.filter && simplified(query.filter);
  const disjuncts = expand(filter);
  disjuncts.forEach(checkDisjunct);
  const settled = { ...query, filter };
  return { query: settled, order: normalize(settled, aggregated), disjuncts };
}

/**
 * Leaves out what is repeated. A filter that no value satisfies becomes an equality with null, which
 * matches nothing either: a query is not ordered by it.
 */
function simplified(filter: Filter): Filter {
  if (filter.kind !== 'field') {
    const distinct = filter.filters.filter(
      (part, i) => !filter.filters.slice(0, i).some((earlier) => isSame(earlier, part)),
    );
    return { kind: filter.kind, filters: distinct.map(simplified) };
  }
  const { operator } = filter;
  if (!isInequality(operator) || operator.startsWith('IS_')) return filter;
  const isHopeless = (value: Value): boolean =>
    value.type === 'null' || (!isNegation(operator) && isNaNValue(value));
  return operandsOf(filter).every(isHopeless)
    ? { ...filter, operator: 'EQUAL', value: NULL }
    : filter;
}

function operandsOf(filter: FieldFilter): readonly Value[] {
  const { operator, value } = filter;
  if (operator !== 'IN' && operator !== 'NOT_IN' && operator !== 'ARRAY_CONTAINS_ANY') {
    return [value];
  }
  if (value.type !== 'array' || value.values.length === 0) {
    throw invalidArgument(`'${operator}' requires a non-empty array.`);
  }
  return value.values;
}

function checkFilter(filter: FieldFilter): void {
  const { field, operator } = filter;
  const operands = operandsOf(filter);
  if (operator === 'NOT_IN' && operands.length > MAX_NOT_IN) {
    throw invalidArgument(`'NOT_IN' takes at most ${MAX_NOT_IN} values.`);
  }
  if (isDocumentName(field)) {
    if (operator.startsWith('IS_') || isContainment(operator)) {
      throw invalidArgument(`'${operator}' cannot be used on __name__.`);
    }
    operands.forEach(checkReference);
  }
}

function checkReference(value: Value): void {
  if (value.type !== 'reference' || splitName(value.value).segments.length % 2 !== 0) {
    throw invalidArgument('__name__ can only be compared with a document reference.');
  }
}

function checkCombination(filters: readonly FieldFilter[], root: Filter | null): void {
  const operators = filters.map(({ operator }) => operator);
  if (operators.filter(isNegation).length > 1) {
    throw invalidArgument('A query takes only one of NOT_EQUAL, NOT_IN, IS_NOT_NULL, IS_NOT_NAN.');
  }
  const alternatives =
    hasOr(root) || operators.includes('IN') || operators.includes('ARRAY_CONTAINS_ANY');
  if (operators.includes('NOT_IN') && alternatives) {
    throw invalidArgument("'NOT_IN' cannot be combined with OR, IN or ARRAY_CONTAINS_ANY.");
  }
  const ranges = filters.filter(({ operator }) => isInequality(operator));
  if (new Set(ranges.map(({ field }) => field.text)).size > MAX_INEQUALITY_FIELDS) {
    throw invalidArgument(`A query takes inequalities on at most ${MAX_INEQUALITY_FIELDS} fields.`);
  }
}

function hasOr(filter: Filter | null): boolean {
  if (filter === null || filter.kind === 'field') return false;
  return filter.kind === 'or' || filter.filters.some(hasOr);
}

/** As Google's emulator: in any order, and null is as NaN, which no comparison matches either. */
function isSame(a: Filter, b: Filter): boolean {
  if (a.kind !== 'field') {
    return b.kind === a.kind && haveSame(a.filters, b.filters, isSame);
  }
  if (b.kind !== 'field') return false;
  const isSameValue = (x: Value, y: Value): boolean =>
    isComparable(x) || isComparable(y) ? identical(x, y) : true;
  return (
    a.field.text === b.field.text &&
    a.operator === b.operator &&
    haveSame(operandsOf(a), operandsOf(b), isSameValue)
  );
}

function haveSame<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  const isWithin = (some: readonly T[], all: readonly T[]): boolean =>
    some.every((x) => all.some((y) => same(x, y)));
  return isWithin(a, b) && isWithin(b, a);
}

function checkDisjunct(disjunct: readonly FieldFilter[]): void {
  if (disjunct.filter(({ operator }) => isContainment(operator)).length > 1) {
    throw invalidArgument('A query takes one array-contains clause per disjunction.');
  }
}

function checkOrders(query: Query): void {
  const fields = query.orders.map(({ field }) => field.text);
  if (new Set(fields).size < fields.length) throw invalidArgument('A field is ordered by twice.');
  const name = query.orders.findIndex(isNameOrder);
  if (name !== -1 && name < query.orders.length - 1) {
    throw invalidArgument('Nothing can be ordered by after __name__.');
  }
  for (const cursor of [query.startAt, query.endAt]) {
    if (cursor === null) continue;
    if (cursor.values.length === 0) throw invalidArgument('A cursor has no values.');
    if (cursor.values.length > query.orders.length) {
      throw invalidArgument('A cursor has more values than the query has orders.');
    }
    const onName = name === -1 ? undefined : cursor.values[name];
    if (onName !== undefined) checkReference(onName);
  }
}

function countDisjunctions(filter: Filter | null): number {
  if (filter === null) return 1;
  if (filter.kind === 'field') {
    const { operator } = filter;
    return operator === 'IN' || operator === 'ARRAY_CONTAINS_ANY' ? operandsOf(filter).length : 1;
  }
  const counts = filter.filters.map(countDisjunctions);
  return filter.kind === 'or'
    ? counts.reduce((sum, count) => sum + count, 0)
    : counts.reduce((product, count) => product * count, 1);
}

/** Distributes AND over OR; the number of disjunctions was checked before. */
function expand(filter: Filter | null): FieldFilter[][] {
  if (filter === null) return [[]];
  if (filter.kind === 'field') return [[filter]];
  if (filter.kind === 'or') return filter.filters.flatMap(expand);
  return filter.filters.reduce<FieldFilter[][]>(
    (alternatives, part) =>
      alternatives.flatMap((left) => expand(part).map((right) => [...left, ...right])),
    [[]],
  );
}
