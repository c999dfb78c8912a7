import { join } from 'node:path';
import { defaultProject } from './default-project.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * The origin that pages name as theirs: `SITE_ORIGIN` of the environment, else the address that
 * Hosting gives the default project of .firebaserc.
 * @throws {TypeError} if SITE_ORIGIN is no URL
 */
export function siteOrigin(): string {
  const project = defaultProject(root) ?? 'demo-chuck-norris-facts';
  return new URL(process.env['SITE_ORIGIN'] ?? `https://${project}.web.app`).origin;
}
