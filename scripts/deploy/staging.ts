import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { Refusal } from './checklist.ts';

const CONFIGURATION = [
  'firebase.json',
  'firestore.rules',
  'firestore.indexes.json',
  'storage.rules',
];

/**
 * A folder outside the project with everything that is deployed. It is built, checked and uploaded there, so
 * that what is uploaded is what was checked, and a running `npm start` keeps its own build.
 */
export interface Staging extends Disposable {
  root: string;
}

/** Creates the folder, with the configuration; the build and the function's packages come later. */
export function openStaging(project: string): Staging {
  const root = mkdtempSync(join(tmpdir(), 'facts-deployment-'));
  for (const file of CONFIGURATION) cpSync(join(project, file), join(root, file));
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}

/** Builds function and site for production. @returns what was built, for the checklist */
export function buildInto(
  staging: Staging,
  project: string,
  values: { SITE_ORIGIN: string; CONTACT: string },
): string {
  const script = join(project, 'scripts/build.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--out', staging.root], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production', ...values },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Refusal(stderr);
  return `function and site, for ${values.SITE_ORIGIN}`;
}

/** Copies the owner's parameter files, which firebase-tools reads beside the function. */
export function copyParameters(staging: Staging, files: readonly string[], project: string): void {
  for (const file of files) {
    if (existsSync(join(project, file))) cpSync(join(project, file), join(staging.root, file));
  }
}

const configuration = z.looseObject({ firestore: z.looseObject({}) });

/** Sets where firebase-tools creates a missing database. */
export function setDatabaseLocation({ root }: Staging, location: string): void {
  const file = join(root, 'firebase.json');
  const firebaseJson = configuration.parse(JSON.parse(readFileSync(file, 'utf8')));
  firebaseJson.firestore['location'] = location;
  writeFileSync(file, JSON.stringify(firebaseJson, null, 2));
}
