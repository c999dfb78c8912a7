import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson, shorten } from './head.tsx';

test('JSON for a script element contains no tag and parses to the same value', () => {
  const value = fc.jsonValue();
  fc.assert(
    fc.property(value, fc.string(), (json, text) => {
      const written = scriptJson({ json, text: `</script><!--<script>${text}` });
      expect(written).not.toContain('<');
      expect(JSON.parse(written)).toEqual(
        JSON.parse(JSON.stringify({ json, text: `</script><!--<script>${text}` })),
      );
    }),
  );
});

test.each([
  ['short enough', 20, 'short enough'],
  ['two\n\n lines', 20, 'two lines'],
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one…'],
  ['unbreakable', 5, 'unbr…'],
  ['😀😀😀😀', 3, '😀😀…'],
])('%j shortened to %i characters is %j', (text, maximum, expected) => {
  expect(shorten(text, maximum)).toBe(expected);
});
