// @module-tag S9
import { expect, test } from 'vitest';
import { countCharacters, isLongEnough, isShortEnough, normalizeJokeText } from './joke-length.ts';

test.each([
  ['  two   blanks ', 'two blanks'],
  ['a\r\nb\tc', 'a b c'],
  ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
  ['\u202Eright to left', 'right to left'],
  ['bell\u0007', 'bell'],
  ['e\u0301', 'é'],
  ['\uD800lone', 'lone'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['\u2800\u2800', ''],
])('%j is stored as %j', (given, stored) => {
  expect(normalizeJokeText(given)).toBe(stored);
});

test('normalizing twice changes nothing more', () => {
  const odd = ' \u200B \u0301a \u200D\uFE0F \u00A0 b ';
  expect(normalizeJokeText(normalizeJokeText(odd))).toBe(normalizeJokeText(odd));
});

test('characters are counted as people count them', () => {
  expect(countCharacters('')).toBe(0);
  expect(countCharacters('abc')).toBe(3);
  expect(countCharacters('🥋🤠')).toBe(2);
  expect(countCharacters('e\u0301')).toBe(1);
  expect(countCharacters('🇺🇸')).toBe(1);
});

test('a text needs 10 characters', () => {
  expect(isLongEnough('123456789')).toBe(false);
  expect(isLongEnough('1234567890')).toBe(true);
  expect(isLongEnough('🥋'.repeat(9))).toBe(false);
});

test('a text has at most 500 characters and 2,000 bytes', () => {
  expect(isShortEnough('🥋'.repeat(500))).toBe(true);
  expect(isShortEnough('x'.repeat(501))).toBe(false);
  expect(isShortEnough('🇺🇸'.repeat(250))).toBe(true);
  expect(isShortEnough('🇺🇸'.repeat(251))).toBe(false);
});
