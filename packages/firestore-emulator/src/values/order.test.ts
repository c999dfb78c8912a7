import { expect, test } from 'vitest';
import { compareNames, compareUtf8 } from './order.ts';

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
