import {
  assertFails,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, openRules } from './clients.ts';

/** A document of every collection, and one of a collection that there is not. */
const documents = [
  'jokes/1',
  'ratings/1_voter',
  'catalog/root',
  'admins/owner',
  'setup/first-admin',
  'secrets/voter-key',
  'sessions/token',
  'users/user',
  'throttles/key',
  'image_leases/1',
  'audit/entry',
  'others/1/below/2',
];

type Database = ReturnType<RulesTestContext['firestore']>;

const changed = { admin: true };

const operations: Readonly<Record<string, (db: Database, path: string) => Promise<unknown>>> = {
  get: (db, path) => db.doc(path).get(),
  'list the collection of': (db, path) => db.doc(path).parent.get(),
  'list the collection group of': (db, path) => db.collectionGroup(db.doc(path).parent.id).get(),
  create: (db, path) => db.doc(`${path}-new`).set(changed),
  'add one beside': (db, path) => db.doc(path).parent.add(changed),
  update: (db, path) => db.doc(path).update(changed),
  replace: (db, path) => db.doc(path).set(changed),
  delete: (db, path) => db.doc(path).delete(),
};

let rules: RulesTestEnvironment;

beforeAll(async () => {
  rules = await openRules();
  await rules.withSecurityRulesDisabled(async (context) => {
    const db = context.firestore();
    for (const path of documents) await db.doc(path).set({ there: true });
    expect((await db.doc('jokes/1').get()).exists).toBe(true);
  });
});
afterAll(() => rules?.cleanup());

describe.each(Object.entries(clients))('%s', (_who, client) => {
  describe.each(Object.entries(operations))('may not %s', (_what, operation) => {
    test.each(documents)('%s', async (path) => {
      await assertFails(operation(client(rules).firestore(), path));
    });
  });
});
