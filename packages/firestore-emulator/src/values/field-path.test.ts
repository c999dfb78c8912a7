import { expect, test } from 'vitest';
import {
  fieldPath,
  getField,
  overlaps,
  parseFieldPath,
  selectFields,
  withField,
} from './field-path.ts';
import type { Fields, Value } from './value.ts';

const one: Value = { type: 'integer', value: 1n };
const two: Value = { type: 'integer', value: 2n };
const map = (entries: Record<string, Value>): Value => ({
  type: 'map',
  fields: new Map(Object.entries(entries)),
});
const fields = (entries: Record<string, Value>): Fields => new Map(Object.entries(entries));

test.each([
  ['a', ['a']],
  ['a.b_1.C', ['a', 'b_1', 'C']],
  ['`a.b`.c', ['a.b', 'c']],
  ['`with space`', ['with space']],
  ['`\\`\\\\`', ['`\\']],
  ['`1`', ['1']],
  ['__name__', ['__name__']],
])('%s is read as its segments and written back alike', (text, segments) => {
  expect(parseFieldPath(text).segments).toEqual(segments);
  expect(fieldPath(segments).text).toBe(text);
});

test.each(['', '.', 'a.', '.a', 'a..b', '1a', 'a-b', '``', '`a', 'a`b`', '`a`b', '`a\\b`'])(
  '%j is refused as a field path',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow('Invalid field path');
  },
);

test('a needlessly quoted path is the same path', () => {
  expect(parseFieldPath('`a`.b').text).toBe('a.b');
});

test('a nested field is set without touching its neighbors', () => {
  const before = fields({ a: map({ b: one, c: one }) });
  const after = withField(before, parseFieldPath('a.b'), two);
  expect(after).toEqual(fields({ a: map({ b: two, c: one }) }));
  expect(before).toEqual(fields({ a: map({ b: one, c: one }) }));
});

test('setting a field below a value that is not a map replaces that value by a map', () => {
  expect(withField(fields({ a: one }), parseFieldPath('a.b'), two)).toEqual(
    fields({ a: map({ b: two }) }),
  );
});

test('removing leaves an empty map and does not create anything', () => {
  const removed = withField(fields({ a: map({ b: one }) }), parseFieldPath('a.b'), undefined);
  expect(removed).toEqual(fields({ a: map({}) }));
  const same = withField(fields({ a: one }), parseFieldPath('a.b.c'), undefined);
  expect(same).toEqual(fields({ a: one }));
});

test('nothing is found below a value that is not a map', () => {
  expect(getField(fields({ a: one }), parseFieldPath('a.b'))).toBeUndefined();
});

test('a selection returns only the given fields, and __name__ adds none', () => {
  const all = fields({ a: map({ b: one, c: two }), d: one });
  const selected = selectFields(all, ['a.c', '__name__', 'missing'].map(parseFieldPath));
  expect(selected).toEqual(fields({ a: map({ c: two }) }));
});

test('a path overlaps with itself and with what is below it', () => {
  const [a, ab, b] = ['a', 'a.b', 'b'].map(parseFieldPath);
  if (!a || !ab || !b) throw new Error('three paths');
  expect([overlaps(a, ab), overlaps(ab, a), overlaps(a, a), overlaps(a, b)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
