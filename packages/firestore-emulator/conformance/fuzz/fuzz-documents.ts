import {
  FieldValue,
  GeoPoint,
  Timestamp,
  type DocumentData,
  type Firestore,
} from 'firebase-admin/firestore';
import type { ReferenceDocument } from './reference.ts';
import type { Random } from './random.ts';

/** The fields that filters and orders name; `tags` holds arrays. */
export const scalarFields = ['a', 'b', 'm.k'] as const;
export const arrayField = 'tags';

/** The collections, one of them below a document of the other. */
export const collections = ['fuzz', 'fuzz/d2/fuzz'] as const;

/** The values of one round: few, so that ties and equal values of different types abound. */
export interface Pool {
  readonly values: readonly unknown[];
  readonly elements: readonly unknown[];
}

const elements = [null, Number.NaN, 0, 1, 1.5, 'x', '', true, { k: 1 }];

function allValues(db: Firestore): readonly unknown[] {
  return [
    null,
    false,
    true,
    Number.NaN,
    -Infinity,
    -1,
    -0,
    0,
    1,
    1.5,
    2,
    2 ** 53,
    2n ** 53n,
    2n ** 53n + 1n,
    Infinity,
    new Timestamp(0, 0),
    new Timestamp(0, 1_000),
    '',
    'a',
    'a\u0000',
    'ab',
    'b',
    '\uff61',
    '😀',
    Buffer.from([]),
    Buffer.from([1]),
    db.doc('fuzz/d1'),
    db.doc('fuzz/d2/fuzz/d1'),
    new GeoPoint(0, 0),
    new GeoPoint(0, 1),
    [],
    [1],
    [1, 'a'],
    [2],
    FieldValue.vector([9]),
    FieldValue.vector([0, 1]),
    {},
    { k: 1 },
    { k: 1, l: null },
    { k: 'a' },
    { l: 0 },
  ];
}

/** Values that a careless comparison confuses or misorders. */
function neighbours(db: Firestore): readonly (readonly unknown[])[] {
  return [
    ['\uff61', '😀'],
    [2 ** 53, 2n ** 53n + 1n],
    [-0, 0],
    [1, 1.5],
    [Number.NaN, -1],
    ['a', 'a\u0000'],
    [null, false],
    [1, '1'],
    ['', Buffer.from([])],
    [{ k: 1 }, { k: 1, l: null }],
    [[1], [1, 'a']],
    [FieldValue.vector([9]), FieldValue.vector([0, 1])],
    [db.doc('fuzz/d2/fuzz/d1'), db.doc('fuzz/d2!')],
  ];
}

/** Draws the values of a round. */
export function drawPool(random: Random, db: Firestore): Pool {
  const values = allValues(db);
  return {
    values: [
      ...random.some(neighbours(db), 3).flat(),
      ...random.some(values, 2),
      ...random.some([null, 0, 1], 1),
    ],
    elements: random.some(elements, 4),
  };
}

/** A value of the pool. */
export function drawValue(random: Random, pool: Pool): unknown {
  return random.chance(0.9) ? pool.values[random.below(pool.values.length)] : random.below(3);
}

function drawData(random: Random, pool: Pool): DocumentData {
  const data: DocumentData = {};
  if (random.chance(0.8)) data['a'] = drawValue(random, pool);
  if (random.chance(0.8)) data['b'] = drawValue(random, pool);
  if (random.chance(0.8)) data['m'] = random.chance(0.9) ? { k: drawValue(random, pool) } : 1;
  if (random.chance(0.8)) {
    data[arrayField] = random.chance(0.9)
      ? random.some(pool.elements, random.below(4))
      : drawValue(random, pool);
  }
  return data;
}

/** Draws the documents of a round, all different in name, many equal in values. */
export function drawDocuments(random: Random, pool: Pool): ReferenceDocument[] {
  const names = ['d1', 'd2', 'd10', 'D', 'é', '😀', '\uff61', 'd!', 'd3', 'd4', 'd5'];
  return collections.flatMap((collection) =>
    random
      .some(names, 4 + random.below(8))
      .map((id) => ({ path: `${collection}/${id}`, data: drawData(random, pool) })),
  );
}
