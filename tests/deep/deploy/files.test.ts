import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkHeaders, readFirebaseJson } from '../../../scripts/deploy/check-files.ts';
import { copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';

let copy: ProjectCopy;

beforeAll(() => {
  copy = copyProject(['functions', 'firebase.json']);
});
afterEach(() => copy.restore());
afterAll(() => copy[Symbol.dispose]());

/** A fault to plant in firebase.json: its name, the text to replace and the replacement. */
type Fault = [name: string, text: string | RegExp, replacement: string];

function testFaults(faults: Fault[], check: () => unknown): void {
  test('the unchanged firebase.json passes', () => {
    expect(check()).toBeTruthy();
  });
  test.each(faults)('firebase.json with %s is refused', (_name, part, by) => {
    copy.edit('firebase.json', (text) => text.replace(part, by));
    expect(check).toThrow();
  });
}

describe('the configuration', () => {
  testFaults(
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
      [
        'headers for only some files',
        '"source": "**",\n        "headers"',
        '"source": "*.html",\n        "headers"',
      ],
    ],
    () => checkHeaders(readFirebaseJson(copy.root).hosting),
  );
});
