import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptJson } from './head.tsx';

test('JSON for a script element contains no tag and parses to the same value', () => {
  const value = fc.jsonValue();
  fc.assert(
    fc.property(value, fc.string(), (json, text) => {
      const given = { json, text: `</script><!--<script>${text}` };
      expect(scriptJson(given)).not.toContain('<');
      expect(JSON.parse(scriptJson(given))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});
