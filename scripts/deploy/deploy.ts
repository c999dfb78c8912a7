// npm run deploy: firebase deploy, with what it would ask and without what it would break.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { adminScreens } from '../../functions/src/contract/routes.ts';
import { projectsOf } from '../../web/build/site-origin.ts';
import { canAsk, realProject, refuse } from '../command-line.ts';
import { printSmoke } from '../smoke.ts';
import { openFirebase, type Firebase } from './firebase.ts';
import { checkParameters, completeParameters, readParameters } from './parameters.ts';

const root = join(import.meta.dirname, '..', '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The multi-regions of Firestore, and the region of a function that is nearest. */
const MULTI_REGIONS: Readonly<Record<string, string>> = {
  nam5: 'us-central1',
  nam7: 'us-central1',
  eur3: 'europe-west1',
};

const database = z.object({ locationId: z.string() });

/**
 * Looks up the region in which a function is near the project's database.
 * @throws {Error} if there is no database: it can't be moved, so its place is not chosen for the owner
 */
async function databaseRegion(firebase: Firebase, project: string): Promise<string> {
  const found = await firebase.query(['firestore:databases:get', '(default)']);
  if (found === undefined) {
    throw new Error(
      'The project has no Firestore database. It can’t be moved later, so choose its place (eur3: Europe, nam5: USA):\n' +
        `  npx firebase firestore:databases:create "(default)" --location <place> --project ${project}\n` +
        'or create it in the Firebase console, in the Standard edition. Then deploy again.',
    );
  }
  const { locationId } = database.parse(found);
  return MULTI_REGIONS[locationId] ?? locationId;
}

const secret = z.object({ secrets: z.array(z.unknown()) });

/** Creates the setup key in Secret Manager if it is missing; firebase-tools would ask for it. */
async function provideSetupKey(firebase: Firebase): Promise<void> {
  const found = await firebase.query(['functions:secrets:get', 'SETUP_KEY']);
  if (found !== undefined && secret.parse(found).secrets.length > 0) return;
  const key = randomBytes(24).toString('base64url');
  await firebase.query(['functions:secrets:set', 'SETUP_KEY', '--data-file=-'], key);
  say('Created the secret SETUP_KEY.');
}

const VISITORS = 'Visitors still get the previous version. Fix it and deploy again.';
const INDEX_INTERVAL_MS = 5_000;
/** An hour; at 100,000 facts they take minutes. */
const INDEX_POLLS = 720;

/**
 * Deploys rules and indexes, and waits until the indexes can be queried: a function that needs them would fail before.
 * @throws {Error} if it fails or takes too long
 */
async function deployIndexes(firebase: Firebase): Promise<void> {
  if (!(await firebase.run(['deploy', '--only=firestore,storage', '--non-interactive']))) {
    throw new Error(`Rules and indexes were not deployed, or not all. ${VISITORS}`);
  }
  for (let poll = 0; poll < INDEX_POLLS; poll += 1) {
    // Only the printed list has the states of the indexes; the JSON leaves them out.
    const listed = await firebase.text(['firestore:indexes', '--pretty']);
    const building = listed.match(/\[CREATING\]/g)?.length ?? 0;
    if (building === 0 && listed.includes('[READY]')) return;
    if (building === 0) throw new Error(`The indexes are not ready. ${listed} ${VISITORS}`);
    if (poll === 0) say(`Firestore is building ${building} of its indexes …`);
    await wait(INDEX_INTERVAL_MS);
  }
  throw new Error(`The indexes are still not ready after an hour. ${VISITORS}`);
}

/**
 * Builds, deploys and checks the site. Hosting is released last and leads to the revision of the function that it was
 * deployed with, so visitors get either version as a whole.
 * @param named the project; default: that of .firebaserc
 * @returns the exit code: 1 if a check of the live site fails
 * @throws {Error} says what prevents the deployment, and what to do
 */
export async function deploy(named: string | undefined): Promise<number> {
  const chosen = named ?? projectsOf(root)['default'];
  if (chosen === undefined || (named === undefined && chosen.startsWith('demo-'))) {
    return refuse(`No project given. Create one at https://console.firebase.google.com, then
  npm run login
  npm run deploy -- --project <its id>
or make it the default in .firebaserc. All steps are in docs/operating.md.`);
  }
  const project = realProject(chosen);
  const aliased = projectsOf(root)[project];
  if (aliased !== undefined && aliased !== project) {
    return refuse(`${project} is the name that .firebaserc gives to ${aliased}: use that id.`);
  }
  const firebase = openFirebase(project);
  checkParameters(root, project, canAsk());
  completeParameters(root, project, await databaseRegion(firebase, project));
  await provideSetupKey(firebase);
  await deployIndexes(firebase);
  // Without a terminal, the answer to each question is yes: old container images are deleted after a day.
  const answers = canAsk() ? [] : ['--non-interactive', '--force'];
  if (!(await firebase.run(['deploy', '--only=functions,hosting', ...answers]))) {
    throw new Error(`Rules and indexes are deployed, Hosting is not released. ${VISITORS}`);
  }

  const { SITE_ORIGIN: origin = '', ADMIN_EMAILS = '' } = readParameters(root, project);
  say(`\nDeployed. Checking ${origin}\n`);
  const failed = await printSmoke(origin, {
    dist: join(root, 'web/dist'),
    google: ADMIN_EMAILS !== '',
  });
  say(`
Next
  New site    ${origin}${adminScreens.setupAdmin.path} creates the administrator. The setup key:
              npx firebase functions:secrets:access SETUP_KEY --project ${project}
  Dashboard   ${origin}${adminScreens.hiddenAdmin.path}, which no page links to${ADMIN_EMAILS && `; with Google: ${ADMIN_EMAILS}`}
  Once        budget alert, backups: docs/operating.md`);
  return failed ? 1 : 0;
}
