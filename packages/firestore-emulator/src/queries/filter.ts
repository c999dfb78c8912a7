import { getField, isDocumentName } from '../values/field-path.ts';
import { typeRank, type Compare } from '../values/order.ts';
import type { FieldFilter, Filter } from './query.ts';
import { isComparable, isNaNValue, type Document, type Value } from '../values/value.ts';

/** Decides whether a value that a document has satisfies one filter. */
export type ValueTest = (compare: Compare<Value>, actual: Value, filter: FieldFilter) => boolean;

function operands(filter: FieldFilter): readonly Value[] {
  return filter.value.type === 'array' ? filter.value.values : [];
}

function contains(compare: Compare<Value>, actual: Value, wanted: Value): boolean {
  return (
    actual.type === 'array' &&
    isComparable(wanted) &&
    wanted.type !== 'array' &&
    actual.values.some((item) => compare(item, wanted) === 0)
  );
}

/** Tests an existing value; documents without the field are not tested. */
export const testValue: ValueTest = (compare, actual, filter) => {
  const wanted = filter.value;
  const equals = (other: Value): boolean => isComparable(other) && compare(actual, other) === 0;
  const sameType = typeRank(actual) === typeRank(wanted) && !isNaNValue(actual);
  switch (filter.operator) {
    case 'LESS_THAN':
      return sameType && compare(actual, wanted) < 0;
    case 'LESS_THAN_OR_EQUAL':
      return sameType && compare(actual, wanted) <= 0;
    case 'GREATER_THAN':
      return sameType && compare(actual, wanted) > 0;
    case 'GREATER_THAN_OR_EQUAL':
      return sameType && compare(actual, wanted) >= 0;
    case 'EQUAL':
      return equals(wanted);
    case 'NOT_EQUAL':
      return actual.type !== 'null' && !equals(wanted);
    case 'IN':
      return operands(filter).some(equals);
    case 'NOT_IN':
      return (
        actual.type !== 'null' &&
        !operands(filter).some((other) => other.type === 'null' || equals(other))
      );
    case 'ARRAY_CONTAINS':
      return contains(compare, actual, wanted);
    case 'ARRAY_CONTAINS_ANY':
      return operands(filter).some((other) => contains(compare, actual, other));
    case 'IS_NULL':
      return actual.type === 'null';
    case 'IS_NOT_NULL':
      return actual.type !== 'null';
    case 'IS_NAN':
      return isNaNValue(actual);
    case 'IS_NOT_NAN':
      return actual.type !== 'null' && !isNaNValue(actual);
  }
};

/** The rules for filters and orders. Tests replace them to plant bugs. */
export interface FilterRules {
  readonly compareValues: Compare<Value>;
  readonly testValue: ValueTest;
  /** The result of a filter for a document without the field. */
  readonly testMissing: (filter: FieldFilter) => boolean;
}

/** @returns the document's value for filters and orders; `__name__` is a reference to itself */
export function valueOf(document: Document, field: FieldFilter['field']): Value | undefined {
  if (isDocumentName(field)) return { type: 'reference', value: document.name };
  return getField(document.fields, field);
}

/** @returns whether the document satisfies the filter */
export function matches(rules: FilterRules, document: Document, filter: Filter | null): boolean {
  if (filter === null) return true;
  if (filter.kind === 'field') {
    const actual = valueOf(document, filter.field);
    if (actual === undefined) return rules.testMissing(filter);
    return rules.testValue(rules.compareValues, actual, filter);
  }
  const accepts = (part: Filter): boolean => matches(rules, document, part);
  return filter.kind === 'and' ? filter.filters.every(accepts) : filter.filters.some(accepts);
}
