import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { canAsk } from '../ask.ts';
import { counted } from '../counted.ts';
import { Refusal } from './checklist.ts';
import type { Firebase } from './firebase.ts';

const RULES = '--only=firestore,storage';
const SITE = '--only=functions,hosting';
const ALL = '--only=firestore,storage,functions,hosting';

const INDEX_INTERVAL_MS = 5_000;
/** How long a deployment waits for indexes; at 100,000 facts they take minutes. */
const INDEX_TIMEOUT_MS = 60 * 60_000;

const VISITORS = 'Visitors still get the previous version. Fix it and deploy again.';

/**
 * Lets firebase-tools check everything that it checks before an upload: the account's permissions, the
 * billing plan, the services (it enables those that are missing), the parameters, the secret. It creates a
 * missing database.
 * @throws {Refusal} if something is missing
 */
export async function rehearse(firebase: Firebase): Promise<void> {
  if (await firebase.run(['deploy', ALL, '--dry-run', '--non-interactive', '--force'])) return;
  throw new Refusal('Nothing was uploaded: see the error above.');
}

const functions = z.array(
  z.object({
    id: z.string(),
    region: z.string(),
    codebase: z.string(),
    labels: z.optional(z.record(z.string(), z.string())),
  }),
);

type DeployedFunction = z.output<typeof functions>[number];

/**
 * Finds the functions that firebase-tools would delete: those of an earlier deployment that the present one
 * does not have, for example after another region was chosen.
 * @throws {Refusal} if there are some and nobody can be asked about them, or if they can't be listed
 */
export async function obsoleteFunctions(
  firebase: Firebase,
  project: string,
  region: string,
): Promise<DeployedFunction[]> {
  const reply = await firebase.query(['functions:list']);
  if (reply.status === 'error') throw new Refusal(`${reply.error} Nothing was uploaded.`);
  const obsolete = functions
    .parse(reply.result)
    .filter(({ codebase }) => codebase === 'default')
    .filter(({ labels }) => labels?.['deployment-tool']?.startsWith('cli-firebase'))
    .filter((each) => each.id !== 'api' || each.region !== region);
  if (obsolete.length === 0 || canAsk()) return obsolete;
  const commands = obsolete.map(
    (each) =>
      `npx firebase functions:delete ${each.id} --region ${each.region} --project ${project}`,
  );
  throw new Refusal(
    'Nothing was uploaded: the project has functions that this version does not have. Deploy in a terminal, ' +
      `where firebase-tools asks about them, or delete them first:\n  ${commands.join('\n  ')}`,
  );
}

/**
 * Deploys rules and indexes, and waits until the indexes can be queried: a function that needs them would
 * fail before. Indexes that the present version doesn't have stay, because the previous one may need them.
 * @throws {Refusal} if it fails or takes too long
 */
export async function deployRules(firebase: Firebase, say: (line: string) => void): Promise<void> {
  if (!(await firebase.run(['deploy', RULES, '--non-interactive']))) {
    throw new Refusal(`Rules and indexes were not deployed, or not all. ${VISITORS}`);
  }
  const end = performance.now() + INDEX_TIMEOUT_MS;
  let announced = -1;
  for (;;) {
    // Only the printed list has the states of the indexes; the JSON leaves them out.
    const listed = await firebase.text(['firestore:indexes', '--pretty']);
    if (listed.includes('[NEEDS_REPAIR]')) {
      throw new Refusal(`An index could not be built: delete it in the console. ${VISITORS}`);
    }
    if (!/\[READY\]|\[CREATING\]/.test(listed)) {
      throw new Refusal(`The indexes can’t be listed. ${listed} ${VISITORS}`);
    }
    const building = listed.match(/\[CREATING\]/g)?.length ?? 0;
    if (building === 0) break;
    if (performance.now() > end) {
      throw new Refusal(`${counted(building, 'index', 'indexes')} still building. ${VISITORS}`);
    }
    if (building !== announced) say(`Firestore builds ${counted(building, 'index', 'indexes')} …`);
    announced = building;
    await wait(INDEX_INTERVAL_MS);
  }
}

/**
 * Deploys the function and Hosting. Hosting is released last and leads to the revision of the function that
 * it was deployed with, so visitors get either version as a whole.
 * @param obsolete what {@link obsoleteFunctions} found. Without any, every question has one answer, so
 *   firebase-tools asks nothing: old container images are deleted after a day, and MIN_INSTANCES may cost what it costs.
 * @throws {Refusal} if it fails
 */
export async function deploySite(
  firebase: Firebase,
  obsolete: readonly DeployedFunction[],
): Promise<void> {
  const answers = obsolete.length === 0 ? ['--force'] : [];
  if (await firebase.run(['deploy', SITE, ...answers])) return;
  throw new Refusal(
    `Rules and indexes are deployed; the function may be, Hosting is not released. ${VISITORS}`,
  );
}
