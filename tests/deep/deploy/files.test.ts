import { deniesEverything as firestoreDenies } from 'firestore-emulator';
import { deniesEverything as storageDenies } from 'storage-emulator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkHeaders, checkRules, readFirebaseJson } from '../../../scripts/deploy/check-files.ts';
import { copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject(['functions', 'firebase.json', 'firestore.rules', 'storage.rules']);
});
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

/** A fault to plant in a file: its name, the text to replace and the replacement. */
type Fault = [name: string, text: string | RegExp, replacement: string];

function testFaults(file: string, faults: Fault[], check: () => unknown): void {
  test(`the unchanged ${file} passes`, () => {
    expect(check()).toBeTruthy();
  });
  test.each(faults)(`${file} with %s is refused`, (_name, part, by) => {
    copy.edit(file, (text) => text.replace(part, by));
    expect(check).toThrow();
  });
}

describe('the configuration', () => {
  testFaults(
    'firebase.json',
    [
      ['a misspelt setting', '"cleanUrls"', '"cleanUrl"'],
      ['a setting of the wrong type', '"trailingSlash": false', '"trailingSlash": "no"'],
      ['a syntax error', '"hosting": {', '"hosting": {,'],
      ['no Storage rules', /"storage": \{ "rules".*\},/, ''],
      ['another runtime', 'nodejs24', 'nodejs22'],
      ['another Firestore edition', '"standard"', '"enterprise"'],
      ['a nonexistent runtime', 'nodejs24', 'nodejs19'],
    ],
    () => readFirebaseJson(copy.root),
  );
});

describe('the security headers', { tags: 'S14' }, () => {
  testFaults(
    'firebase.json',
    [
      ['inline scripts allowed', "script-src 'self'", "script-src 'self' 'unsafe-inline'"],
      ['frames allowed', "; frame-ancestors 'none'", ''],
      ['no HSTS', 'Strict-Transport-Security', 'X-Other'],
      ['no nosniff', 'nosniff', 'sniff'],
      ['no opener policy', 'Cross-Origin-Opener-Policy', 'X-Other'],
      ['frames of other pages allowed', /"\/embed\/\*\*"(?=,\s+"headers")/, '"/fact/**"'],
      [
        'scripts in embeds',
        "; base-uri 'none'; form-action 'none'; frame-ancestors *",
        "; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      ],
      ['headers for only some files', '"source": "**"', '"source": "*.html"'],
    ],
    () => checkHeaders(readFirebaseJson(copy.root).hosting),
  );
});

const RULES_FAULTS: Fault[] = [
  ['a grant', 'if false', 'if true'],
  ['a grant to signed-in users', 'if false', 'if request.auth != null'],
  ['an additional grant', 'if false;', 'if false; allow get;'],
  ['a missing brace', /\}\s*$/, ''],
  ['a path without a rule', '{document=**}', '{document}'],
];

describe('the rules', { tags: 'S3' }, () => {
  testFaults('firestore.rules', RULES_FAULTS, () =>
    checkRules(copy.root, 'firestore.rules', firestoreDenies),
  );
  testFaults(
    'storage.rules',
    RULES_FAULTS.map(([name, part, by]): Fault => [
      name,
      part === '{document=**}' ? '{object=**}' : part,
      by,
    ]),
    () => checkRules(copy.root, 'storage.rules', storageDenies),
  );
});
