// @module-tag S14
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { paths } from '../../../web/src/paths.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const header = z.object({ key: z.string(), value: z.string() });
const { hosting } = z
  .object({
    hosting: z.object({
      headers: z.array(z.object({ source: z.string(), headers: z.array(header) })),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../firebase.json', import.meta.url), 'utf8')));
const headersOf = (pattern: string) =>
  hosting.headers.find(({ source }) => source === pattern)?.headers ?? [];
const everywhere = headersOf('**');
const ofEmbeds = headersOf('/embed/**');

const site = useSite(numberedJokes(25));

test('every screen, file and response has the security headers', async () => {
  for (const path of [
    ...Object.values(paths).filter((path) => path !== paths.joke),
    '/fact/2',
    '/fact/999',
    '/?page=2',
    '/?page=abc',
    '/no/such/page',
    '/embed/fact/2',
    '/embed/fact/999',
    '/embed/nothing/here',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/sw.js',
    '/assets/of-another-version.js',
    '/favicon.svg',
    '/api/v1/jokes',
    '/api/v1/jokes/999',
    '/api/v1/admin/me',
    '/api/v1/nothing',
  ]) {
    const { headers } = await fetch(site.origin + path, { redirect: 'manual' });
    const changed = path.startsWith('/embed/') ? ofEmbeds : [];
    for (const { key, value } of everywhere) {
      const expected = changed.find((each) => each.key === key)?.value ?? value;
      expect(headers.get(key), `${key} of ${path}`).toBe(expected);
    }
  }
});
