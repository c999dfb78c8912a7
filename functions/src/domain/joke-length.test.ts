// @module-tag S9
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './search-words.ts';
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
  ['a\u200Db 1\uFE0F \u{1F920}\u200D \u200D\u{1F920}', 'ab 1 \u{1F920} \u{1F920}'],
  ['\u{1F468}\u200D\u200B\u200D\u{1F467}', '\u{1F468}\u{1F467}'],
  ['ab\u{E0067}\u{E0062}\u{E007F} \u{1F3F4}\u{E0067}\u{E007F}', 'ab \u{1F3F4}'],
  ['من\u200C\u200Cم a\u200C', 'من\u200Cم a'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['\u2800\u2800', ''],
])('%j is stored as %j', (given, stored) => {
  expect(normalizeJokeText(given)).toBe(stored);
});

test.each([
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  ['a pirate', '\u{1F3F4}\u200D\u2620\uFE0F'],
  ['a burning heart and a keycap', '\u2764\uFE0F\u200D\u{1F525} 1\uFE0F\u20E3'],
  ['a skin tone', '\u{1F9D1}\u{1F3FD}\u200D\u{1F680}'],
  ['a picture as text', '\u263A\uFE0E'],
  ['the flag of England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['Persian', 'می\u200Cخواهم'],
  ['Sinhala', 'ශ\u0DCA\u200Dර\u0DD3'],
  ['Hindi', 'क\u094D\u200Dष'],
])('%s stays as it is', (_name, text) => {
  expect(normalizeJokeText(text)).toBe(text);
});

test('a text has at most 12 lines; what follows is on the last one', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  const full = lines.join('\n');
  expect(normalizeJokeText(full)).toBe(full);
  expect(normalizeJokeText(`${full}\n13\n\n14`)).toBe(`${full} 13 14`);
  const stanzas = normalizeJokeText(lines.join('\n\n'));
  expect(stanzas.split('\n').slice(-3)).toEqual(['', 'line 6', lines.slice(6).join(' ')]);
});

const oddText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        ...Array.from('a 1\n\u00A0\u2800\u0085\u200B\u200C\u200D\uFE0E\uFE0F\u20E3\u0301\u0D4D'),
        ...Array.from('\u{1F468}\u{1F3F4}\u{1F3FD}\u{1FAFF}\u2764\u{E0067}\u{E007F}مනක'),
        '\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('normalizing any text twice changes nothing more, and its joiners change no word of it', () => {
  fc.assert(
    fc.property(oddText, (odd) => {
      const text = normalizeJokeText(odd);
      expect(normalizeJokeText(text)).toBe(text);
      expect(foldText(text)).toBe(foldText(text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')));
    }),
  );
});

test('characters are counted as readers see them', () => {
  expect(countCharacters('')).toBe(0);
  expect(countCharacters('abc')).toBe(3);
  expect(countCharacters('🥋🤠')).toBe(2);
  expect(countCharacters('e\u0301')).toBe(1);
  expect(countCharacters('🇺🇸')).toBe(1);
  expect(countCharacters('a\n\nb')).toBe(4);
});
