import * as fc from 'fast-check';
import type { JsonObject, Operation } from './play.ts';
import { runQuery, runAggregationQuery } from './queries.ts';
import { FIELDS, fields, id, list, NUMBERS, path, value } from './values.ts';

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
