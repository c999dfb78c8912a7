import { assertFails, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  updateMetadata,
  uploadString,
  type FirebaseStorage,
  type StorageReference,
} from 'firebase/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, openRules } from './clients.ts';

const objects = ['images/1-abc-320.webp', 'elsewhere/deeper/file.txt'];

const operations: Readonly<Record<string, (object: StorageReference) => Promise<unknown>>> = {
  read: (object) => getBytes(object),
  'get the address of': (object) => getDownloadURL(object),
  'get the metadata of': (object) => getMetadata(object),
  'list the folder of': (object) => listAll(object.parent ?? object),
  create: (object) => uploadString(ref(object.storage, `${object.fullPath}-new`), 'new'),
  replace: (object) => uploadString(object, 'new'),
  'change the metadata of': (object) => updateMetadata(object, { cacheControl: 'public' }),
  delete: (object) => deleteObject(object),
};

let rules: RulesTestEnvironment;

beforeAll(async () => {
  rules = await openRules();
  await rules.withSecurityRulesDisabled(async (context) => {
    const storage: FirebaseStorage = context.storage();
    for (const path of objects) await uploadString(ref(storage, path), 'there');
    const stored = await getMetadata(ref(storage, objects[0]));
    expect(stored.size).toBe('there'.length);
  });
});
afterAll(() => rules?.cleanup());

describe.each(Object.entries(clients))('%s', (_who, client) => {
  describe.each(Object.entries(operations))('may not %s', (_what, operation) => {
    test.each(objects)('%s', async (path) => {
      const storage: FirebaseStorage = client(rules).storage();
      await assertFails(operation(ref(storage, path)));
    });
  });
});
