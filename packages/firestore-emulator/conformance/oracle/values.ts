import * as fc from 'fast-check';
import type { Json, JsonObject } from './play.ts';

const integer = (value: string): JsonObject => ({ integerValue: value });
const double = (value: string): JsonObject => ({ doubleValue: value });
const text = (value: string): JsonObject => ({ stringValue: value });
export const array = (...values: Json[]): JsonObject => ({ arrayValue: { values } });
const map = (fields: JsonObject): JsonObject => ({ mapValue: { fields } });
export const reference = (path: string): JsonObject => ({ referenceValue: `$root/${path}` });
const point = (latitude: number, longitude: number): JsonObject => ({
  geoPointValue: { latitude, longitude },
});
const time = (seconds: string, nanos: number): JsonObject => ({
  timestampValue: { seconds, nanos },
});
const vector = (...values: string[]): JsonObject =>
  map({ __type__: text('__vector__'), value: array(...values.map(double)) });

export const NULL: JsonObject = { nullValue: 'NULL_VALUE' };
const NAN = double('NaN');
export const NUMBERS = [
  ...['0', '1', '2', '-3', '9007199254740992', '9007199254740993'].map(integer),
  ...['9223372036854775807', '-9223372036854775808'].map(integer),
  ...['-0', '0', '1', '1.5', '2', '5e-324', '9007199254740992', '1e300'].map(double),
  ...['9223372036854775808', 'Infinity', '-Infinity'].map(double),
  NAN,
];

/** A few values often, so that many are equal or neighbors; every kind sometimes. */
export const scalar = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      NULL,
      NAN,
      ...['0', '1', '2'].map(integer),
      double('1'),
      text('a'),
      // Documents have microseconds, filters and cursors nanoseconds.
      time('0', 1_000),
      time('0', 1_999),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<JsonObject>(
      { booleanValue: false },
      { booleanValue: true },
      time('0', 0),
      time('0', 1_001),
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
export const list = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: scalar.filter((item) => !isVector(item)) },
    { weight: 0, arbitrary: scalar },
  ),
  { maxLength: 3 },
);
export const value: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: list.map((values) => array(...values)) },
);

function isVector(item: JsonObject): boolean {
  return JSON.stringify(item).includes('__type__');
}

export const FIELDS = ['a', 'b', 'm.k', 'tags', '`a.b`'];
const IDS = ['d1', 'd2', 'd3', '__id7__', '__id10__', 'd!', 'é', '\uff61', '😀'];
const COLLECTIONS = ['c', 'c/d1/c', 'e'];
export const id = fc.constantFrom(...IDS);
export const path = fc.tuple(fc.constantFrom(...COLLECTIONS), id).map((parts) => parts.join('/'));

export const fields: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      a: value,
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
