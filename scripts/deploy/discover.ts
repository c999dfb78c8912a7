import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendFunction, Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { resolveBackend } from 'firebase-tools/lib/deploy/functions/build.js';
import { yamlToBuild } from 'firebase-tools/lib/deploy/functions/runtimes/discovery/index.js';
import { endpointsAreValid } from 'firebase-tools/lib/deploy/functions/validate.js';
import { npm, withProgress } from '../npm.mjs';
import { messageOf, Refusal } from './checklist.ts';
import { defaultValues, type Values } from './parameters.ts';

/** What Cloud Build installs the packages with. */
const PACKAGE = ['package.json', 'package-lock.json', '.npmrc'];

const INSTALL = 'ci --omit=dev --ignore-scripts --prefer-offline --no-audit --no-fund'.split(' ');

/**
 * Installs the packages in the function’s own lockfile as Cloud Build does: in a separate folder, without
 * development packages.
 * @param folder a folder outside the project
 * @throws {Refusal} with npm's output
 */
export async function installFunctionsPackage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of PACKAGE) cpSync(join(root, 'functions', file), join(folder, file));
  try {
    await withProgress('  Installing the function’s packages in a clean folder', () =>
      npm(folder, INSTALL),
    );
  } catch (cause) {
    throw new Refusal(
      `Run npm install in functions/ and commit its lockfile. ${messageOf(cause)}`,
      { cause },
    );
  }
}

/** firebase-tools waits 10 s; a busy machine gets longer. */
const TIMEOUT_MS = 60_000;

/**
 * Loads the built function in a child process and reads what it exports, as firebase-tools does: its
 * environment contains only the owner's parameters and Firebase's variables.
 * @param folder with package.json, lib and node_modules of the function
 * @throws {Refusal} if it doesn't load
 * @throws {Error} if firebase-tools can't read its manifest
 */
export function discoverFunctions(folder: string, project: string, values: Values): Build {
  const manifest = join(folder, 'manifest.json');
  const program = join(folder, 'node_modules/firebase-functions/lib/bin/firebase-functions.js');
  const { HOME, PATH } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: folder,
    env: {
      ...values,
      HOME,
      PATH,
      FIREBASE_CONFIG: JSON.stringify({ projectId: project }),
      GCLOUD_PROJECT: project,
      GOOGLE_CLOUD_QUOTA_PROJECT: project,
      FUNCTIONS_CONTROL_API: 'true',
      FUNCTIONS_MANIFEST_OUTPUT_PATH: manifest,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  if (status === null) {
    throw new Refusal(`The function did not load within ${TIMEOUT_MS / 1_000} s.`);
  }
  if (status !== 0) throw new Refusal(`The function did not load. ${stderr}`);
  const exported: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  // The folder is uploaded.
  rmSync(manifest);
  return yamlToBuild(exported, project, 'us-central1', 'nodejs24');
}

/**
 * Resolves the functions as they would be deployed, with the parameters' values; missing values are empty.
 * @throws {Error} what firebase-tools would refuse
 */
export async function resolveFunctions(
  build: Build,
  project: string,
  values: Values,
): Promise<BackendFunction[]> {
  const missing = Object.fromEntries(build.params.map(({ name }) => [name, '']));
  const { backend } = await resolveBackend({
    build,
    firebaseConfig: { projectId: project },
    userEnvs: { ...missing, ...defaultValues(project), ...values },
    codebase: 'default',
    nonInteractive: true,
    isEmulator: true,
  });
  endpointsAreValid(backend, { endpoints: {} });
  return Object.values(backend.endpoints).flatMap((region) => Object.values(region));
}
