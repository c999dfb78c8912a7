// Checks, builds and deploys hosting, function, rules and indexes to a project.
// Usage: deploy.ts [--project <id>] [--check]; with --check everything but the upload.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDeployment } from './deploy/check-deployment.ts';
import { openChecklist } from './deploy/checklist.ts';
import { completeParameters, defaultValues, parameterFile } from './deploy/parameters.ts';
import { chosenProject } from './deploy/project.ts';
import { messageOf } from './deploy/refusal.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

const NO_PROJECT = `Which project? Create one at https://console.firebase.google.com, then
  npx firebase login
  npm run deploy -- --project <its id>
or make it the default of .firebaserc. The first deployment asks for what the site needs to know.
docs/operating.md has the whole way.`;

/** Hands over to firebase-tools, which asks at this terminal. */
async function upload(project: string): Promise<number> {
  const firebase = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  // Set where nothing of Google's is to be found; here its credentials may be.
  const { METADATA_SERVER_DETECTION: _, ...env } = process.env;
  const targets = 'firestore,storage,functions,hosting';
  const args = ['deploy', `--project=${project}`, `--only=${targets}`];
  const child = spawn(process.execPath, [firebase, ...args], { cwd: root, env, stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { project: { type: 'string' }, check: { type: 'boolean', default: false } },
  });
  const project = chosenProject(root, values.project);
  if (project === undefined && !values.check) {
    process.stderr.write(`${NO_PROJECT}\n`);
    return 2;
  }
  const list = openChecklist(say);
  const interactive = process.stdin.isTTY;
  const build = await checkDeployment(list, { root, project, interactive });
  if (list.failed || build === undefined) {
    process.stderr.write('\nNothing was deployed: see ✗ above.\n');
    return 1;
  }
  if (values.check || project === undefined) {
    say('\nReady to be deployed. Only a deployment shows what Google’s servers refuse.');
    return 0;
  }
  const added = completeParameters(root, project, defaultValues(build, project));
  if (added.length > 0) say(`\nDefaults in ${parameterFile(project)}: ${added.join(', ')}`);
  const code = await upload(project);
  if (code === 0) say('\nOn a new site, claim it now at /setup-admin with the setup key.');
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
