import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkParameters,
  completeParameters,
  readParameters,
} from '../../../scripts/deploy/parameters.ts';
import { copyProject } from '../../support/deploy/project-copy.ts';

const PROJECT = 'some-project';
const FILE = `functions/.env.${PROJECT}`;

const copy = copyProject(['functions']);
beforeEach(() => copy.write(FILE, ''));
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

const check = ({ canAsk = true } = {}) => checkParameters(copy.root, PROJECT, canAsk);
const complete = () => completeParameters(copy.root, PROJECT, 'europe-west1');
const text = () => readFileSync(join(copy.root, FILE), 'utf8');

test('every project’s function starts with settings that limit its memory', { tags: 'P22' }, () => {
  expect(readParameters(copy.root, PROJECT)).toMatchObject({
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  });
});

test('a first deployment writes the defaults and the region to the owner’s file, a later one nothing', () => {
  copy.write(FILE, 'MAX_INSTANCES=3\nMEMORY_MIB=');
  complete();
  expect(readParameters(copy.root, PROJECT)).toMatchObject({
    SITE_ORIGIN: 'https://some-project.web.app',
    REGION: 'europe-west1',
    CONTACT: '',
    MAX_INSTANCES: '3',
    MEMORY_MIB: '512',
  });
  expect(text()).not.toContain('ADMIN_EMAILS');
  const written = text();
  complete();
  expect(text()).toBe(written);
});

test.each([
  ['no limit on instances', 'MAX_INSTANCES=0', 'MAX_INSTANCES must be'],
  ['a malformed number', 'MAX_INSTANCES=many', 'MAX_INSTANCES must be'],
  ['too little memory for images', 'MEMORY_MIB=256', 'MEMORY_MIB must be'],
  ['a contact that nobody can write to', 'CONTACT=boss', 'CONTACT must be an e-mail'],
  ['a misspelled setting', 'MAX_INSTANCE=3', 'MAX_INSTANCE is no setting'],
  ['a line without a value', 'MAX_INSTANCES 3', 'This line is no NAME=value: MAX_INSTANCES 3'],
  ['what the build reads otherwise', 'CONTACT="a\\tb@x.test"', 'CONTACT can be read in two ways'],
])('%s is refused with what to change', { tags: 'S19' }, (_name, line, problem) => {
  copy.write(FILE, `${line}\n`);
  expect(check).toThrow(`Change ${FILE}. ${problem}`);
});

test('a region far from the database is refused', { tags: 'S19' }, () => {
  copy.write(FILE, 'REGION=us-central1\n');
  expect(complete).toThrow(`Change ${FILE}. REGION must be europe-west1`);
  expect(text()).toBe('REGION=us-central1\n');
});

test('without a terminal, the file must name the administrators, or nobody', () => {
  expect(() => check({ canAsk: false })).toThrow('ADMIN_EMAILS is missing');
  copy.write(FILE, 'ADMIN_EMAILS=\n');
  check({ canAsk: false });
});
