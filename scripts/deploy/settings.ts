import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { describeError } from '../../functions/src/platform/logging/describe-error.ts';
import { settings } from '../../functions/src/settings.ts';
import { sendMessage } from '../../functions/src/platform/notifications/notifications.service.ts';
import { ask, canAsk } from '../ask.ts';
import { Refusal } from './checklist.ts';
import type { Firebase } from './firebase.ts';

/** The multi-regions of Firestore, and the region of a function that is nearest. */
const MULTI_REGIONS: Readonly<Record<string, string>> = {
  nam5: 'us-central1',
  nam7: 'us-central1',
  eur3: 'europe-west1',
};

/** Where a database is created for a function. */
export function locationFor(region: string): string {
  return { 'us-central1': 'nam5', 'europe-west1': 'eur3' }[region] ?? region;
}

const database = z.object({ locationId: z.string() });

/**
 * Looks up where the project's database is.
 * @returns Firestore's name of the location; undefined: there is no database yet
 * @throws {Refusal} if it can't be looked up, for example because nobody is signed in
 */
export async function databaseLocation(firebase: Firebase): Promise<string | undefined> {
  const reply = await firebase.query(['firestore:databases:get', '(default)']);
  if (reply.status === 'success') return database.parse(reply.result).locationId;
  // Without the service, there is no database either.
  if (/HTTP Error: 404|has not been used in project/.test(reply.error)) {
    return undefined;
  }
  throw new Refusal(
    `${reply.error} Sign in with npx firebase login, or set GOOGLE_APPLICATION_CREDENTIALS.`,
  );
}

const checkRegion = (region: string) => {
  if (settings.REGION.isValid(region)) return region;
  throw new Refusal(`"${region}" is not ${settings.REGION.mustBe}.`);
};

/**
 * Chooses where the function runs.
 * @param chosen in the owner's file, or with --region
 * @param location of the database; undefined if it does not exist yet
 * @param warn gets a line if the region is far from the database
 * @throws {Refusal} if it has to be chosen and nobody can be asked, or if the answer is no
 */
export async function chooseRegion(
  chosen: string | undefined,
  location: string | undefined,
  warn: (line: string) => void,
): Promise<string> {
  const near = location === undefined ? undefined : (MULTI_REGIONS[location] ?? location);
  const far = (region: string) =>
    `The database is in ${location}, near ${near}: a function in ${region} needs longer for every request.`;
  if (chosen !== undefined) {
    if (near !== undefined && chosen !== near) warn(`! ${far(chosen)}`);
    return checkRegion(chosen);
  }
  if (!canAsk()) {
    if (near !== undefined) return near;
    throw new Refusal(
      'This project has no database yet: choose where the function and the database are with ' +
        '--region <region>, such as us-central1 (database in nam5) or europe-west1 (eur3). A database can’t be moved.',
    );
  }
  const proposal = near ?? 'us-central1';
  const answer = await ask(
    near === undefined
      ? `Where do the function and the new database run? A database can’t be moved. [${proposal}] `
      : `Where does the function run? The database is in ${location}. [${proposal}] `,
  );
  const region = checkRegion(answer || proposal);
  if (near === undefined || region === near) return region;
  if (/^y(es)?$/i.test(await ask(`${far(region)} Use it anyway? [y/N] `))) return region;
  throw new Refusal('No region was chosen.');
}

/**
 * Asks in the terminal whether to send a first message to the webhook, and sends it.
 * @param url the value of NOTIFY_URL; empty if it is not set
 * @param say gets a line with the outcome, without the URL
 */
export async function offerFirstMessage(
  url: string,
  origin: string,
  say: (line: string) => void,
): Promise<void> {
  if (url === '' || !canAsk()) return;
  const answer = await ask('Send a first message to NOTIFY_URL? [y/N] ');
  if (!/^y(es)?$/i.test(answer)) return;
  try {
    await sendMessage(url, `Here you will read when facts wait for a decision on ${origin}.`);
    say('✓ Sent.');
  } catch (error) {
    say(`! It was not accepted: ${describeError(error, [url]).split('\n', 1)[0] ?? ''}`);
  }
}

const secret = z.object({ secrets: z.array(z.unknown()) });

/**
 * Creates the setup key in Secret Manager if it is missing; firebase-tools would ask for it.
 * @returns whether it was created
 * @throws {Refusal} if it can't be looked up or created
 */
export async function provideSetupKey(firebase: Firebase): Promise<boolean> {
  const found = await firebase.query(['functions:secrets:get', 'SETUP_KEY']);
  if (found.status === 'success' && secret.parse(found.result).secrets.length > 0) return false;
  if (found.status === 'error' && !/HTTP Error: 404/.test(found.error)) {
    throw new Refusal(found.error);
  }
  const key = randomBytes(24).toString('base64url');
  const set = await firebase.query(['functions:secrets:set', 'SETUP_KEY', '--data-file=-'], key);
  if (set.status === 'error') throw new Refusal(set.error);
  return true;
}
