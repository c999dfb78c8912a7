import { join } from 'node:path';
import { contactUrl } from '../../functions/src/domain/index.ts';
import { problemOf } from '../../functions/src/settings.ts';
import { deniesEverything as firestoreDenies } from 'firestore-emulator';
import { deniesEverything as storageDenies } from 'storage-emulator';
import { checkHeaders, checkRules, readFirebaseJson } from './check-files.ts';
import { checkFunctions, checkRewrites } from './check-functions.ts';
import { checkRenderer } from './check-renderer.ts';
import { Refusal, type Checklist } from './checklist.ts';
import { discoverFunctions, installFunctionsPackage, resolveFunctions } from './discover.ts';
import { checkParameters, defaultValues, type Values } from './parameters.ts';
import { buildInto, type Staging } from './staging.ts';

const NO_CONTACT =
  'none! Visitors can’t reach you: set CONTACT to an e-mail or https address in the parameter file.';

/** Used in the checks when no project is named. */
const NO_PROJECT_ID = 'demo-chuck-norris-facts';

/**
 * Builds and checks in the staging folder everything that is deployed, without an account.
 * @param root the project's folder
 * @param project undefined if none is chosen; then checks that depend on it are less strict
 * @param values of the parameters, as far as they are chosen
 * @param list gets the outcome of each check
 */
export async function checkDeployment(
  staging: Staging,
  root: string,
  project: string | undefined,
  values: Values,
  list: Checklist,
): Promise<void> {
  const id = project ?? NO_PROJECT_ID;
  const files = await list.check(
    'firebase.json',
    () => readFirebaseJson(staging.root),
    () => 'fits the schema of firebase-tools',
  );
  if (files !== undefined) {
    const { hosting, firestore, storage } = files;
    await list.check('Security headers', () => checkHeaders(hosting));
    await list.check('Firestore rules', () =>
      checkRules(staging.root, firestore.rules, firestoreDenies),
    );
    await list.check('Storage rules', () => checkRules(staging.root, storage.rules, storageDenies));
  }
  await list.check('Parameters', () => checkParameters(project, values, process.stdin.isTTY));
  // The checks below are not about malformed ones, in whose place they use the defaults.
  const valid = Object.entries(values).filter(([name, value]) => !problemOf(name, value));
  const usable = Object.fromEntries(valid);
  const { SITE_ORIGIN = '', CONTACT = '' } = { ...defaultValues(id), ...usable };
  await list.check('Contact', () => (CONTACT === '' ? NO_CONTACT : contactUrl(CONTACT)));
  const site = { SITE_ORIGIN, CONTACT };
  const built = await list.check('Build', () => buildInto(staging, root, site));
  const folder = join(staging.root, 'functions');
  const installed =
    built &&
    (await list.check('Function packages', async () => {
      await installFunctionsPackage(root, folder);
      return `installed from the function's own lockfile, on Node ${process.versions.node}`;
    }));
  const build =
    installed &&
    (await list.check(
      'Discovery',
      () => discoverFunctions(folder, id, usable),
      () => 'the bundle loads there, and firebase-tools reads its exports',
    ));
  if (!build || files === undefined) {
    await list.check('Renderer, function and rewrites', () => {
      throw new Refusal('not checked, because a check above failed');
    });
    return;
  }
  await list.check('Renderer', () => checkRenderer(staging.root, files));
  const functions = () => resolveFunctions(build, id, usable);
  await list.check('Function', async () => checkFunctions(await functions()));
  await list.check('Rewrites', async () =>
    checkRewrites(staging.root, files.hosting, await functions()),
  );
}
