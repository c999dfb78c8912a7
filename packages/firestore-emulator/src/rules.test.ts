import { expect, test } from 'vitest';
import { deniesEverything } from './rules.ts';

const rules = (statement: string) => `rules_version = '2'; // which version
service cloud.firestore {
  match /databases/{database}/documents { /* all
    of it */
    match /{document=**} {
      ${statement}
    }
  }
}
`;

test('the rule that denies everything is accepted', () => {
  expect(deniesEverything(rules('allow read, write: if false;'))).toBe(true);
  expect(deniesEverything(rules('allow read, write: if false;').replace(/^.*\n/, ''))).toBe(true);
});

test.each([
  'allow read, write;',
  'allow read, write: if true;',
  'allow read: if false;',
  'allow read, write: if request.auth != null;',
  'allow read, write: if false; allow get;',
  '// allow read, write: if false;',
])('any other rule is refused: %s', (statement) => {
  expect(deniesEverything(rules(statement))).toBe(false);
});

test.each([
  '',
  'service firebase.storage { match /b/{bucket}/o { match /{object=**} { allow read, write: if false; } } }',
  `${rules('allow read, write: if false;')} service firebase.storage {}`,
])('any other file is refused: %s', (file) => {
  expect(deniesEverything(file)).toBe(false);
});
