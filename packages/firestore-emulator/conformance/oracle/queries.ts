import * as fc from 'fast-check';
import type { Json, JsonObject, Operation } from './play.ts';
import { array, FIELDS, NULL, path, reference, scalar, value } from './values.ts';

const RANGES = ['LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'];
const LISTS = ['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'];
const UNARY = ['IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL'];
const field = fc.constantFrom(...FIELDS);

function fieldFilter(fieldPath: string, op: string, operand: Json): JsonObject {
  return { fieldFilter: { field: { fieldPath }, op, value: operand } };
}

const nameFilter = fc.oneof(
  fc
    .tuple(fc.constantFrom('EQUAL', 'NOT_EQUAL', ...RANGES), path)
    .map(([op, name]) => fieldFilter('__name__', op, reference(name))),
  fc
    .tuple(fc.constantFrom('IN', 'NOT_IN'), fc.array(path, { minLength: 1, maxLength: 3 }))
    .map(([op, names]) => fieldFilter('__name__', op, array(...names.map(reference)))),
);

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(field, fc.constantFrom(...RANGES), value)
      .map((parts) => fieldFilter(...parts)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(field, fc.constantFrom('EQUAL', 'EQUAL', 'NOT_EQUAL'), value)
      .map((parts) => fieldFilter(...parts)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(field, fc.constantFrom(...LISTS), fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([fieldPath, op, values]) => fieldFilter(fieldPath, op, array(...values))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('tags', 'a'), fc.constant('ARRAY_CONTAINS'), scalar)
      .map((parts) => fieldFilter(...parts)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(field, fc.constantFrom(...UNARY))
      .map(([fieldPath, op]) => ({ unaryFilter: { field: { fieldPath }, op } })),
  },
  { weight: 1, arbitrary: nameFilter },
);

const composite = (filters: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(fc.constantFrom('AND', 'AND', 'OR'), fc.array(filters, { minLength: 1, maxLength: 3 }))
    .map(([op, parts]) => ({ compositeFilter: { op, filters: parts } }));

const filter = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 3, arbitrary: composite(leaf) },
  { weight: 1, arbitrary: composite(fc.oneof(leaf, composite(leaf))) },
);

const direction = fc.constantFrom('ASCENDING', 'DESCENDING');
const orders = fc
  .tuple(
    fc.uniqueArray(fc.tuple(field, direction), { maxLength: 3, selector: ([name]) => name }),
    fc.option(fc.tuple(fc.constant('__name__'), direction), { freq: 2 }),
  )
  .map(([named, last]) =>
    [...named, ...(last === null ? [] : [last])].map(([fieldPath, towards], i) => ({
      field: { fieldPath },
      // Google's emulator refuses the descending order of names alone.
      direction: i === 0 && fieldPath === '__name__' ? 'ASCENDING' : towards,
    })),
  );

const source = fc.constantFrom<[string, JsonObject]>(
  ['$root', { collectionId: 'c' }],
  ['$root', { collectionId: 'c' }],
  ['$root/c/d1', { collectionId: 'c' }],
  ['$root', { collectionId: 'c', allDescendants: true }],
  ['$root/c/d1', { collectionId: 'c', allDescendants: true }],
);

const query = fc
  .tuple(
    source,
    fc.option(filter, { freq: 5 }),
    orders,
    fc.record({
      start: fc.boolean(),
      end: fc.boolean(),
      limit: fc.boolean(),
      offset: fc.boolean(),
    }),
    fc.record({
      startAt: fc.record({
        values: fc.array(value, { minLength: 4, maxLength: 4 }),
        before: fc.boolean(),
      }),
      endAt: fc.record({
        values: fc.array(value, { minLength: 4, maxLength: 4 }),
        before: fc.boolean(),
      }),
      name: path,
      cut: fc.nat(3),
      limit: fc.integer({ min: 0, max: 4 }),
      offset: fc.nat(3),
      select: fc.option(
        fc.array(fc.constantFrom(...FIELDS, '__name__'), { minLength: 1, maxLength: 2 }),
        { freq: 3 },
      ),
    }),
  )
  .map(([[parent, from], where, orderBy, has, part]) => {
    const cursor = ({ values, before }: { values: JsonObject[]; before: boolean }) => ({
      before,
      values: orderBy
        .slice(0, Math.max(1, orderBy.length - part.cut))
        .map((order, i) =>
          order.field.fieldPath === '__name__' ? reference(part.name) : (values[i] ?? NULL),
        ),
    });
    const structuredQuery: JsonObject = {
      from: [from],
      orderBy,
      ...(where === null ? {} : { where }),
      ...(has.start && orderBy.length > 0 ? { startAt: cursor(part.startAt) } : {}),
      ...(has.end && orderBy.length > 0 ? { endAt: cursor(part.endAt) } : {}),
      ...(has.limit ? { limit: { value: part.limit } } : {}),
      ...(has.offset ? { offset: part.offset } : {}),
      ...(part.select === null
        ? {}
        : { select: { fields: part.select.map((fieldPath) => ({ fieldPath })) } }),
    };
    return { parent, structuredQuery };
  });

/** All documents below one can only be filtered and ordered by name. */
const everything = fc
  .tuple(fc.constantFrom('$root', '$root/c/d1'), fc.option(nameFilter), fc.nat(5))
  .map(([parent, where, limit]) => ({
    parent,
    structuredQuery: { from: [{ allDescendants: true }], where, limit: { value: limit } },
  }));

export const runQuery = fc
  .oneof({ weight: 9, arbitrary: query }, { weight: 1, arbitrary: everything })
  .map((request): Operation => ({ rpc: 'RunQuery', request }));

const aggregation = fc.oneof(
  fc.constant<JsonObject>({ count: {} }),
  fc.constant<JsonObject>({ count: { upTo: { value: '2' } } }),
  fc
    .tuple(fc.constantFrom('sum', 'avg'), field)
    .map(([kind, fieldPath]): JsonObject => ({ [kind]: { field: { fieldPath } } })),
);
export const runAggregationQuery = fc
  .tuple(query, fc.array(aggregation, { minLength: 1, maxLength: 3 }))
  .map(([{ parent, structuredQuery }, aggregations]): Operation => ({
    rpc: 'RunAggregationQuery',
    request: { parent, structuredAggregationQuery: { structuredQuery, aggregations } },
  }));
