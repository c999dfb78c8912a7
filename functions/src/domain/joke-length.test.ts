// @module-tag S9
import { expect, test } from 'vitest';
import { countCharacters, normalizeJokeText } from './joke-length.ts';

test.each([
  ['  two   spaces ', 'two spaces'],
  ['a\tb\u00A0\vc', 'a b c'],
  ['one\r\ntwo\rthree\u2028four\u2029five\u0085six', 'one\ntwo\nthree\nfour\nfive\nsix'],
  ['one\n\ntwo\n\n\nthree \n \u200B\n\t\n four', 'one\n\ntwo\n\nthree\n\nfour'],
  ['\n \n first\nlast \r\n\n', 'first\nlast'],
  ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
  ['\u202Eright to left', 'right to left'],
  ['bell\u0007', 'bell'],
  ['e\u0301', 'é'],
  ['\uD800lone', 'lone'],
  ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3', '\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3'],
  ['\u{1F9D1}\u{1F3FD}\u200D\u{1F680}', '\u{1F9D1}\u{1F3FD}\u200D\u{1F680}'],
  ['a\u200Db 1\uFE0F \u{1F920}\u200D \u200D\u{1F920}', 'ab 1 \u{1F920} \u{1F920}'],
  ['\u{1F468}\u200D\u200B\u200D\u{1F467}', '\u{1F468}\u{1F467}'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['\u2800\u2800', ''],
])('%j is stored as %j', (given, stored) => {
  expect(normalizeJokeText(given)).toBe(stored);
});

test('a text has at most 12 lines; what follows is on the last one', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  const full = lines.join('\n');
  expect(normalizeJokeText(full)).toBe(full);
  expect(normalizeJokeText(`${full}\n13\n\n14`)).toBe(`${full} 13 14`);
  const stanzas = normalizeJokeText(lines.join('\n\n'));
  expect(stanzas.split('\n').slice(-3)).toEqual(['', 'line 6', lines.slice(6).join(' ')]);
});

test.each([
  ' \u200B \u0301a \u200D\uFE0F \u00A0 b ',
  '\n\u200Ba\n\u0301 \n\u2800\n\u0085\u2800b\u200B\n',
  Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n\u200B\n'),
])('normalizing %j twice changes nothing more', (odd) => {
  expect(normalizeJokeText(normalizeJokeText(odd))).toBe(normalizeJokeText(odd));
});

test('characters are counted as readers see them', () => {
  expect(countCharacters('')).toBe(0);
  expect(countCharacters('abc')).toBe(3);
  expect(countCharacters('🥋🤠')).toBe(2);
  expect(countCharacters('e\u0301')).toBe(1);
  expect(countCharacters('🇺🇸')).toBe(1);
  expect(countCharacters('a\n\nb')).toBe(4);
});
