import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendFunction } from 'firebase-tools/lib/deploy/functions/build.js';
import { pages } from '../../functions/src/contract/routes.ts';
import { counted } from '../counted.ts';
import type { FirebaseJson } from './check-files.ts';
import { Refusal } from './checklist.ts';

/**
 * Checks that the API is the only function, and that it gets its secret.
 * @returns its settings, for the checklist
 * @throws {Refusal} if not
 */
export function checkFunctions(functions: BackendFunction[]): string {
  const [api, ...others] = functions;
  if (api?.id !== 'api' || others.length > 0) {
    const found = functions.map(({ id }) => id).join(', ');
    throw new Refusal(`functions/src/index.ts must export only "api"; it exports: ${found}.`);
  }
  if (!api.secretEnvironmentVariables?.some(({ key }) => key === 'SETUP_KEY')) {
    throw new Refusal(
      'The function doesn’t get the secret SETUP_KEY; see functions/src/parameters.ts.',
    );
  }
  return (
    `api in ${api.region}, ${api.availableMemoryMb} MiB, ${api.minInstances} to ${api.maxInstances} ` +
    `instances with ${api.concurrency} requests each, ${api.timeoutSeconds} s`
  );
}

/** Files that Hosting needs besides the destinations of rewrites. */
const PAGES = ['404.html', 'sw.js', 'manifest.webmanifest'];

/** Files that Hosting would serve instead of asking the function for its pages. */
const SHADOWS = Object.values(pages).flatMap(({ path }) =>
  path === '/' ? ['index.html'] : [path.slice(1), `${path.slice(1)}.html`],
);

/**
 * Checks that rewrites lead to deployed functions in their regions and to pages that were built, and that no
 * file takes the place of a page of the function.
 * @returns what was found, for the checklist
 * @throws {Refusal} if one doesn't
 */
export function checkRewrites(
  root: string,
  { public: folder, rewrites }: FirebaseJson['hosting'],
  functions: BackendFunction[],
): string {
  for (const page of [...PAGES, ...rewrites.flatMap(({ destination = [] }) => destination)]) {
    if (!existsSync(join(root, folder, page))) {
      throw new Refusal(`Hosting needs ${page}, which is not in ${folder}.`);
    }
  }
  for (const file of SHADOWS) {
    if (existsSync(join(root, folder, file))) {
      throw new Refusal(
        `Hosting would serve ${file} instead of the function's page: remove it from ${folder}.`,
      );
    }
  }
  for (const { source, function: called } of rewrites) {
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
  return `${counted(rewrites.length, 'rewrite')}, all with existing targets`;
}
