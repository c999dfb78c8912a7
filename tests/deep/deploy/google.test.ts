import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFirebase, type Firebase } from '../../../scripts/deploy/firebase.ts';
import {
  chooseRegion,
  databaseLocation,
  provideSetupKey,
} from '../../../scripts/deploy/settings.ts';
import { obsoleteFunctions } from '../../../scripts/deploy/upload.ts';
import { PROJECT, startGoogle } from '../../support/deploy/google-stand-in.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const home = mkdtempSync(join(tmpdir(), 'facts-home-'));

let google: Awaited<ReturnType<typeof startGoogle>>;
let firebase: Firebase;

beforeAll(async () => {
  google = await startGoogle();
  const environment = { ...google.environment, HOME: home, XDG_CONFIG_HOME: home };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  firebase = openFirebase(root, root, PROJECT);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await google[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

/** Chooses a region as a command without a terminal, and returns it with what was printed. */
async function region(chosen: string | undefined, location: string | undefined) {
  const printed: string[] = [];
  return [await chooseRegion(chosen, location, (line) => printed.push(line)), ...printed];
}

describe('the function’s region', () => {
  test('is near the database, whose location is looked up', async () => {
    google.cloud.database = { locationId: 'eur3' };
    expect(await databaseLocation(firebase)).toBe('eur3');
    expect(await region(undefined, 'eur3')).toEqual(['europe-west1']);
    expect(await region(undefined, 'nam5')).toEqual(['us-central1']);
    expect(await region(undefined, 'asia-northeast1')).toEqual(['asia-northeast1']);
  });

  test('has to be named if there is neither a database nor a terminal', async () => {
    google.cloud.database = undefined;
    expect(await databaseLocation(firebase)).toBeUndefined();
    await expect(region(undefined, undefined)).rejects.toThrow('--region');
    expect(await region('asia-northeast1', undefined)).toEqual(['asia-northeast1']);
  });

  test('is the owner’s choice, with a warning if it is far from the database', async () => {
    expect(await region('us-central1', 'eur3')).toEqual([
      'us-central1',
      expect.stringContaining('The database is in eur3, near europe-west1'),
    ]);
    await expect(region('mars', 'eur3')).rejects.toThrow('"mars" is not a region');
  });
});

test('a setup key is created once, and an existing one stays', async () => {
  google.cloud.secret = undefined;
  expect(await provideSetupKey(firebase)).toBe(true);
  const key = google.cloud.secret;
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(await provideSetupKey(firebase)).toBe(false);
  expect(google.cloud.secret).toBe(key);
});

test('functions that firebase-tools would delete stop a deployment without a terminal', async () => {
  const deployed = (region: string, tool: string) => ({
    name: `projects/${PROJECT}/locations/${region}/functions/api`,
    buildConfig: { runtime: 'nodejs24', entryPoint: 'api' },
    labels: { 'deployment-tool': tool },
    serviceConfig: {},
  });
  google.cloud.functions = [
    deployed('europe-west1', 'cli-firebase'),
    deployed('us-east1', 'cli-gcloud'),
  ];
  expect(await obsoleteFunctions(firebase, PROJECT, 'europe-west1')).toEqual([]);
  await expect(obsoleteFunctions(firebase, PROJECT, 'us-central1')).rejects.toThrow(
    `npx firebase functions:delete api --region europe-west1 --project ${PROJECT}`,
  );
});
