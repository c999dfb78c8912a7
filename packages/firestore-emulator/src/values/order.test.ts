import { expect, test } from 'vitest';
import { compareNames, compareUtf8, compareValues } from './order.ts';
import { NULL, type Value } from './value.ts';

const double = (value: number): Value => ({ type: 'double', value });
const integer = (value: bigint): Value => ({ type: 'integer', value });
const string = (value: string): Value => ({ type: 'string', value });
const array = (...values: Value[]): Value => ({ type: 'array', values });
const map = (fields: Record<string, Value>): Value => ({
  type: 'map',
  fields: new Map(Object.entries(fields)),
});
const vector = (...values: number[]): Value =>
  map({ __type__: string('__vector__'), value: array(...values.map(double)) });
const reference = (path: string): Value => ({
  type: 'reference',
  value: `projects/p/databases/d/documents/${path}`,
});

/** Each entry sorts before the next; values in one entry are equal. */
const LADDER: readonly (readonly Value[])[] = [
  [NULL],
  [{ type: 'boolean', value: false }],
  [{ type: 'boolean', value: true }],
  [double(NaN)],
  [double(-Infinity)],
  [integer(-(2n ** 63n)), double(-(2 ** 63))],
  [integer(-1n), double(-1)],
  [double(-0), double(0), integer(0n)],
  [double(0.5)],
  [integer(2n ** 53n), double(2 ** 53)],
  [integer(2n ** 53n + 1n)],
  [double(2 ** 53 + 2)],
  [double(Infinity)],
  [{ type: 'timestamp', value: -1n }],
  [{ type: 'timestamp', value: 0n }],
  [string('')],
  [string('a')],
  [string('aa')],
  [string('\uffff')],
  [string('\u{10000}')],
  [{ type: 'bytes', value: Buffer.from([0]) }],
  [{ type: 'bytes', value: Buffer.from([0, 1]) }],
  [reference('a/__id-2__')],
  [reference('a/__id7__')],
  [reference('a/__id10__')],
  [reference('a/1')],
  [reference('a/1/b/1')],
  [reference('a/10')],
  [{ type: 'geopoint', latitude: 0, longitude: 1 }],
  [{ type: 'geopoint', latitude: 1, longitude: 0 }],
  [array()],
  [array(NULL)],
  [array(integer(1n)), array(double(1))],
  [array(integer(1n), NULL)],
  [vector(9)],
  [vector(1, 1)],
  [map({})],
  [map({ a: integer(1n) })],
  [map({ a: integer(1n), b: NULL })],
  [map({ a: integer(2n) })],
  [map({ b: NULL })],
];

test('values of all types and sizes sort in the order of Firestore', () => {
  const flat = LADDER.flatMap((values, rung) => values.map((value) => ({ value, rung })));
  for (const a of flat) {
    for (const b of flat) {
      const expected = Math.sign(a.rung - b.rung);
      expect([a, b, Math.sign(compareValues(a.value, b.value))]).toEqual([a, b, expected]);
    }
  }
});

test('strings sort by their UTF-8 bytes', () => {
  const texts = [
    '',
    'a',
    'é',
    '\u{1F600}',
    '\uFFFD',
    '\u{10FFFF}',
    'a\u{1F600}',
    'a\uFF61',
    '\uD7FF',
  ];
  for (const a of texts) {
    for (const b of texts) {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect([a, b, Math.sign(compareUtf8(a, b))]).toEqual([a, b, expected]);
    }
  }
});

test('a document sorts before those below it and before longer ids', () => {
  const names = ['p/a', 'p/a/b/c', 'p/a!', 'p/b'];
  expect([...names].reverse().sort(compareNames)).toEqual(names);
});
