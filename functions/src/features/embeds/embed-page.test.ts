import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EMBED_STYLE } from './embed-page.ts';

test('firebase.json allows the style of embeds', { tags: 'S14' }, () => {
  const firebaseJson = readFileSync(new URL('../../../../firebase.json', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(EMBED_STYLE).digest('base64');
  expect(firebaseJson).toContain(
    `style-src 'sha256-${hash}'; font-src 'self'; img-src data:; base-uri`,
  );
});
