import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function defaultProject(): string {
  const file = join(import.meta.dirname, '..', '..', '.firebaserc');
  const content: { projects?: { default?: string } } = JSON.parse(readFileSync(file, 'utf8'));
  return content.projects?.default ?? 'demo-chuck-norris-facts';
}

/**
 * The origin that pages name as theirs: `SITE_ORIGIN` of the environment, else the address that
 * Hosting gives the default project of .firebaserc.
 * @throws {TypeError} if SITE_ORIGIN is no URL
 */
export function siteOrigin(): string {
  const { SITE_ORIGIN = `https://${defaultProject()}.web.app` } = process.env;
  return new URL(SITE_ORIGIN).origin;
}
