import type { BackendFunction, Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { limits } from '../../functions/src/contract/index.ts';
import { missingParameters, parameterFile, type Values } from './parameters.ts';
import { Refusal } from './refusal.ts';

/** Hosting gives a request up after this time. */
const HOSTING_TIMEOUT_SECONDS = 60;
/** Below this sharp runs out of memory with a picture. */
const MIN_MEMORY_MIB = 512;

const REGION = /^[a-z]+-[a-z]+[0-9]+$/;

/** The bounds of what can be set, by the names of the parameters. */
function outOfBounds(api: BackendFunction): string[] {
  const within = (value: number | null | undefined, least: number, most: number) =>
    Number.isInteger(value) && (value ?? 0) >= least && (value ?? 0) <= most;
  const bounds: [string, boolean][] = [
    ['REGION must be one of Google Cloud', REGION.test(api.region)],
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
      `TIMEOUT_SECONDS must be from ${limits.imageTimeoutSeconds + 1}, a picture’s time, to ` +
        `${HOSTING_TIMEOUT_SECONDS}, Hosting’s`,
      within(api.timeoutSeconds, limits.imageTimeoutSeconds + 1, HOSTING_TIMEOUT_SECONDS),
    ],
  ];
  return bounds.flatMap(([rule, kept]) => (kept ? [] : [rule]));
}

/**
 * Checks that the API is the one function, within its bounds, and is given its secret.
 * @throws {Refusal}
 */
export function checkFunctions(functions: BackendFunction[]): string {
  const [api, ...others] = functions;
  if (api?.id !== 'api' || others.length > 0) {
    const found = functions.map(({ id }) => id).join(', ');
    throw new Refusal(`functions/src/index.ts has to export "api" alone; it exports: ${found}.`);
  }
  if (!api.secretEnvironmentVariables?.some(({ key }) => key === 'SETUP_KEY')) {
    throw new Refusal('The function is not given SETUP_KEY; see functions/src/index.ts.');
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
 * @param project undefined when none was named
 * @param interactive whether it can ask
 * @throws {Refusal}
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
      `${missing.join(', ')} missing in ${file}: write ${missing.length > 1 ? 'them' : 'it'} there, ` +
        'or deploy at a terminal, which asks.',
    );
  }
  if (missing.length > 0)
    return `the deployment asks for ${asked} and keeps the answers in ${file}`;
  return `complete in ${file}; whether Secret Manager holds ${secrets.join(', ')} is seen when deploying`;
}
