import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { checkHeaders, checkRules, readFirebaseJson, type FirebaseJson } from './check-files.ts';
import { checkFunctions, checkRewrites } from './check-functions.ts';
import { Refusal, type Checklist } from './checklist.ts';
import { discoverFunctions, installFunctionsPackage, resolveFunctions } from './discover.ts';
import { checkParameters, readParameters, type Values } from './parameters.ts';

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
    const read = () => readParameters(root, project);
    const names = (given: Values) => Object.keys(given).join(', ') || `none yet for ${project}`;
    values = (await list.check('Parameter file', read, names)) ?? {};
  }
  const siteOrigin = values['SITE_ORIGIN'] || `https://${id}.web.app`;
  const built = await list.check('Build', () => buildProject(root, siteOrigin));
  const build = built === undefined ? undefined : await checkPackage(list, root, id, values);
  if (build === undefined || firebaseJson === undefined) {
    await list.check('Parameters, function and rewrites', () => {
      throw new Refusal('not checked, because a check above failed');
    });
    return build;
  }
  const functions = () => resolveFunctions(build, id, values);
  await list.check('Parameters', () => checkParameters(build, project, values, interactive));
  await list.check('Function', async () => checkFunctions(await functions()));
  await list.check('Rewrites', async () =>
    checkRewrites(root, firebaseJson.hosting, await functions()),
  );
  return build;
}

async function checkFiles(list: Checklist, root: string): Promise<FirebaseJson | undefined> {
  const found = await list.check(
    'firebase.json',
    () => readFirebaseJson(root),
    () => 'fits the schema of firebase-tools',
  );
  if (found === undefined) return undefined;
  const { hosting, firestore, storage } = found;
  await list.check('Security headers', () => checkHeaders(hosting));
  await list.check('Firestore rules', () => checkRules(root, firestore.rules, 'cloud.firestore'));
  await list.check('Storage rules', () => checkRules(root, storage.rules, 'firebase.storage'));
  return found;
}

/** Builds function and site for production. */
function buildProject(root: string, siteOrigin: string): string {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', SITE_ORIGIN: siteOrigin },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Refusal(stderr);
  return `function and site, for ${siteOrigin}`;
}

/** Installs the function as the cloud does and discovers what it exports. */
async function checkPackage(
  list: Checklist,
  root: string,
  project: string,
  values: Values,
): Promise<Build | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'facts-function-'));
  try {
    const installed = await list.check('Function packages', async () => {
      await installFunctionsPackage(root, folder);
      return `installed from the function's own lockfile, on Node ${process.versions.node}`;
    });
    if (installed === undefined) return undefined;
    return await list.check(
      'Discovery',
      () => discoverFunctions(folder, project, values),
      () => 'the bundle loads there, and firebase-tools reads its exports',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
