import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { projectId, root } from '../../local/stack/firebase-json.ts';

/** Every kind of client that there is. */
export const clients: Readonly<Record<string, (to: RulesTestEnvironment) => RulesTestContext>> = {
  'a visitor': (to) => to.unauthenticatedContext(),
  'a signed-in user': (to) => to.authenticatedContext('user', { email: 'user@example.com' }),
  'an administrator': (to) => to.authenticatedContext('admin', { admin: true }),
};

/** Opens the emulators that `emulators:exec` has started, on the project's own rules. */
export function openRules(): Promise<RulesTestEnvironment> {
  const rulesOf = (file: string) => ({ rules: readFileSync(join(root, file), 'utf8') });
  return initializeTestEnvironment({
    projectId,
    firestore: rulesOf('firestore.rules'),
    storage: rulesOf('storage.rules'),
  });
}
