import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendFunction, Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { resolveBackend } from 'firebase-tools/lib/deploy/functions/build.js';
import { yamlToBuild } from 'firebase-tools/lib/deploy/functions/runtimes/discovery/index.js';
import { endpointsAreValid } from 'firebase-tools/lib/deploy/functions/validate.js';
import { defaultValues, type Values } from './parameters.ts';
import { Refusal } from './refusal.ts';

/** firebase-tools waits 10 s; a busy machine gets longer. */
const TIMEOUT_MS = 60_000;
const RUNTIME = 'nodejs24';

/**
 * Loads the built function in a child process and reads what it exports, as firebase-tools does: its
 * environment contains only the owner's parameters and Firebase's variables.
 * @param folder with package.json, lib and node_modules of the function
 * @throws {Refusal} if it doesn't load
 * @throws {Error} if firebase-tools can't read its manifest
 */
export async function discoverFunctions(
  folder: string,
  project: string,
  values: Values,
): Promise<Build> {
  const output = mkdtempSync(join(tmpdir(), 'facts-manifest-'));
  const manifest = join(output, 'functions.yaml');
  const program = join(folder, 'node_modules/firebase-functions/lib/bin/firebase-functions.js');
  const { HOME, PATH } = process.env;
  const child = spawn(process.execPath, [program], {
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
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  try {
    const [code]: unknown[] = await once(child, 'close');
    if (code === null)
      throw new Refusal(`The function did not load within ${TIMEOUT_MS / 1_000} s.`);
    if (code !== 0) throw new Refusal(`The function did not load. ${errors}`);
    return yamlToBuild(JSON.parse(readFileSync(manifest, 'utf8')), project, 'us-central1', RUNTIME);
  } finally {
    rmSync(output, { recursive: true });
  }
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
    userEnvs: { ...missing, ...defaultValues(build, project), ...values },
    codebase: 'default',
    nonInteractive: true,
    isEmulator: true,
  });
  endpointsAreValid(backend, { endpoints: {} });
  return Object.values(backend.endpoints).flatMap((region) => Object.values(region));
}
