import { expect, test } from 'vitest';
import { posterWords } from './poster-text.ts';

const latin = (codePoint: number) =>
  codePoint < 0x250 || (codePoint > 0x2010 && codePoint < 0x2040);

test('quotes and apostrophes are typographic', () => {
  const words = posterWords(`"Don't," he said ('twice'). "No."`, latin);
  expect(words.join(' ')).toBe('“Don’t,” he said (‘twice’). “No.”');
});

test('characters that no font has are left out, as are words made only of them', () => {
  expect(posterWords('Roundhouse 🤠 kick🔥 漢字 ok', latin)).toEqual(['Roundhouse', 'kick', 'ok']);
});

test('any white space separates words', () => {
  expect(posterWords('  a\tb\n\nc\u00a0d ', latin)).toEqual(['a', 'b', 'c', 'd']);
});
