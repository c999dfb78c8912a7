import { expect, test } from 'vitest';
import { capDraft, draftLength } from './cap-draft.ts';

const FAMILY = '👨\u200D👩\u200D👧';

test.each([
  ['', 0],
  ['abc', 3],
  [' a b ', 5],
  ['🥋🤠', 2],
  ['e\u0301', 1],
  [FAMILY, 1],
])('%j counts as %i', (text, length) => {
  expect(draftLength(text)).toBe(length);
});

test('500 characters fit and stay unchanged', () => {
  const text = '🥋'.repeat(500);
  expect(capDraft({ text, caret: 7 })).toEqual({ text, caret: 7 });
});

test.each([
  ['letters', 'x'.repeat(600), 'x'.repeat(500)],
  ['emoji', '🤘'.repeat(600), '🤘'.repeat(500)],
  ['accents', 'e\u0301'.repeat(600), 'e\u0301'.repeat(500)],
  ['joined emoji, which are stored separately', FAMILY.repeat(600), /^.{0,500}$/u],
  ['flags of eight bytes each', '🇺🇸'.repeat(600), '🇺🇸'.repeat(250)],
  ['a book', 'x'.repeat(1_000_000), 'x'.repeat(500)],
])('of too many %s, the first ones are kept', (_what, text, kept) => {
  const fitted = capDraft({ text, caret: text.length });
  expect(fitted.caret).toBe(fitted.text.length);
  expect(fitted.text).toEqual(typeof kept === 'string' ? kept : expect.any(String));
  expect(draftLength(fitted.text)).toBeLessThanOrEqual(500);
});

test('the inserted text is shortened, not the text after it', () => {
  const before = 'a'.repeat(200);
  const after = 'c'.repeat(290);
  const fitted = capDraft({ text: before + 'b'.repeat(30) + after, caret: 230 });
  expect(fitted).toEqual({ text: before + 'b'.repeat(10) + after, caret: 210 });
});

test('no character is split', () => {
  const fitted = capDraft({ text: 'x'.repeat(499) + 'e\u0301🥋', caret: 503 });
  expect(fitted.text).toBe('x'.repeat(499) + 'e\u0301');
});

test('an insertion into a full text is dropped', () => {
  const full = 'x'.repeat(500);
  expect(capDraft({ text: `${full.slice(0, 5)}y${full.slice(5)}`, caret: 6 })).toEqual({
    text: full,
    caret: 5,
  });
});
