import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendFunction } from 'firebase-tools/lib/deploy/functions/build.js';
import { limits } from '../../functions/src/domain/index.ts';
import { pages } from '../../functions/src/contract/routes.ts';
import { counted } from '../counted.ts';
import type { FirebaseJson } from './check-files.ts';
import { Refusal } from './checklist.ts';
import { REGION } from './settings.ts';

/** Hosting's timeout for requests. */
const HOSTING_TIMEOUT_SECONDS = 60;
/** With less memory, sharp can't process an image. */
const MIN_MEMORY_MIB = 512;

/** @returns the rules that parameters of the function break, by the parameter's name */
function outOfBounds(api: BackendFunction): string[] {
  const within = (value: number | null | undefined, least: number, most: number) =>
    Number.isInteger(value) && (value ?? 0) >= least && (value ?? 0) <= most;
  const minSeconds = limits.imageTimeoutSeconds + 1;
  const bounds: [rule: string, holds: boolean][] = [
    ['REGION must be a region of Google Cloud', REGION.test(api.region)],
    [
      `MEMORY_MIB must be ${MIN_MEMORY_MIB} or more`,
      within(api.availableMemoryMb, MIN_MEMORY_MIB, 32_768),
    ],
    ['CONCURRENCY must be from 1 to 1000', within(api.concurrency, 1, 1_000)],
    ['MAX_INSTANCES must be from 1 to 1000', within(api.maxInstances, 1, 1_000)],
    [
      'MIN_INSTANCES must be from 0 to MAX_INSTANCES',
      within(api.minInstances, 0, api.maxInstances ?? 0),
    ],
    [
      `TIMEOUT_SECONDS must be from ${minSeconds}, so that an image can be generated, to ` +
        `${HOSTING_TIMEOUT_SECONDS}, the timeout of Hosting`,
      within(api.timeoutSeconds, minSeconds, HOSTING_TIMEOUT_SECONDS),
    ],
  ];
  return bounds.flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

/**
 * Checks that the API is the only function, that its settings are within their bounds, and that it gets its
 * secret.
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
  const broken = outOfBounds(api);
  if (broken.length > 0) throw new Refusal(`${broken.join('; ')}.`);
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
