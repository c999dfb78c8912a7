import { expect, test } from 'vitest';
import { billAggregation, billQuery, chargedEntries } from './billing.ts';
import { productionEngine } from '../engine.ts';
import { fieldPath } from '../values/field-path.ts';
import { normalizeOrder, planQuery } from '../queries/query-plan.ts';
import type { Filter, Operator, Query } from '../queries/query.ts';
import type { Document } from '../values/value.ts';

const ROOT = 'projects/p/databases/d/documents';

function where(field: string, operator: Operator, value: number): Filter {
  return { kind: 'field', field: fieldPath([field]), operator, value: { type: 'double', value } };
}

function documents(count: number): Document[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${ROOT}/c/${i}`,
    createTime: 1,
    updateTime: 1,
    fields: new Map(['a', 'b'].map((name) => [name, { type: 'double', value: i } as const])),
  }));
}

function charged(filters: Filter[]): number {
  const query: Query = {
    database: 'projects/p/databases/d',
    source: { kind: 'collection', path: `${ROOT}/c`, id: 'c' },
    projection: null,
    filter: { kind: 'and', filters },
    orders: [],
    startAt: null,
    endAt: null,
    offset: 0,
    limit: null,
  };
  return chargedEntries(productionEngine, planQuery(query, normalizeOrder), () => documents(10));
}

test.each([
  [{ returned: 0, skipped: 0, entries: 0 }, 1],
  [{ returned: 20, skipped: 0, entries: 0 }, 20],
  [{ returned: 20, skipped: 9_980, entries: 0 }, 10_000],
  [{ returned: 0, skipped: 3, entries: 0 }, 3],
  [{ returned: 999, skipped: 0, entries: 5_000 }, 1_004],
  [{ returned: 1, skipped: 0, entries: 1 }, 2],
])('a query of %o costs %d reads', (use, reads) => {
  expect(billQuery(use)).toBe(reads);
});

test.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [100_000, 100],
])('an aggregation over %d entries costs %d reads', (entries, reads) => {
  expect(billAggregation(entries)).toBe(reads);
});

test('index entries are charged only with ranges on two fields', () => {
  expect(charged([where('a', 'GREATER_THAN', 3), where('a', 'LESS_THAN', 5)])).toBe(0);
  expect(charged([where('a', 'GREATER_THAN', 3), where('b', 'EQUAL', 5)])).toBe(0);
  expect(charged([where('a', 'GREATER_THAN', 3), where('b', 'LESS_THAN', 5)])).toBe(6);
});
