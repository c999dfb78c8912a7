import * as fc from 'fast-check';
import type { Json, JsonObject, Operation } from './play.ts';

const integer = (value: string): JsonObject => ({ integerValue: value });
const double = (value: string): JsonObject => ({ doubleValue: value });
const text = (value: string): JsonObject => ({ stringValue: value });
const array = (...values: Json[]): JsonObject => ({ arrayValue: { values } });
const map = (fields: JsonObject): JsonObject => ({ mapValue: { fields } });
const reference = (path: string): JsonObject => ({ referenceValue: `$root/${path}` });
const point = (latitude: number, longitude: number): JsonObject => ({
  geoPointValue: { latitude, longitude },
});
const time = (seconds: string, nanos: number): JsonObject => ({
  timestampValue: { seconds, nanos },
});
const vector = (...values: string[]): JsonObject =>
  map({ __type__: text('__vector__'), value: array(...values.map(double)) });

const NULL: JsonObject = { nullValue: 'NULL_VALUE' };
const NAN = double('NaN');
const NUMBERS = [
  ...['0', '1', '2', '-3', '9007199254740992', '9007199254740993'].map(integer),
  ...['9223372036854775807', '-9223372036854775808'].map(integer),
  ...['-0', '0', '1', '1.5', '2', '5e-324', '9007199254740992', '1e300'].map(double),
  ...['9223372036854775808', 'Infinity', '-Infinity'].map(double),
  NAN,
];

/** A few values often, so that many are equal or neighbors; every kind sometimes. */
const scalar = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(NULL, NAN, ...['0', '1', '2'].map(integer), double('1'), text('a')),
  },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<JsonObject>(
      { booleanValue: false },
      { booleanValue: true },
      time('0', 0),
      time('0', 1_000),
      time('-1', 999_999_999),
      ...['', 'a\u0000', 'aa', 'b', 'Z', 'é', '\uff61', '😀'].map(text),
      ...['', 'AA==', 'AAE=', 'gA=='].map((bytesValue) => ({ bytesValue })),
      ...['c/d1', 'c/d1/c/d2', 'c/__id7__', 'c/__id10__', 'c/d!', 'e/d1'].map(reference),
      point(0, 0),
      point(0, 1),
      point(-90, 180),
      vector('1'),
      vector('1', '2'),
      vector('0', '0', '0'),
      map({}),
      map({ k: integer('1') }),
      map({ k: integer('1'), l: NULL }),
      map({ l: integer('0') }),
    ),
  },
);
const list = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: scalar.filter((item) => !isVector(item)) },
    { weight: 0, arbitrary: scalar },
  ),
  { maxLength: 3 },
);
const value: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: list.map((values) => array(...values)) },
);

function isVector(item: JsonObject): boolean {
  return JSON.stringify(item).includes('__type__');
}

const FIELDS = ['a', 'b', 'm.k', 'tags', '`a.b`'];
const IDS = ['d1', 'd2', 'd3', '__id7__', '__id10__', 'd!', 'é', '\uff61', '😀'];
const COLLECTIONS = ['c', 'c/d1/c', 'e'];
const id = fc.constantFrom(...IDS);
const path = fc.tuple(fc.constantFrom(...COLLECTIONS), id).map((parts) => parts.join('/'));

// Documents get whole microseconds; what a filter with nanoseconds means is listed as different.
const fields: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      a: fc.oneof({ weight: 20, arbitrary: value }, fc.constant(time('0', 1_999))),
      b: value,
      m: fc.oneof(
        value.map((k) => map({ k })),
        value,
      ),
      tags: fc.oneof(
        list.map((values) => array(...values)),
        value,
      ),
      'a.b': scalar,
    },
    { requiredKeys: [] },
  )
  .map((record) => ({ ...record }));

/* Queries */

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

const runQuery = fc
  .oneof({ weight: 9, arbitrary: query }, { weight: 1, arbitrary: everything })
  .map((request): Operation => ({ rpc: 'RunQuery', request }));

const aggregation = fc.oneof(
  fc.constant<JsonObject>({ count: {} }),
  fc.constant<JsonObject>({ count: { upTo: { value: '2' } } }),
  fc
    .tuple(fc.constantFrom('sum', 'avg'), field)
    .map(([kind, fieldPath]): JsonObject => ({ [kind]: { field: { fieldPath } } })),
);
const runAggregationQuery = fc
  .tuple(query, fc.array(aggregation, { minLength: 1, maxLength: 3 }))
  .map(([{ parent, structuredQuery }, aggregations]): Operation => ({
    rpc: 'RunAggregationQuery',
    request: { parent, structuredAggregationQuery: { structuredQuery, aggregations } },
  }));

/* Documents */

const mask = fc.option(
  fc
    .uniqueArray(fc.constantFrom(...FIELDS, 'm', 'm.l'), { maxLength: 3 })
    .map((fieldPaths) => ({ fieldPaths })),
);

const otherReads: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(path, mask).map(([name, fieldPaths]) => ({
    rpc: 'GetDocument',
    request: { name: `$root/${name}`, mask: fieldPaths },
  })),
  fc.tuple(fc.array(path, { minLength: 1, maxLength: 4 }), mask).map(([names, fieldPaths]) => ({
    rpc: 'BatchGetDocuments',
    request: {
      database: '$database',
      documents: names.map((name) => `$root/${name}`),
      mask: fieldPaths,
    },
  })),
  fc
    .record({
      parent: fc.constantFrom('$root', '$root/c/d1'),
      collectionId: fc.constantFrom('c', 'e'),
      pageSize: fc.nat(4),
      mask,
    })
    .map((request) => ({ rpc: 'ListDocuments', request })),
  fc
    .record({ parent: fc.constantFrom('$root', '$root/c/d1', '$root/e/d1'), pageSize: fc.nat(2) })
    .map((request) => ({ rpc: 'ListCollectionIds', request })),
);

/* Writes */

const transform = fc
  .tuple(
    fc.constantFrom(...FIELDS, 'm'),
    fc.oneof(
      fc.constant<JsonObject>({ setToServerValue: 'REQUEST_TIME' }),
      fc
        .tuple(
          fc.constantFrom('increment', 'maximum', 'minimum'),
          fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom(...NUMBERS) },
            { weight: 1, arbitrary: value },
          ),
        )
        .map(([kind, operand]): JsonObject => ({ [kind]: operand })),
      fc
        .tuple(fc.constantFrom('appendMissingElements', 'removeAllFromArray'), list)
        .map(([kind, values]): JsonObject => ({ [kind]: { values } })),
    ),
  )
  .map(([fieldPath, change]): JsonObject => ({ fieldPath, ...change }));

const precondition = (name: string): fc.Arbitrary<JsonObject> =>
  fc.constantFrom<JsonObject>({ exists: true }, { exists: false }, { updateTime: name });

const write = path.chain((name) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .record({
          fields,
          updateMask: mask,
          updateTransforms: fc.oneof(
            { weight: 2, arbitrary: fc.constant<JsonObject[]>([]) },
            { weight: 1, arbitrary: fc.array(transform, { maxLength: 3 }) },
          ),
          currentDocument: fc.option(precondition(name), { freq: 3 }),
        })
        .map(({ fields: content, ...rest }): JsonObject => ({
          update: { name: `$root/${name}`, fields: content },
          ...rest,
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .option(precondition(name), { freq: 2 })
        .map((currentDocument): JsonObject => ({ delete: `$root/${name}`, currentDocument })),
    },
  ),
);
const writes = fc.array(write, { minLength: 1, maxLength: 3, size: 'small' });

const writing: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: writes.map((items) => ({
      rpc: 'Commit',
      request: { database: '$database', writes: items },
    })),
  },
  {
    weight: 1,
    arbitrary: writes.map((items) => ({
      rpc: 'BatchWrite',
      request: { database: '$database', writes: items },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('$root', '$root/c/d1'), id, fields, mask)
      .map(([parent, documentId, content, selected]) => ({
        rpc: 'CreateDocument',
        request: {
          parent,
          collectionId: 'c',
          documentId,
          document: { fields: content },
          mask: selected,
        },
      })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(path, fields, mask, mask).map(([name, content, updateMask, selected]) => ({
      rpc: 'UpdateDocument',
      request: { document: { name: `$root/${name}`, fields: content }, updateMask, mask: selected },
    })),
  },
  {
    weight: 1,
    arbitrary: path.map((name) => ({ rpc: 'DeleteDocument', request: { name: `$root/${name}` } })),
  },
);

const reading = fc.oneof(
  { weight: 5, arbitrary: runQuery },
  { weight: 2, arbitrary: runAggregationQuery },
  { weight: 1, arbitrary: otherReads },
);

/** Google's emulator fails in a transaction's list calls and queries of all collections. */
function isReadInTransaction({ rpc, request }: Operation): boolean {
  return !rpc.startsWith('List') && !JSON.stringify(request).includes('"from":[{"allDesc');
}

/** A transaction from its beginning to its end, and what is said to it after that. */
const transaction = fc
  .tuple(
    fc.constantFrom<JsonObject>({ readWrite: {} }, { readWrite: {} }, { readOnly: {} }),
    fc.array(reading.filter(isReadInTransaction), { maxLength: 3 }),
    fc.option(writes, { freq: 3 }),
    fc.boolean(),
  )
  .map(([options, reads, items, begins]): Operation[] => {
    const parent = { parent: '$root', newTransaction: options };
    const opening = begins
      ? { rpc: 'BeginTransaction', request: { database: '$database', options } }
      : {
          rpc: 'RunQuery',
          request: { ...parent, structuredQuery: { from: [{ collectionId: 'c' }] } },
        };
    const end: JsonObject = { database: '$database', transaction: '$transaction' };
    return [
      opening,
      ...reads.map(({ rpc, request }) => ({
        rpc,
        request: { ...request, transaction: '$transaction' },
      })),
      ...(items === null
        ? []
        : [{ rpc: 'Commit', request: { ...end, writes: items } } satisfies Operation]),
      { rpc: 'Rollback', request: end },
    ];
  });

const filling = fc
  .uniqueArray(fc.tuple(path, fields), {
    selector: ([name]) => name,
    minLength: 4,
    maxLength: 16,
    size: 'medium',
  })
  .map((documents): Operation => ({
    rpc: 'Commit',
    request: {
      database: '$database',
      writes: documents.map(([name, content]) => ({
        update: { name: `$root/${name}`, fields: content },
      })),
    },
  }));

/** A database and what is done with it; at the end all documents are read. */
export const scenario: fc.Arbitrary<Operation[]> = fc
  .tuple(
    filling,
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: reading.map((operation) => [operation]) },
        { weight: 3, arbitrary: writing.map((operation) => [operation]) },
        { weight: 1, arbitrary: transaction },
      ),
      { minLength: 1, maxLength: 60, size: 'max' },
    ),
  )
  .map(([first, rest]): Operation[] => [
    first,
    ...rest.flat(),
    {
      rpc: 'RunQuery',
      request: { parent: '$root', structuredQuery: { from: [{ allDescendants: true }] } },
    },
  ]);
