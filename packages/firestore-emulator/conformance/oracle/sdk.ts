import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import {
  AggregateField,
  FieldPath,
  FieldValue,
  GeoPoint,
  Timestamp,
  type CollectionReference,
  type DocumentSnapshot,
  type Query,
} from 'firebase-admin/firestore';

const SCALARS = [null, Number.NaN, -1, 0, -0, 1, 1.5, 2, 2 ** 53, '', 'a', 'b', true, false];
const OTHERS = [new Timestamp(0, 1_000), new GeoPoint(0, 1), Buffer.from([1]), [], [1, 'a'], {}];
const VALUES = [...SCALARS, ...OTHERS, { k: 1 }];
const CHANGES = [
  FieldValue.serverTimestamp(),
  FieldValue.increment(1),
  FieldValue.increment(0.5),
  FieldValue.arrayUnion(1, 'a'),
  FieldValue.arrayRemove(1),
];
const value = fc.constantFrom<unknown>(...VALUES);
const field = fc.constantFrom('a', 'b', 'm.k', 'tags');
const id = fc.constantFrom('d1', 'd2', 'd3', 'é', '😀');
const content = fc.dictionary(
  fc.constantFrom('a', 'b', 'm', 'tags'),
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...CHANGES) }),
  { maxKeys: 4 },
);

/** One thing that a program does through the Admin SDK. */
interface Step {
  readonly what: string;
  /** @returns what the program sees */
  readonly take: (collection: CollectionReference) => Promise<unknown>;
}

/** Makes steps of drawn data. */
function steps<Data>(
  name: string,
  data: fc.Arbitrary<Data>,
  take: (data: Data, collection: CollectionReference) => Promise<unknown>,
): fc.Arbitrary<Step> {
  return data.map((drawn) => ({
    what: `${name} ${inspect(drawn, { depth: 4, breakLength: Infinity })}`,
    take: async (collection) => take(drawn, collection),
  }));
}

const write = steps(
  'write',
  fc.tuple(fc.constantFrom('set', 'merge', 'create', 'update', 'delete'), id, content, field),
  async ([kind, name, data, removed], collection) => {
    const document = collection.doc(name);
    if (kind === 'delete') await document.delete();
    else if (kind === 'create') await document.create(data);
    else if (kind === 'update') {
      await document.update(
        Object.keys(data).length > 0 ? data : { [removed]: FieldValue.delete() },
      );
    } else await document.set(data, { merge: kind === 'merge' });
    return kind;
  },
);

const condition = fc.oneof(
  fc.tuple(
    field,
    fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'array-contains' as const),
    value,
  ),
  fc.tuple(
    field,
    fc.constantFrom('in', 'not-in', 'array-contains-any' as const),
    fc.array(value, { minLength: 1, maxLength: 3 }),
  ),
);
const query = steps(
  'query',
  fc.record({
    conditions: fc.array(condition, { maxLength: 2 }),
    orders: fc.uniqueArray(fc.tuple(field, fc.constantFrom('asc', 'desc' as const)), {
      maxLength: 2,
      selector: ([name]) => name,
    }),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
    last: fc.boolean(),
    cursor: fc.option(
      fc.tuple(fc.constantFrom('startAt', 'startAfter', 'endAt', 'endBefore' as const), id),
    ),
    aggregate: fc.option(field),
  }),
  async ({ conditions, orders, limit, last, cursor, aggregate }, collection) => {
    let wanted: Query = collection;
    for (const [name, operator, operand] of conditions)
      wanted = wanted.where(name, operator, operand);
    for (const [name, towards] of orders) wanted = wanted.orderBy(name, towards);
    if (cursor !== null) {
      const [kind, at] = cursor;
      const snapshot = await collection.doc(at).get();
      if (snapshot.exists) wanted = wanted[kind](snapshot);
    }
    // Google's emulator refuses the descending order of names alone.
    const fromEnd = last && orders.length > 0;
    if (limit !== null) wanted = fromEnd ? wanted.limitToLast(limit) : wanted.limit(limit);
    if (aggregate === null || fromEnd) return (await wanted.get()).docs.map(shown);
    const sums = { sum: AggregateField.sum(aggregate), average: AggregateField.average(aggregate) };
    return (await wanted.aggregate({ count: AggregateField.count(), ...sums }).get()).data();
  },
);

const transaction = steps(
  'transaction',
  fc.tuple(id, id, content, fc.boolean()),
  async ([read, changed, data, fails], collection) =>
    collection.firestore.runTransaction(async (running) => {
      const [one, all] = await Promise.all([
        running.get(collection.doc(read)),
        running.get(collection.where('a', '>', 0)),
      ]);
      if (fails) running.create(collection.doc(read), data);
      running.set(collection.doc(changed), data, { merge: true });
      return [shown(one), all.docs.map(shown)];
    }),
);

const names = fc.array(id, { minLength: 1, maxLength: 3 });
const others = fc.oneof(
  steps('getAll', fc.tuple(names, field), async ([ids, only], collection) => {
    const documents = ids.map((name) => collection.doc(name));
    const found = await collection.firestore.getAll(...documents, { fieldMask: [only] });
    return found.map(shown);
  }),
  steps('list', id, async (name, collection) => {
    await collection.doc(name).collection('below').doc('x').set({});
    return (await collection.listDocuments()).map((document) => document.id);
  }),
  steps('recursiveDelete', id, async (name, collection) => {
    await collection.firestore.recursiveDelete(collection.doc(name));
    return (await collection.orderBy(FieldPath.documentId()).get()).docs.map(shown);
  }),
);

function shown(document: DocumentSnapshot): unknown {
  return [document.id, document.data()];
}

/** What a program does, step by step. */
export const program: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: write },
    { weight: 5, arbitrary: query },
    { weight: 1, arbitrary: transaction },
    { weight: 1, arbitrary: others },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
);

/** Takes the steps in a new collection. @returns a line for what each of them sees */
export async function run(root: CollectionReference, all: readonly Step[]): Promise<string[]> {
  // With an id of its own: Google's emulator locks queries by it.
  const collection = root.doc('all').collection(randomUUID());
  const seen: string[] = [];
  for (const { what, take } of all) {
    const answer = await take(collection).catch((error: unknown) =>
      error instanceof Error && 'code' in error ? `error ${String(error.code)}` : String(error),
    );
    const text = inspect(answer, { depth: 9, sorted: true, breakLength: Infinity });
    // Server timestamps differ.
    seen.push(`${what}: ${text.replaceAll(/_nanoseconds: \d+, _seconds: \d{10}/g, 'now')}`);
  }
  return seen;
}
