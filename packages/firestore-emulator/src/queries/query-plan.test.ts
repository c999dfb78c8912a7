import { expect, test } from 'vitest';
import { normalizeOrder, planQuery } from './query-plan.ts';
import { Code } from '../status.ts';
import { fromWireQuery } from '../wire/wire-query.ts';
import type { Message } from '../wire/message.ts';

const ROOT = 'projects/p/databases/d/documents';
const ONE = { valueType: 'integerValue', integerValue: '1' };
const NAN = { valueType: 'doubleValue', doubleValue: NaN };
const A_REFERENCE = { valueType: 'referenceValue', referenceValue: `${ROOT}/c/a` };

function where(fieldPath: string, op: string, value: Message = ONE): Message {
  return { filterType: 'fieldFilter', fieldFilter: { field: { fieldPath }, op, value } };
}

function all(op: 'AND' | 'OR', ...filters: Message[]): Message {
  return { filterType: 'compositeFilter', compositeFilter: { op, filters } };
}

function values(count: number): Message {
  return {
    valueType: 'arrayValue',
    arrayValue: { values: Array.from({ length: count }, () => ONE) },
  };
}

function order(fieldPath: string, direction = 'ASCENDING'): Message {
  return { field: { fieldPath }, direction };
}

function plan(parts: Message): ReturnType<typeof planQuery> {
  const query = fromWireQuery(ROOT, { from: [{ collectionId: 'c' }], ...parts });
  return planQuery(query, normalizeOrder);
}

const orderOf = (parts: Message): string[] =>
  plan(parts).order.map(({ field, descending }) => `${descending ? '-' : ''}${field.text}`);

test('the order ends with the inequality fields in lexical order and the name', () => {
  const filter = all(
    'AND',
    where('b', 'GREATER_THAN'),
    where('a', 'NOT_EQUAL'),
    where('e', 'EQUAL'),
  );
  expect(orderOf({ where: filter })).toEqual(['a', 'b', '__name__']);
  expect(orderOf({ where: filter, orderBy: [order('b', 'DESCENDING')] })).toEqual([
    '-b',
    '-a',
    '-__name__',
  ]);
  expect(orderOf({ orderBy: [order('x', 'DESCENDING'), order('y')] })).toEqual([
    '-x',
    'y',
    '__name__',
  ]);
  expect(orderOf({ orderBy: [order('x'), order('__name__', 'DESCENDING')] })).toEqual([
    'x',
    '-__name__',
  ]);
});

test('a range on the name is not ordered by before other fields', () => {
  const range = where('__name__', 'GREATER_THAN', A_REFERENCE);
  expect(orderOf({ where: all('AND', range, where('a', 'LESS_THAN')) })).toEqual(['a', '__name__']);
});

test('a filter that nothing satisfies adds no order', () => {
  expect(orderOf({ where: where('a', 'LESS_THAN', NAN) })).toEqual(['__name__']);
  expect(orderOf({ where: where('a', 'NOT_EQUAL', NAN) })).toEqual(['a', '__name__']);
});

test('AND is distributed over OR', () => {
  const either = all('OR', where('a', 'EQUAL'), where('b', 'EQUAL'));
  const { disjuncts } = plan({ where: all('AND', either, where('c', 'EQUAL')) });
  const fields = disjuncts.map((disjunct) => disjunct.map(({ field }) => field.text));
  expect(fields).toEqual([
    ['a', 'c'],
    ['b', 'c'],
  ]);
});

test('30 disjunctions are allowed', () => {
  const filter = all('AND', where('a', 'IN', values(15)), where('b', 'IN', values(2)));
  expect(plan({ where: filter }).disjuncts).toHaveLength(1);
});

const refused: [string, Message][] = [
  ['31 values', { where: where('a', 'IN', values(31)) }],
  [
    '16 by 2 values',
    { where: all('AND', where('a', 'IN', values(16)), where('b', 'IN', values(2))) },
  ],
  ['11 values of not-in', { where: where('a', 'NOT_IN', values(11)) }],
  ['an empty list', { where: where('a', 'IN', values(0)) }],
  ['a list that is not an array', { where: where('a', 'ARRAY_CONTAINS_ANY') }],
  ['two negations', { where: all('AND', where('a', 'NOT_EQUAL'), where('b', 'NOT_EQUAL')) }],
  [
    'not-in beside in',
    { where: all('AND', where('a', 'NOT_IN', values(1)), where('b', 'IN', values(1))) },
  ],
  [
    'two containments',
    { where: all('AND', where('a', 'ARRAY_CONTAINS'), where('b', 'ARRAY_CONTAINS')) },
  ],
  ['a name that is not a reference', { where: where('__name__', 'EQUAL') }],
  [
    'an inequality ordered by the name only',
    { where: where('a', 'LESS_THAN'), orderBy: [order('__name__')] },
  ],
  [
    'an inequality that the orders leave out',
    { where: where('b', 'LESS_THAN'), orderBy: [order('a'), order('__name__')] },
  ],
  [
    'a name that is equal beside an inequality',
    { where: all('AND', where('__name__', 'EQUAL', A_REFERENCE), where('a', 'LESS_THAN')) },
  ],
  ['an order twice', { orderBy: [order('a'), order('a')] }],
  ['an order after the name', { orderBy: [order('__name__'), order('a')] }],
  ['a cursor beyond the orders', { orderBy: [order('a')], startAt: { values: [ONE, ONE] } }],
  [
    'a cursor on the name without a reference',
    { orderBy: [order('__name__')], endAt: { values: [ONE] } },
  ],
  ['a negative offset', { offset: -1 }],
  ['no collection', { from: [] }],
  ['a reserved collection', { from: [{ collectionId: '__c__' }] }],
  ['a kindless query by field', { from: [{ allDescendants: true }], orderBy: [order('a')] }],
];
test.each(refused)('%s is an invalid argument', (_name, parts) => {
  expect(() => plan(parts)).toThrow(expect.objectContaining({ code: Code.INVALID_ARGUMENT }));
});

test.each([
  ['findNearest', { findNearest: {} }],
  ['a query over all child collections', { from: [{}] }],
])('%s is not implemented', (_name, parts) => {
  expect(() => plan(parts)).toThrow(expect.objectContaining({ code: Code.UNIMPLEMENTED }));
});
