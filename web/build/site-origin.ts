import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const firebaserc = z.object({ projects: z.record(z.string(), z.string()).default({}) });

/**
 * The projects in .firebaserc by their names there, `default` among them.
 * @param root the folder that holds .firebaserc
 */
export function projectsOf(root: string): Partial<Record<string, string>> {
  const text = readFileSync(join(root, '.firebaserc'), 'utf8');
  return firebaserc.parse(JSON.parse(text)).projects;
}

const root = join(import.meta.dirname, '..', '..');

/**
 * The site's public origin: the environment variable `SITE_ORIGIN`, else the default Hosting domain
 * of the default project in .firebaserc.
 * @throws {TypeError} if SITE_ORIGIN is not a URL
 */
export function siteOrigin(): string {
  const project = projectsOf(root)['default'] ?? 'demo-chuck-norris-facts';
  return new URL(process.env['SITE_ORIGIN'] ?? `https://${project}.web.app`).origin;
}
