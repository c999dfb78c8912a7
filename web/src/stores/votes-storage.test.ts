import { expect, test } from 'vitest';
import { parseVotes } from './votes-storage.ts';

test('a stored map is read', () => {
  expect(parseVotes('{"7":4,"12":1}')).toEqual({ 7: 4, 12: 1 });
});

test.each([
  ['nothing', null],
  ['invalid JSON', '{"7":'],
  ['null', 'null'],
  ['a number', '5'],
  ['a text', '"votes"'],
  ['an empty text', ''],
])('%s is read as no votes', (_what, stored) => {
  expect(parseVotes(stored)).toEqual({});
});

test('invalid entries are dropped, valid ones are kept', () => {
  const stored = { 7: 4, 8: 0, 9: 6, 10: '5', 11: 2.5, 12: null, abc: 3, '-1': 3, '0': 3, 13: 5 };
  expect(parseVotes(JSON.stringify(stored))).toEqual({ 7: 4, 13: 5 });
});
