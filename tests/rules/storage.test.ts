// @module-tag S3
import { assertFails } from '@firebase/rules-unit-testing';
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
import { storageBucket } from '../../local/stack/firebase-json.ts';
import { clients, openRules, type Rules } from '../support/rules/clients.ts';

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

let rules: Rules;
const storages = new Map<string, FirebaseStorage>();

beforeAll(async () => {
  rules = await openRules();
  for (const path of objects)
    await rules.admin.bucket.file(path).save('seeded', { resumable: false });
  for (const [who, client] of Object.entries(clients)) {
    storages.set(who, client(rules.environment).storage(`gs://${storageBucket}`));
  }
});
afterAll(() => rules?.[Symbol.asyncDispose]());

describe.each(Object.keys(clients))('%s', (who) => {
  describe.each(Object.entries(operations))('may not %s', (_what, operation) => {
    test.each(objects)('%s', async (path) => {
      const storage = storages.get(who);
      if (!storage) throw new Error(`${who} is not connected.`);
      await assertFails(operation(ref(storage, path)));
    });
  });
});

test('the refused operations have changed nothing', async () => {
  const [files] = await rules.admin.bucket.getFiles();
  expect(files.map(({ name }) => name).toSorted()).toEqual(objects.toSorted());
  for (const file of files) {
    expect(String((await file.download())[0])).toBe('seeded');
    expect(file.metadata.cacheControl).toBeUndefined();
  }
});
