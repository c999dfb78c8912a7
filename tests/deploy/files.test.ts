import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkIndexes, checkRules, readFirebaseJson } from '../../scripts/deploy/check-files.ts';
import { checkHeaders } from '../../scripts/deploy/check-hosting.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject([
    'functions',
    'firebase.json',
    'firestore.indexes.json',
    'firestore.rules',
    'storage.rules',
  ]);
});
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

/** A check, the file it is about, and faults to plant: what is replaced, by what. */
type Fault = [name: string, part: string | RegExp, by: string];

function refuses(file: string, faults: Fault[], check: () => unknown): void {
  test(`${file} as it is passes`, () => {
    expect(check()).toBeTruthy();
  });
  test.each(faults)(`${file} with %s is refused`, (_name, part, by) => {
    copy.edit(file, (text) => text.replace(part, by));
    expect(check).toThrow();
  });
}

describe('the configuration', () => {
  refuses(
    'firebase.json',
    [
      ['a misspelt setting', '"cleanUrls"', '"cleanUrl"'],
      ['a setting of another type', '"trailingSlash": false', '"trailingSlash": "no"'],
      ['a syntax error', '"hosting": {', '"hosting": {,'],
      ['no Storage rules', /"storage": \{ "rules".*\},/, ''],
      ['another runtime', 'nodejs24', 'nodejs22'],
      ['another edition of Firestore', '"standard"', '"enterprise"'],
      ['a runtime that there is not', 'nodejs24', 'nodejs19'],
    ],
    () => readFirebaseJson(copy.root),
  );
});

describe('the security headers', { tags: 'S14' }, () => {
  refuses(
    'firebase.json',
    [
      ['inline scripts allowed', "script-src 'self'", "script-src 'self' 'unsafe-inline'"],
      ['frames allowed', "; frame-ancestors 'none'", ''],
      ['no HSTS', 'Strict-Transport-Security', 'X-Other'],
      ['no nosniff', 'nosniff', 'sniff'],
      ['no opener policy', 'Cross-Origin-Opener-Policy', 'X-Other'],
      ['headers for a part alone', '"source": "**"', '"source": "*.html"'],
    ],
    () => checkHeaders(readFirebaseJson(copy.root).hosting),
  );
});

const RULES_FAULTS: Fault[] = [
  ['a grant', 'if false', 'if true'],
  ['a grant to the signed-in', 'if false', 'if request.auth != null'],
  ['a grant beside', 'if false;', 'if false; allow get;'],
  ['a brace missing', /\}\s*$/, ''],
  ['no version', "rules_version = '2';", ''],
  ['a part left open', '{document=**}', '{document}'],
];

describe('the rules', { tags: 'S3' }, () => {
  refuses('firestore.rules', RULES_FAULTS, () =>
    checkRules(copy.root, 'firestore.rules', 'cloud.firestore'),
  );
  refuses(
    'storage.rules',
    RULES_FAULTS.map(([name, part, by]): Fault => [
      name,
      part === '{document=**}' ? '{object=**}' : part,
      by,
    ]),
    () => checkRules(copy.root, 'storage.rules', 'firebase.storage'),
  );
});

describe('the indexes', () => {
  refuses(
    'firestore.indexes.json',
    [
      ['an order that there is not', '"DESCENDING"', '"DOWN"'],
      ['a scope that there is not', '"COLLECTION"', '"SHELF"'],
      ['an index without fields', /"fields": \[[^\]]*\]/, '"field": []'],
      ['a field without a name', '"fieldPath": "expires_at"', '"path": "expires_at"'],
      ['a syntax error', '[', '[,'],
    ],
    () => checkIndexes(copy.root, 'firestore.indexes.json'),
  );
});
