// npm run deploy: checks, builds and deploys hosting, function, rules and indexes to a project.
import { join } from 'node:path';
import { readCommandLine, refuseCommandLine, type Program } from './command-line.ts';
import { checkDeployment } from './deploy/check.ts';
import { messageOf, openChecklist } from './deploy/checklist.ts';
import { openFirebase } from './deploy/firebase.ts';
import {
  addOptions,
  askAdminEmails,
  completeParameters,
  defaultValues,
  parameterFile,
  parameterFiles,
  readParameters,
  unknownParameters,
  type Values,
} from './deploy/parameters.ts';
import { chosenProject } from './deploy/project.ts';
import {
  chooseRegion,
  databaseLocation,
  locationFor,
  offerFirstMessage,
  provideSetupKey,
} from './deploy/settings.ts';
import { copyParameters, openStaging, setDatabaseLocation } from './deploy/staging.ts';
import { deployRules, deploySite, obsoleteFunctions, rehearse } from './deploy/upload.ts';
import { adminScreens } from '../functions/src/contract/routes.ts';
import { printSmoke } from './smoke/run.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

const NO_PROJECT = `No project given. Create one at https://console.firebase.google.com, then
  npx firebase login
  npm run deploy -- --project <its id>
or make it the default in .firebaserc. All steps are in docs/operating.md.`;

const PROGRAM = {
  command: 'npm run deploy',
  does:
    'Checks, builds and deploys Hosting, the function, rules and indexes to a project, and checks the live\n' +
    'site. A first deployment asks for what has no default; without a terminal, options answer.',
  options: {
    project: { type: 'string', value: 'id', help: 'the project; default: that of .firebaserc' },
    check: { type: 'boolean', help: 'does everything up to the upload; needs no account' },
    region: {
      type: 'string',
      value: 'region',
      help: 'where the function runs; default: near the database',
    },
    'admin-emails': {
      type: 'string',
      value: 'addresses',
      help: "the administrators' Google accounts, separated by commas; '' to sign in by password only",
    },
    account: {
      type: 'string',
      value: 'address',
      help: 'which of several accounts of firebase login to use',
    },
  },
  example:
    'npm run deploy -- --project my-facts --region europe-west1 --admin-emails boss@example.com',
} as const satisfies Program;

function projectOf(named: string | undefined): string | undefined {
  try {
    return chosenProject(root, named);
  } catch (error) {
    return refuseCommandLine(PROGRAM, messageOf(error));
  }
}

async function main(): Promise<number> {
  const { values: options } = readCommandLine(PROGRAM);
  const project = projectOf(options.project);
  if (project === undefined && !options.check) return refuseCommandLine(PROGRAM, NO_PROJECT);

  const list = openChecklist(say);
  const chosen = { REGION: options.region, ADMIN_EMAILS: options['admin-emails'] };
  const values = await list.check(
    'Parameter file',
    () => addOptions(project === undefined ? {} : readParameters(root, project), chosen),
    (given) => Object.keys(given).join(', ') || 'no values yet',
  );
  const unknown = values && project ? unknownParameters(root, project) : [];
  if (unknown.length > 0) {
    say(`! The parameter file has ${unknown.join(', ')}, which is no setting: delete it.`);
  }
  using staging = openStaging(root);
  await checkDeployment(staging, root, project, values ?? {}, list);
  if (list.failed || values === undefined) {
    process.stderr.write('\nNothing was deployed: see ✗ above.\n');
    return 1;
  }
  if (options.check || project === undefined) {
    say('\nReady to deploy. Only a deployment can show what Google’s servers refuse.');
    return 0;
  }

  say(`\nProject ${project}`);
  const firebase = openFirebase(root, staging.root, project, options.account);
  const location = await databaseLocation(firebase);
  const region = await chooseRegion(values['REGION'], location, say);
  if (location === undefined) setDatabaseLocation(staging, locationFor(region));
  say(`Function in ${region}, database in ${location ?? `${locationFor(region)}, to be created`}.`);
  const { ADMIN_EMAILS = await askAdminEmails() } = values;
  const answers: Values = { ...defaultValues(project), ...values, ADMIN_EMAILS, REGION: region };
  const { SITE_ORIGIN: origin = '', NOTIFY_URL = '' } = answers;
  const added = completeParameters(root, project, answers);
  if (added.length > 0) say(`Added to ${parameterFile(project)}: ${added.join(', ')}.`);
  copyParameters(staging, parameterFiles(project), root);
  if (await provideSetupKey(firebase)) say('Created the secret SETUP_KEY.');

  await rehearse(firebase);
  const obsolete = await obsoleteFunctions(firebase, project, region);
  await deployRules(firebase, say);
  await deploySite(firebase, obsolete);

  say(`\nDeployed. Checking ${origin}\n`);
  const failed = await printSmoke(origin, {
    dist: join(staging.root, 'web/dist'),
    google: ADMIN_EMAILS !== '',
  });
  await offerFirstMessage(NOTIFY_URL, origin, say);
  say(`
Next
  New site    ${origin}${adminScreens.setupAdmin.path} creates the administrator. The setup key:
              npx firebase functions:secrets:access SETUP_KEY --project ${project}
  Dashboard   ${origin}${adminScreens.hiddenAdmin.path}, which no page links to${ADMIN_EMAILS && `; with Google: ${ADMIN_EMAILS}`}
  Once        budget alert, backups: docs/operating.md`);
  return failed ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
