// @module-tag S3
import { assertFails, type RulesTestContext } from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, openRules, type Rules } from '../support/rules/clients.ts';

/** A document in each of the site's collections, and one in an unknown collection. */
const documents = [
  'jokes/1',
  'ratings/1_voter',
  'reports/1_voter',
  'reported_jokes/1',
  'catalog/root',
  'admins/owner',
  'setup/first-admin',
  'secrets/voter-key',
  'sessions/token',
  'notifications/state',
  'changes/one',
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

let rules: Rules;
const databases = new Map<string, Database>();

beforeAll(async () => {
  rules = await openRules();
  for (const path of documents) await rules.admin.db.doc(path).set({ seeded: true });
  for (const [who, client] of Object.entries(clients)) {
    databases.set(who, client(rules.environment).firestore());
  }
});
afterAll(() => rules?.[Symbol.asyncDispose]());

describe.each(Object.keys(clients))('%s', (who) => {
  describe.each(Object.entries(operations))('may not %s', (_what, operation) => {
    test.each(documents)('%s', async (path) => {
      const db = databases.get(who);
      if (!db) throw new Error(`${who} is not connected.`);
      await assertFails(operation(db, path));
    });
  });
});

test('the refused operations have changed nothing', async () => {
  for (const path of documents) {
    const { docs } = await rules.admin.db.doc(path).parent.get();
    expect(docs.map((document) => [document.ref.path, document.data()])).toEqual([
      [path, { seeded: true }],
    ]);
  }
});
