import type { BackendFunction, Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { limits } from '../../functions/src/contract/index.ts';
import { missingParameters, parameterFile, type Values } from './parameters.ts';
import { Refusal } from './refusal.ts';

/** Hosting's timeout for requests. */
const HOSTING_TIMEOUT_SECONDS = 60;
/** With less memory, sharp can't process an image. */
const MIN_MEMORY_MIB = 512;

const REGION = /^[a-z]+-[a-z]+[0-9]+$/;

/** @returns the rules that parameters of the function break, by the parameter's name */
function outOfBounds(api: BackendFunction): string[] {
  const within = (value: number | null | undefined, least: number, most: number) =>
    Number.isInteger(value) && (value ?? 0) >= least && (value ?? 0) <= most;
  const bounds: [string, boolean][] = [
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
      `TIMEOUT_SECONDS must be from ${limits.imageTimeoutSeconds + 1}, so that an image can be ` +
        `generated, to ${HOSTING_TIMEOUT_SECONDS}, the timeout of Hosting`,
      within(api.timeoutSeconds, limits.imageTimeoutSeconds + 1, HOSTING_TIMEOUT_SECONDS),
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

/**
 * Checks that firebase-tools will have a value for every parameter.
 * @param project undefined if no project is chosen
 * @param interactive whether firebase-tools can ask for values
 * @returns what it will ask for, for the checklist
 * @throws {Refusal} if a value is missing
 */
export function checkParameters(
  build: Build,
  project: string | undefined,
  values: Values,
  interactive: boolean,
): string {
  const missing = missingParameters(build, values);
  const secrets = build.params.filter(({ type }) => type === 'secret').map(({ name }) => name);
  const asked = [...missing, ...secrets].join(', ');
  if (project === undefined) return `a first deployment asks for ${asked}`;
  const file = parameterFile(project);
  if (missing.length > 0 && !interactive) {
    throw new Refusal(
      `${missing.join(', ')} missing in ${file}: add ${missing.length > 1 ? 'them' : 'it'} there, ` +
        'or deploy in a terminal, where firebase-tools asks.',
    );
  }
  if (missing.length > 0)
    return `the deployment asks for ${asked} and saves the answers in ${file}`;
  return `complete in ${file}; only a deployment shows whether Secret Manager has ${secrets.join(', ')}`;
}
