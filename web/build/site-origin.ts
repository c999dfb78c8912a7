import { join } from 'node:path';
import { defaultProject } from './default-project.ts';

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
