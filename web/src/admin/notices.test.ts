import { expect, test } from 'vitest';
import { quote } from './notices.ts';

test('a quotation has the first words of a text, and single quotation marks within it', () => {
  expect(quote('Short.')).toBe('“Short.”');
  expect(quote('“It knows,” he said.')).toBe('“‘It knows,’ he said.”');
  expect(quote('He said "no" twice.')).toBe('“He said ‘no’ twice.”');
  expect(quote('In the opera house, he built a canoe, out of a rumor.')).toBe(
    '“In the opera house, he built a canoe…”',
  );
  expect(quote('a'.repeat(60))).toBe(`“${'a'.repeat(40)}…”`);
});
