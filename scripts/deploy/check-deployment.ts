import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { checkIndexes, checkRules, readFirebaseJson, type FirebaseJson } from './check-files.ts';
import { checkFunctions, checkParameters } from './check-functions.ts';
import { checkHeaders, checkRewrites } from './check-hosting.ts';
import type { Checklist } from './checklist.ts';
import { discoverFunctions, resolveFunctions } from './discover.ts';
import { installFunctionsPackage } from './functions-package.ts';
import { readParameters, type Values } from './parameters.ts';
import { Refusal } from './refusal.ts';

/** Used in the checks when no project is named. */
const NO_PROJECT = 'demo-chuck-norris-facts';

/** What to deploy, and where. */
interface Deployment {
  root: string;
  /** undefined if no project is chosen; then checks that depend on it are less strict */
  project: string | undefined;
  /** whether firebase-tools can ask for what is missing */
  interactive: boolean;
}

/** Builds function and site for production in a child process. */
async function buildProject(root: string, siteOrigin: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SITE_ORIGIN: siteOrigin },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Refusal(errors);
  return `function and site, for ${siteOrigin}`;
}

async function checkFiles(list: Checklist, root: string): Promise<FirebaseJson | undefined> {
  let read: FirebaseJson | undefined;
  await list.check('firebase.json', () => {
    read = readFirebaseJson(root);
    return 'fits the schema of firebase-tools';
  });
  if (read === undefined) return undefined;
  const { hosting, firestore, storage } = read;
  await list.check('Security headers', () => checkHeaders(hosting));
  await list.check('Firestore rules', () => checkRules(root, firestore.rules, 'cloud.firestore'));
  await list.check('Storage rules', () => checkRules(root, storage.rules, 'firebase.storage'));
  await list.check('Firestore indexes', () => checkIndexes(root, firestore.indexes));
  return read;
}

/** Installs the function as the cloud does and discovers what it exports. */
async function checkPackage(
  list: Checklist,
  root: string,
  project: string,
  values: Values,
): Promise<Build | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'facts-function-'));
  let build: Build | undefined;
  try {
    const installed = await list.check('Function packages', async () => {
      await installFunctionsPackage(root, folder);
      return `installed from the function's own lockfile, on Node ${process.versions.node}`;
    });
    if (!installed) return undefined;
    await list.check('Discovery', async () => {
      build = await discoverFunctions(folder, project, values);
      return 'the bundle loads there, and firebase-tools reads its exports';
    });
    return build;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Checks and builds everything that is deployed, without an account. The checklist gets the outcome.
 * @returns the discovered functions; undefined: discovery failed
 */
export async function checkDeployment(
  list: Checklist,
  { root, project, interactive }: Deployment,
): Promise<Build | undefined> {
  const id = project ?? NO_PROJECT;
  const firebaseJson = await checkFiles(list, root);
  let values: Values = {};
  if (project !== undefined) {
    await list.check('Parameter file', () => {
      values = readParameters(root, project);
      return Object.keys(values).join(', ') || `none yet for ${project}`;
    });
  }
  const siteOrigin = values['SITE_ORIGIN'] || `https://${id}.web.app`;
  const built = await list.check('Build', () => buildProject(root, siteOrigin));
  const build = built ? await checkPackage(list, root, id, values) : undefined;
  if (build === undefined || firebaseJson === undefined) {
    list.skip('Parameters, function and rewrites', 'because a check above failed');
    return build;
  }
  await list.check('Parameters', () => checkParameters(build, project, values, interactive));
  await list.check('Function', async () =>
    checkFunctions(await resolveFunctions(build, id, values)),
  );
  await list.check('Rewrites', async () => {
    const functions = await resolveFunctions(build, id, values);
    return checkRewrites(root, firebaseJson.hosting, functions);
  });
  return build;
}
