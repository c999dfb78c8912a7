// npm run deploy: checks, builds and deploys hosting, function, rules and indexes to a project.
// Usage: deploy.ts [--project <id>] [--check]; --check does everything except the upload.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDeployment } from './deploy/check-deployment.ts';
import { messageOf, openChecklist } from './deploy/checklist.ts';
import { completeParameters, defaultValues, parameterFile } from './deploy/parameters.ts';
import { chosenProject } from './deploy/project.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

const NO_PROJECT = `No project given. Create one at https://console.firebase.google.com, then
  npx firebase login
  npm run deploy -- --project <its id>
or make it the default in .firebaserc. The first deployment asks for the settings it needs.
All steps are in docs/operating.md.`;

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
    say('\nReady to deploy. Only a deployment can show what Google’s servers refuse.');
    return 0;
  }
  const added = completeParameters(root, project, defaultValues(build, project));
  if (added.length > 0) say(`\nDefaults added to ${parameterFile(project)}: ${added.join(', ')}`);
  const code = upload(project);
  if (code === 0) say('\nOn a new site, claim it now at /setup-admin with the setup key.');
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
