import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chosenProject } from '../../../scripts/deploy/project.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facts-project-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const withDefault = (projects: Record<string, string>) =>
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ projects }));

test('the named project is used, otherwise the default in .firebaserc', () => {
  withDefault({ default: 'the-default' });
  expect(chosenProject(folder, 'another-one')).toBe('another-one');
  expect(chosenProject(folder, undefined)).toBe('the-default');
});

test('a demo project or no project in .firebaserc is not used', () => {
  withDefault({ default: 'demo-facts' });
  expect(chosenProject(folder, undefined)).toBeUndefined();
  withDefault({});
  expect(chosenProject(folder, undefined)).toBeUndefined();
});

test.each(['demo-facts', 'Facts', 'x', '--force', 'a b c d e'])('"%s" is refused', (named) => {
  expect(() => chosenProject(folder, named)).toThrow('npm run deploy -- --project <id>');
});
