// @module-tag S13
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { COMPAT_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useApi } from '../../support/api/use-api.ts';

const ORIGIN = 'https://facts.example';

const running = useApi([aJoke(1)]);
beforeEach(() =>
  running.restart({
    config: { ...running.api.context.config, siteOrigin: ORIGIN },
    loadRenderer,
  }),
);

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '../../etc/passwd',
    '../../fact/1',
    '%00',
    '<svg onload=alert(1)>',
    '9'.repeat(400),
    '-0',
    'http://[',
  ),
);
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

test('hostile addresses get a page and never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (text, query) => {
      const [part, search] = [encoded(text), encoded(query)];
      const compat = `${COMPAT_BASE_PATH}/jokes/search?query=${search}&name=${part}`;
      expect((await fetch(running.api.url + compat)).status).toBeLessThan(500);
      for (const path of [`/${part}`, `/fact/${part}`, `/embed/${part}`, `/embed/fact/${part}`]) {
        const response = await fetch(`${running.api.url}${path}?x=${search}&part=${search}`);
        expect(response.status, path).toBeLessThan(500);
        expect(response.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await response.text()).not.toContain('<svg onload');
      }
    }),
    { numRuns: 60 },
  );
});
