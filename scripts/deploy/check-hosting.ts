import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendFunction } from 'firebase-tools/lib/deploy/functions/build.js';
import { counted } from '../counted.ts';
import type { FirebaseJson } from './check-files.ts';
import { Refusal } from './refusal.ts';

type Hosting = FirebaseJson['hosting'];

/** The headers that Hosting must send with every response, and the values they must match. */
const REQUIRED_HEADERS: Readonly<Record<string, RegExp>> = {
  'Content-Security-Policy': /^(?!.*'unsafe-)default-src 'none';.*frame-ancestors 'none'/,
  'Strict-Transport-Security': /^max-age=\d{8,}/,
  'X-Content-Type-Options': /^nosniff$/,
  'Referrer-Policy': /./,
  'Cross-Origin-Opener-Policy': /^same-origin-allow-popups$/,
};

/** @returns what was found, for the checklist @throws {Refusal} if a header is missing or too weak */
export function checkHeaders({ headers }: Hosting): string {
  const everywhere = headers.filter(({ source }) => source === '**');
  const sent = new Map(everywhere.flatMap((entry) => entry.headers.map((h) => [h.key, h.value])));
  const wrong = Object.entries(REQUIRED_HEADERS).filter(
    ([name, value]) => !value.test(sent.get(name) ?? ''),
  );
  if (wrong.length > 0) {
    const names = wrong.map(([name]) => name).join(', ');
    throw new Refusal(`firebase.json must send ${names} for "**": revert the change.`);
  }
  return `${counted(sent.size, 'header')} with every response`;
}

/** @throws {Refusal} if the page wasn't built */
function checkDestination(root: string, hosting: Hosting, destination: string): void {
  if (!existsSync(join(root, hosting.public, destination))) {
    throw new Refusal(`Hosting needs ${destination}, which is not in ${hosting.public}.`);
  }
}

/**
 * Checks that rewrites lead to deployed functions in their regions and to pages that were built.
 * @returns what was found, for the checklist
 * @throws {Refusal} if one doesn't
 */
export function checkRewrites(
  root: string,
  hosting: Hosting,
  functions: BackendFunction[],
): string {
  const files = ['index.html', '404.html', 'sw.js', 'manifest.webmanifest'];
  for (const file of files) checkDestination(root, hosting, file);
  for (const { source, destination, function: called } of hosting.rewrites) {
    if (destination !== undefined) checkDestination(root, hosting, destination);
    if (called === undefined) continue;
    const found = functions.find(({ id }) => id === called.functionId);
    if (found === undefined) {
      throw new Refusal(
        `"${source}" leads to the function "${called.functionId}", which doesn't exist.`,
      );
    }
    if (called.region !== undefined && called.region !== found.region) {
      throw new Refusal(
        `"${source}" leads to "${found.id}" in ${called.region}, but it is in ${found.region}. ` +
          'Remove the region from firebase.json.',
      );
    }
    if (called.pinTag === true && (found.minInstances ?? 0) > 0) {
      throw new Refusal(
        `Firebase refuses MIN_INSTANCES above 0 together with pinTag ("${source}"): ` +
          'set it to 0, or remove pinTag from firebase.json.',
      );
    }
  }
  return `${counted(hosting.rewrites.length, 'rewrite')}, all with existing targets`;
}
