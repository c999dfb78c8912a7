import { FieldValue, GeoPoint, Timestamp, type Firestore } from 'firebase-admin/firestore';

/** Values that Firestore treats as equal, and the type within which ranges compare them. */
export interface Rung {
  readonly type: string;
  readonly equals: readonly unknown[];
}

function rungs(type: string, ...classes: readonly (readonly unknown[])[]): Rung[] {
  return classes.map((equals) => ({ type, equals }));
}

/**
 * One or more values of every type in ascending order; equal values share a rung.
 * Source of the order: https://firebase.google.com/docs/firestore/manage-data/data-types
 *
 * @param db creates the document references.
 */
export function ladder(db: Firestore): Rung[] {
  return [
    ...rungs('null', [null]),
    ...rungs('boolean', [false], [true]),
    ...rungs(
      'number',
      [Number.NaN],
      [-Infinity],
      [-(2n ** 63n), -(2 ** 63)],
      [-(2n ** 53n) - 1n],
      [-(2 ** 53)],
      [-1.5],
      [-1],
      [-0, 0],
      [5e-324],
      [1],
      [1.5],
      [2 ** 53 - 1],
      [2 ** 53, 2n ** 53n],
      [2n ** 53n + 1n],
      [2 ** 53 + 2, 2n ** 53n + 2n],
      [2n ** 63n - 1n],
      [2 ** 63],
      [Infinity],
    ),
    ...rungs(
      'timestamp',
      [new Timestamp(-1, 999_999_000)],
      [new Timestamp(0, 0), new Date(0)],
      [new Timestamp(0, 1_000)],
      [new Timestamp(1, 0)],
    ),
    ...rungs('string', [''], ['Z'], ['a'], ['a\u0000'], ['aa'], ['b'], ['é'], ['\uff61'], ['😀']),
    ...rungs(
      'bytes',
      [Buffer.from([])],
      [Buffer.from([0])],
      [Buffer.from([0, 1])],
      [Buffer.from([127])],
      [Buffer.from([128]), new Uint8Array([128])],
    ),
    ...rungs(
      'reference',
      [db.doc('c/__id-3__')],
      [db.doc('c/__id2__')],
      [db.doc('c/__id10__')],
      [db.doc('c/10')],
      [db.doc('c/2')],
      [db.doc('c/a')],
      [db.doc('c/a/d/x')],
      [db.doc('c/a!')],
      [db.doc('d/a')],
    ),
    ...rungs(
      'geopoint',
      [new GeoPoint(-90, 180)],
      [new GeoPoint(0, -1)],
      [new GeoPoint(0, 0)],
      [new GeoPoint(0, 1)],
      [new GeoPoint(1, -180)],
    ),
    ...rungs('array', [[]], [[null]], [[1]], [[1, 1]], [[1, 'a']], [[2]], [['a']], [[{ a: 1 }]]),
    ...rungs(
      'vector',
      [FieldValue.vector([9])],
      [FieldValue.vector([1, 1])],
      [FieldValue.vector([1, 2])],
      [FieldValue.vector([0, 0, 0])],
    ),
    ...rungs(
      'map',
      [{}],
      [{ a: 1 }],
      [
        { a: 1, b: 0 },
        { b: 0, a: 1 },
      ],
      [{ a: 2 }],
      [{ aa: 0 }],
      [{ b: 0 }],
    ),
  ];
}
