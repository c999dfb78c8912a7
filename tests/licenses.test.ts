import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

/** Licenses that allow a public site to use a package without changes. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'OFL-1.1',
]);

const folder = join(import.meta.dirname, '../functions');
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), license: z.string().optional() }),
  ),
});
/** The predecessor of npm's field `license`; limiter 1.1.5 has only this one. */
const oldManifest = z.object({ licenses: z.array(z.object({ type: z.string() })) });

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'));
}

test('every package deployed with the function has a license that allows it', () => {
  const { packages } = lockfile.parse(read('package-lock.json'));
  const refused: string[] = [];
  for (const [path, { dev, license }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue;
    const stated =
      license?.split(' AND ') ??
      oldManifest.parse(read(`${path}/package.json`)).licenses.map(({ type }) => type);
    if (stated.length === 0 || !stated.every((one) => ALLOWED.has(one)))
      refused.push(`${path}: ${stated.join(', ') || 'none'}`);
  }
  expect(refused).toEqual([]);
});
