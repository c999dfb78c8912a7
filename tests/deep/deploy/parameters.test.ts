import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveBackend, type Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectId as demoProject } from '../../../local/stack/firebase-json.ts';
import { openChecklist } from '../../../scripts/deploy/checklist.ts';
import { discoverFunctions } from '../../../scripts/deploy/discover.ts';
import {
  addOptions,
  checkParameters,
  completeParameters,
  defaultValues,
  readParameters,
  unknownParameters,
  type Values,
} from '../../../scripts/deploy/parameters.ts';
import { bundleInto, copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';

const PROJECT = 'some-project';
const FILE = `functions/.env.${PROJECT}`;

let copy: ProjectCopy;
let discovered: Build;

beforeAll(async () => {
  copy = copyProject(['functions']);
  await bundleInto(copy);
  discovered = discoverFunctions(join(copy.root, 'functions'), PROJECT, {});
});
beforeEach(() => copy.write(FILE, ''));
afterEach(() => copy.restore());
afterAll(() => copy?.[Symbol.dispose]());

/** Resolves parameters as firebase-tools does without a terminal. */
const resolveWithoutAsking = (values: Values, project = PROJECT) =>
  resolveBackend({
    build: discovered,
    firebaseConfig: { projectId: project },
    userEnvs: { ...values },
    codebase: 'default',
    nonInteractive: true,
    isEmulator: true,
  });

test('every project’s function starts with settings that limit its memory', { tags: 'P22' }, () => {
  expect(readParameters(copy.root, PROJECT)).toEqual({
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  });
});

test('what is no setting is named, for example one of an earlier version', () => {
  copy.write(
    FILE,
    'REVIEW_MODEL=gemini-3.5-flash-lite\nMAX_INSTANCE=\nMAX_INSTANCES=3\nNODE_OPTIONS=',
  );
  expect(unknownParameters(copy.root, PROJECT)).toEqual(['REVIEW_MODEL', 'MAX_INSTANCE']);
});

test('an empty value counts as unset, unless it is an answer', () => {
  copy.write(FILE, 'ADMIN_EMAILS=\nMAX_INSTANCES=\nREGION=\n');
  const values = readParameters(copy.root, PROJECT);
  expect(values).toHaveProperty('ADMIN_EMAILS', '');
  expect(values).not.toHaveProperty('REGION');
  completeParameters(copy.root, PROJECT, defaultValues(PROJECT));
  expect(readParameters(copy.root, PROJECT)).toMatchObject({ MAX_INSTANCES: '10' });
});

test.each([
  ['no limit on instances', { MAX_INSTANCES: '0' }],
  ['a malformed number', { MAX_INSTANCES: 'many' }],
  ['too little memory for images', { MEMORY_MIB: '256' }],
  ['less time than an image takes', { TIMEOUT_SECONDS: '30' }],
  ['more time than Hosting allows', { TIMEOUT_SECONDS: '300' }],
  ['a minimum of instances above the maximum', { MIN_INSTANCES: '11' }],
  ['no concurrent requests', { CONCURRENCY: '0' }],
  ['a nonexistent region', { REGION: 'mars' }],
  ['the setting for one administrator', { ADMIN_EMAIL: 'boss@example.com' }],
])('%s is refused with what it must be', { tags: 'S19' }, (_name, values) => {
  const check = () => checkParameters(PROJECT, { ADMIN_EMAILS: '', ...values }, false);
  expect(check).toThrow(new RegExp(`^(Rename )?${Object.keys(values)[0]} (must be|to) `));
});

describe('a first deployment', () => {
  test('asks only for the administrators', () => {
    const text = checkParameters(PROJECT, {}, true);
    expect(text).toContain('asks for ADMIN_EMAILS and');
  });

  test('is refused without a terminal, with an error that names what to add where', () => {
    expect(() => checkParameters(PROJECT, {}, false)).toThrow(
      `ADMIN_EMAILS missing in ${FILE}: add it there, or use --admin-emails.`,
    );
  });

  test('takes values from the command line, but none that contradicts the file', () => {
    const options = { ADMIN_EMAILS: 'boss@example.com', REGION: undefined };
    expect(addOptions({ REGION: 'europe-west1' }, options)).toEqual({
      REGION: 'europe-west1',
      ADMIN_EMAILS: 'boss@example.com',
    });
    expect(() => addOptions({ ADMIN_EMAILS: 'other@example.com' }, options)).toThrow(
      'ADMIN_EMAILS is "other@example.com"',
    );
  });

  test('writes all defaults to the owner’s file, which is then complete for firebase-tools', async () => {
    copy.write(FILE, 'ADMIN_EMAILS=boss@example.com\nMAX_INSTANCES=3');
    completeParameters(copy.root, PROJECT, defaultValues(PROJECT));
    const values = readParameters(copy.root, PROJECT);
    expect(values).toMatchObject({
      ADMIN_EMAILS: 'boss@example.com',
      SITE_ORIGIN: 'https://some-project.web.app',
      IMAGE_MODEL: 'gemini-3.1-flash-image',
      MAX_INSTANCES: '3',
      TIMEOUT_SECONDS: '60',
    });
    await expect(resolveWithoutAsking(values)).resolves.toHaveProperty('backend');
  });
});

test('a later deployment does not change the owner’s file', () => {
  const defaults = defaultValues(PROJECT);
  completeParameters(copy.root, PROJECT, defaults);
  const text = readFileSync(join(copy.root, FILE), 'utf8');
  expect(completeParameters(copy.root, PROJECT, defaults)).toEqual([]);
  expect(readFileSync(join(copy.root, FILE), 'utf8')).toBe(text);
});

test('Firebase’s emulators need no questions answered', async () => {
  const values = readParameters(copy.root, demoProject);
  await expect(resolveWithoutAsking(values, demoProject)).resolves.toHaveProperty('backend');
});

test.each([
  ['a name that Firebase reserves', 'FIREBASE_THING=x', /FIREBASE_THING/],
  ['a malformed line', 'ADMIN_EMAILS', /ADMIN_EMAILS/],
])('a file with %s is refused', async (_name, line, error) => {
  copy.write(FILE, `${line}\n`);
  const lines: string[] = [];
  const list = openChecklist((text) => lines.push(text));
  await list.check('Parameter file', () => JSON.stringify(readParameters(copy.root, PROJECT)));
  expect(list.failed).toBe(true);
  expect(lines).toEqual([expect.stringMatching(error)]);
});
