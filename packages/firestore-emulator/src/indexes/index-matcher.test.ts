import { describe, expect, test } from 'vitest';
import { parseIndexDefinitions } from './index-definitions.ts';
import { findMissingIndex } from './index-matcher.ts';
import { fieldPath } from '../values/field-path.ts';
import { normalizeOrder, planQuery } from '../queries/query-plan.ts';
import { nameOrder, type Filter, type Operator, type Query } from '../queries/query.ts';

const ROOT = 'projects/p/databases/d/documents';

/** `a` or `-a` (descending). */
function orders(...fields: string[]): Query['orders'] {
  return fields.map((text) => {
    const descending = text.startsWith('-');
    const name = descending ? text.slice(1) : text;
    return name === '__name__' ? nameOrder(descending) : { field: fieldPath([name]), descending };
  });
}

function where(field: string, operator: Operator): Filter {
  const one = { type: 'integer', value: 1n } as const;
  const many = operator === 'IN' || operator === 'NOT_IN' || operator === 'ARRAY_CONTAINS_ANY';
  const value = many ? ({ type: 'array', values: [one] } as const) : one;
  return { kind: 'field', field: fieldPath([field]), operator, value };
}

const and = (...filters: Filter[]): Filter => ({ kind: 'and', filters });
const or = (...filters: Filter[]): Filter => ({ kind: 'or', filters });

interface Asked {
  readonly filter?: Filter;
  readonly orders?: Query['orders'];
  readonly group?: boolean;
  readonly sum?: readonly string[];
}

function query({ filter, orders: wanted, group }: Asked): Query {
  return {
    database: 'projects/p/databases/d',
    source: group
      ? { kind: 'group', parent: ROOT, id: 'c' }
      : { kind: 'collection', path: `${ROOT}/c`, id: 'c' },
    projection: null,
    filter: filter ?? null,
    orders: wanted ?? [],
    startAt: null,
    endAt: null,
    offset: 0,
    limit: null,
  };
}

/** `a`, `-a` or `[a]` (CONTAINS). */
function composite(collectionGroup: string, ...fields: string[]): object {
  return {
    collectionGroup,
    queryScope: 'COLLECTION',
    fields: fields.map((text) =>
      text.startsWith('[')
        ? { fieldPath: text.slice(1, -1), arrayConfig: 'CONTAINS' }
        : {
            fieldPath: text.replace('-', ''),
            order: text.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
          },
    ),
  };
}

function isServed(asked: Asked, indexes: object[] = [], fieldOverrides: object[] = []): boolean {
  const aggregated = (asked.sum ?? []).map((name) => fieldPath([name]));
  const plan = planQuery(query(asked), normalizeOrder, aggregated);
  return findMissingIndex(parseIndexDefinitions({ indexes, fieldOverrides }), plan) === null;
}

describe('without declared indexes', () => {
  const served: [string, Asked][] = [
    ['everything', {}],
    ['the name ascending', { orders: orders('__name__') }],
    ['equalities', { filter: and(where('a', 'EQUAL'), where('b', 'IN')) }],
    ['a range', { filter: where('a', 'GREATER_THAN') }],
    ['one order', { orders: orders('-a') }],
    ['a range in its order', { filter: where('a', 'LESS_THAN'), orders: orders('-a') }],
    ['one containment', { filter: where('a', 'ARRAY_CONTAINS') }],
    [
      'containment and equality',
      { filter: and(where('a', 'ARRAY_CONTAINS'), where('b', 'EQUAL'), where('c', 'IN')) },
    ],
    [
      'containment of any and equality',
      { filter: and(where('a', 'ARRAY_CONTAINS_ANY'), where('a', 'EQUAL')) },
    ],
    ['alternatives that are served each', { filter: or(where('a', 'EQUAL'), where('b', 'EQUAL')) }],
    ['an equality ordered by its own field', { filter: where('a', 'EQUAL'), orders: orders('-a') }],
    ['a whole collection group', { group: true }],
    ['a sum', { sum: ['a'] }],
  ];
  test.each(served)('%s is served', (_name, asked) => {
    expect(isServed(asked)).toBe(true);
  });

  const refused: [string, Asked][] = [
    ['the name descending', { orders: orders('-__name__') }],
    ['an equality and an order', { filter: where('a', 'EQUAL'), orders: orders('b') }],
    ['an equality and a range', { filter: and(where('a', 'EQUAL'), where('b', 'LESS_THAN')) }],
    [
      'an equality by descending name',
      { filter: where('a', 'EQUAL'), orders: orders('-__name__') },
    ],
    ['two orders', { orders: orders('a', 'b') }],
    ['an order against that of the name', { orders: orders('a', '-__name__') }],
    ['two ranges', { filter: and(where('a', 'LESS_THAN'), where('b', 'LESS_THAN')) }],
    ['containment and order', { filter: where('a', 'ARRAY_CONTAINS'), orders: orders('b') }],
    [
      'containment ordered by itself',
      { filter: where('a', 'ARRAY_CONTAINS'), orders: orders('a') },
    ],
    ['two sums', { sum: ['a', 'b'] }],
    ['a field of a collection group', { group: true, filter: where('a', 'EQUAL') }],
    ['a filtered sum', { filter: where('a', 'EQUAL'), sum: ['b'] }],
    [
      'one alternative that is not served',
      { filter: or(where('a', 'EQUAL'), and(where('b', 'EQUAL'), where('c', 'LESS_THAN'))) },
    ],
  ];
  test.each(refused)('%s is refused', (_name, asked) => {
    expect(isServed(asked)).toBe(false);
  });
});

describe('a declared index', () => {
  const asked: Asked = {
    filter: and(where('a', 'EQUAL'), where('b', 'EQUAL')),
    orders: orders('-x', 'y'),
  };

  test.each([
    ['a', 'b', '-x', 'y'],
    ['b', 'a', '-x', 'y'],
    ['-b', 'a', '-x', 'y', '__name__'],
  ])('serves with the pinned fields in any order: %s %s %s %s', (...fields) => {
    expect(isServed(asked, [composite('c', ...fields)])).toBe(true);
  });

  test.each([
    ['a', 'b', 'x', 'y'],
    ['a', 'b', 'y', '-x'],
    ['a', '-x', 'y'],
    ['a', 'b', 'z', '-x', 'y'],
    ['a', '-x', 'b', 'y'],
    ['a', 'b', '-x', 'y', '-__name__'],
    ['a', 'b', 'x', '-y'],
  ])('does not serve another order or with other fields: %s %s %s', (...fields) => {
    expect(isServed(asked, [composite('c', ...fields)])).toBe(false);
  });

  test('serves only its own collection and scope', () => {
    const fields = ['a', 'b', '-x', 'y'];
    expect(isServed(asked, [composite('other', ...fields)])).toBe(false);
    expect(isServed({ ...asked, group: true }, [composite('c', ...fields)])).toBe(false);
    const group = { ...composite('c', ...fields), queryScope: 'COLLECTION_GROUP' };
    expect(isServed({ ...asked, group: true }, [group])).toBe(true);
    expect(isServed(asked, [group])).toBe(false);
  });

  test('merges with another that ends in the same order', () => {
    const merged = [composite('c', 'a', '-x', 'y'), composite('c', 'b', '-x', 'y')];
    expect(isServed(asked, merged)).toBe(true);
    expect(isServed(asked, [composite('c', 'a', '-x', 'y'), composite('c', 'b', 'x', 'y')])).toBe(
      false,
    );
  });

  test('has the array-contains field anywhere before the order', () => {
    const contains = {
      filter: and(where('a', 'EQUAL'), where('t', 'ARRAY_CONTAINS')),
      orders: orders('-x'),
    };
    expect(isServed(contains, [composite('c', '[t]', 'a', '-x')])).toBe(true);
    expect(isServed(contains, [composite('c', 'a', '[t]', '-x')])).toBe(true);
    expect(isServed(contains, [composite('c', 'a', 't', '-x')])).toBe(false);
    const merged = [composite('c', 'a', '-x'), composite('c', '[t]', '-x')];
    expect(isServed(contains, merged)).toBe(true);
  });

  test('may hold a field both as an array and in order', () => {
    const asked: Asked = { filter: where('r', 'ARRAY_CONTAINS'), orders: orders('r') };
    expect(isServed(asked, [composite('c', '[r]', 'r')])).toBe(true);
  });

  test('has implied orders by the names of the fields, quotes left out', () => {
    const asked = { filter: and(where('a.b', 'LESS_THAN'), where('a', 'LESS_THAN')) };
    expect(isServed(asked, [composite('c', 'a', '`a.b`')])).toBe(true);
    expect(isServed(asked, [composite('c', '`a.b`', 'a')])).toBe(false);
  });

  test('of the name descending serves that order', () => {
    const index = composite('c', '-__name__');
    expect(isServed({ orders: orders('-__name__') }, [index])).toBe(true);
  });

  test('includes the aggregated fields', () => {
    const sum = { filter: where('a', 'EQUAL'), sum: ['b'] };
    expect(isServed(sum, [composite('c', 'a', 'b')])).toBe(true);
    expect(isServed({ sum: ['b', 'a'] }, [composite('c', 'a', 'b')])).toBe(true);
    expect(isServed({ sum: ['b', 'a'] }, [composite('c', 'b', 'a')])).toBe(false);
  });
});

describe('a field override', () => {
  const none = { collectionGroup: 'c', fieldPath: 'a', indexes: [] };
  const group = {
    collectionGroup: 'c',
    fieldPath: 'a',
    indexes: [{ order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' }],
  };

  test('without indexes exempts the field and what is below it', () => {
    expect(isServed({ filter: where('a', 'EQUAL') }, [], [none])).toBe(false);
    expect(isServed({ filter: where('b', 'EQUAL') }, [], [none])).toBe(true);
    const below: Asked = { orders: [{ field: fieldPath(['a', 'b']), descending: false }] };
    expect(isServed(below, [], [none])).toBe(false);
  });

  test('for collection groups replaces the index of the collection', () => {
    const asked = { filter: where('a', 'EQUAL') };
    expect(isServed({ ...asked, group: true }, [], [group])).toBe(true);
    expect(isServed(asked, [], [group])).toBe(false);
    expect(isServed({ orders: orders('-a'), group: true }, [], [group])).toBe(false);
  });
});

test('the missing definition would serve the query', () => {
  for (const asked of [
    { filter: and(where('a', 'EQUAL'), where('b', 'LESS_THAN')) },
    { filter: and(where('t', 'ARRAY_CONTAINS'), where('a', 'EQUAL')), orders: orders('-x') },
    { orders: orders('a', '-__name__') },
    { orders: orders('-__name__') },
    { filter: where('r', 'ARRAY_CONTAINS'), orders: orders('r') },
  ]) {
    const plan = planQuery(query(asked), normalizeOrder);
    const nothing = parseIndexDefinitions({ indexes: [], fieldOverrides: [] });
    const missing = findMissingIndex(nothing, plan);
    expect(missing).not.toBeNull();
    expect(isServed(asked, missing === null ? [] : [missing])).toBe(true);
  }
});

test.each([
  [{ indexes: [] }, 'fieldOverrides'],
  [{ indexes: [], fieldOverrides: [], more: 1 }, 'unknown key'],
  [{ indexes: [composite('c', 'a')], fieldOverrides: [] }, 'two fields'],
  [{ indexes: [composite('c', '__name__', 'a')], fieldOverrides: [] }, '__name__'],
  [{ indexes: [composite('c', 'a', 'a')], fieldOverrides: [] }, 'repeats'],
  [
    { indexes: [{ ...composite('c', 'a', 'b'), queryScope: 'X' }], fieldOverrides: [] },
    'queryScope',
  ],
  [{ indexes: [], fieldOverrides: [{ collectionGroup: 'c', fieldPath: '*', indexes: [] }] }, 'all'],
])('a definition file that is not understood is refused: %j', (json, reason) => {
  expect(() => parseIndexDefinitions(json)).toThrow(reason);
});
