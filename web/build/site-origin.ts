import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const firebaserc = z.object({
  projects: z.optional(z.object({ default: z.optional(z.string()) })),
});

/**
 * The default project in .firebaserc, if there is one.
 * @param root the folder that holds .firebaserc
 */
export function defaultProject(root: string): string | undefined {
  const text = readFileSync(join(root, '.firebaserc'), 'utf8');
  return firebaserc.parse(JSON.parse(text)).projects?.default;
}

const root = join(import.meta.dirname, '..', '..');

/**
 * The site's public origin: the environment variable `SITE_ORIGIN`, else the default Hosting domain
 * of the default project in .firebaserc.
 * @throws {TypeError} if SITE_ORIGIN is not a URL
 */
export function siteOrigin(): string {
  const project = defaultProject(root) ?? 'demo-chuck-norris-facts';
  return new URL(process.env['SITE_ORIGIN'] ?? `https://${project}.web.app`).origin;
}
