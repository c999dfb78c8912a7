// npm run deploy: checks, builds and deploys hosting, function, rules and indexes to a project.
// Usage: deploy.ts [--project <id>] [--check]; --check does everything except the upload.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { checkHeaders, checkRules, readFirebaseJson } from './deploy/check-files.ts';
import { checkFunctions, checkRewrites } from './deploy/check-functions.ts';
import { checkRenderer } from './deploy/check-renderer.ts';
import { messageOf, openChecklist, Refusal } from './deploy/checklist.ts';
import { discoverFunctions, installFunctionsPackage, resolveFunctions } from './deploy/discover.ts';
import {
  checkParameters,
  completeParameters,
  defaultValues,
  parameterFile,
  readParameters,
  type Values,
} from './deploy/parameters.ts';
import { chosenProject } from './deploy/project.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);
const list = openChecklist(say);

/** Used in the checks when no project is named. */
const NO_PROJECT_ID = 'demo-chuck-norris-facts';

const NO_PROJECT = `No project given. Create one at https://console.firebase.google.com, then
  npx firebase login
  npm run deploy -- --project <its id>
or make it the default in .firebaserc. The first deployment asks for the settings it needs.
All steps are in docs/operating.md.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { project: { type: 'string' }, check: { type: 'boolean', default: false } },
  });
  const project = chosenProject(root, values.project);
  if (project === undefined && !values.check) {
    process.stderr.write(`${NO_PROJECT}\n`);
    return 2;
  }
  const build = await checkDeployment(project);
  if (list.failed || build === undefined) {
    process.stderr.write('\nNothing was deployed: see ✗ above.\n');
    return 1;
  }
  if (values.check || project === undefined) {
    say('\nReady to deploy. Only a deployment can show what Google’s servers refuse.');
    return 0;
  }
  const added = completeParameters(root, project, defaultValues(build, project));
  if (added.length > 0) say(`\nDefaults added to ${parameterFile(project)}: ${added.join(', ')}`);
  const code = upload(project);
  if (code === 0) say('\nOn a new site, claim it now at /setup-admin with the setup key.');
  return code;
}

/**
 * Checks and builds everything that is deployed, without an account. The checklist gets the outcome.
 * @param project undefined if none is chosen; then checks that depend on it are less strict
 * @returns the discovered functions; undefined: discovery failed
 */
async function checkDeployment(project: string | undefined): Promise<Build | undefined> {
  const id = project ?? NO_PROJECT_ID;
  const files = await list.check(
    'firebase.json',
    () => readFirebaseJson(root),
    () => 'fits the schema of firebase-tools',
  );
  if (files !== undefined) {
    const { hosting, firestore, storage } = files;
    await list.check('Security headers', () => checkHeaders(hosting));
    await list.check('Firestore rules', () => checkRules(root, firestore.rules, 'cloud.firestore'));
    await list.check('Storage rules', () => checkRules(root, storage.rules, 'firebase.storage'));
  }
  let values: Values = {};
  if (project !== undefined) {
    const read = () => readParameters(root, project);
    const names = (given: Values) => Object.keys(given).join(', ') || `none yet for ${project}`;
    values = (await list.check('Parameter file', read, names)) ?? {};
  }
  const siteOrigin = values['SITE_ORIGIN'] || `https://${id}.web.app`;
  const built = await list.check('Build', () => buildProject(siteOrigin));
  const build = built === undefined ? undefined : await checkPackage(id, values);
  if (build === undefined || files === undefined) {
    await list.check('Renderer, parameters, function and rewrites', () => {
      throw new Refusal('not checked, because a check above failed');
    });
    return build;
  }
  await list.check('Renderer', () => checkRenderer(root, files));
  const functions = () => resolveFunctions(build, id, values);
  await list.check('Parameters', () =>
    checkParameters(build, project, values, process.stdin.isTTY),
  );
  await list.check('Function', async () => checkFunctions(await functions()));
  await list.check('Rewrites', async () => checkRewrites(root, files.hosting, await functions()));
  return build;
}

/** Builds function and site for production. */
function buildProject(siteOrigin: string): string {
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
async function checkPackage(project: string, values: Values): Promise<Build | undefined> {
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

/** Runs firebase-tools, which asks in this terminal. @returns its exit code */
function upload(project: string): number {
  const firebase = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  // The bootstrap turns off the metadata server, which may hold the credentials for the deployment.
  const { METADATA_SERVER_DETECTION: _, ...env } = process.env;
  const targets = 'firestore,storage,functions,hosting';
  const args = ['deploy', `--project=${project}`, `--only=${targets}`];
  const options = { cwd: root, env, stdio: 'inherit' } as const;
  return spawnSync(process.execPath, [firebase, ...args], options).status ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
