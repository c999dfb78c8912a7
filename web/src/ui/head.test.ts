import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson } from './head.tsx';

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
