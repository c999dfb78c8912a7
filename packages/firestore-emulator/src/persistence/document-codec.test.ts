import { expect, test } from 'vitest';
import { decodeDocument, decodeValue, encodeDocument, encodeValue } from './document-codec.ts';
import { identical, NULL, type Value } from '../values/value.ts';

const values: readonly Value[] = [
  NULL,
  { type: 'boolean', value: false },
  { type: 'integer', value: -(2n ** 63n) },
  { type: 'integer', value: 2n ** 63n - 1n },
  { type: 'double', value: 0.1 },
  { type: 'double', value: -0 },
  { type: 'double', value: NaN },
  { type: 'double', value: -Infinity },
  { type: 'double', value: 5e-324 },
  { type: 'double', value: 1 },
  { type: 'timestamp', value: -62_135_596_800_000_001n + 1n },
  { type: 'string', value: 'é\u0000\u{1F600}' },
  { type: 'bytes', value: Buffer.from([0, 255, 128]) },
  { type: 'reference', value: 'projects/p/databases/d/documents/a/b' },
  { type: 'geopoint', latitude: -0, longitude: 179.999 },
];
const nested: Value = {
  type: 'map',
  fields: new Map<string, Value>([
    ['__proto__', NULL],
    ['list', { type: 'array', values }],
  ]),
};

test.each([...values, nested])('a stored value comes back the same: %o', (value) => {
  const decoded = decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));
  expect(identical(decoded, value)).toBe(true);
});

test('a stored document comes back the same', () => {
  const document = {
    name: 'projects/p/databases/d/documents/a/b',
    createTime: 1_700_000_000_000_001,
    updateTime: 1_700_000_000_000_002,
    fields: new Map([['nested', nested]]),
  };
  expect(decodeDocument(JSON.parse(JSON.stringify(encodeDocument(document))))).toEqual(document);
});

test.each([
  null,
  {},
  [],
  ['unknown'],
  ['integer', 1],
  ['integer', 'x'],
  ['double', ''],
  ['double', 'x'],
  ['map', {}],
  ['map', [['a']]],
  ['array', ['null']],
])('%j is refused as a stored value', (json) => {
  expect(() => decodeValue(json)).toThrow();
});
