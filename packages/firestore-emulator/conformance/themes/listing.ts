import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw } from '../connection.ts';
import { fill, paths } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

async function tree({ db }: Stage): Promise<void> {
  await fill(db.collection('users'), { u: { v: 1 }, v: { v: 2 } });
  await fill(db.collection('users/u/notes'), { n: {}, m: {} });
  await fill(db.collection('users/u/notes/n/deep'), { d: {} });
  await fill(db.collection('users/ghost/notes'), { n: {} });
  await fill(db.collection('users2'), { x: {} });
  await fill(db.collection('user'), { y: {} });
}

/** Listing and deleting what is below a name. */
export const listing: Probes = {
  async 'listCollections names the collections at the root and below a document'(stage) {
    await tree(stage);
    const names = async (at: { listCollections(): Promise<{ path: string }[]> }) =>
      (await at.listCollections()).map(({ path }) => path);
    expect(await names(stage.db)).toStrictEqual(['user', 'users', 'users2']);
    expect(await names(stage.db.doc('users/u'))).toStrictEqual(['users/u/notes']);
    expect(await names(stage.db.doc('users/ghost'))).toStrictEqual(['users/ghost/notes']);
    expect(await names(stage.db.doc('users/v'))).toStrictEqual([]);
  },

  async 'listDocuments names also missing documents that have something below'(stage) {
    await tree(stage);
    const found = await stage.db.collection('users').listDocuments();
    expect(found.map(({ id }) => id)).toStrictEqual(['ghost', 'u', 'v']);
  },

  async 'ListDocuments pages through a collection'(stage) {
    await tree(stage);
    await using raw = openRaw(stage.emulator.host);
    const request = { parent: `${databaseName}/documents`, collectionId: 'users', pageSize: 1 };
    const options = { ...asAdmin, autoPaginate: false };
    const [first, , response] = await raw.listDocuments(request, options);
    expect(first.map(({ name }) => name?.split('/').at(-1))).toStrictEqual(['u']);
    const pageToken = response.nextPageToken ?? '';
    const [second, , last] = await raw.listDocuments(
      { ...request, pageToken, pageSize: 2 },
      options,
    );
    expect(second.map(({ name }) => name?.split('/').at(-1))).toStrictEqual(['v']);
    expect(last.nextPageToken ?? '').toBe('');
  },

  async 'recursiveDelete of a document deletes everything below it and nothing else'(stage) {
    await tree(stage);
    await stage.db.recursiveDelete(stage.db.doc('users/u'));
    expect(await paths(stage.db.collectionGroup('notes'))).toStrictEqual(['users/ghost/notes/n']);
    expect(await paths(stage.db.collectionGroup('deep'))).toStrictEqual([]);
    expect(await paths(stage.db.collection('users'))).toStrictEqual(['users/v']);
  },

  async 'recursiveDelete of a collection deletes its documents and everything below'(stage) {
    await tree(stage);
    await stage.db.recursiveDelete(stage.db.collection('users'));
    expect(await paths(stage.db.collection('users'))).toStrictEqual([]);
    expect(await paths(stage.db.collectionGroup('notes'))).toStrictEqual([]);
    expect((await stage.db.listCollections()).map(({ id }) => id)).toStrictEqual([
      'user',
      'users2',
    ]);
  },
};
