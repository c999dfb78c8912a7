import { FieldPath, type Firestore } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill, ids, paths } from '../documents.ts';
import type { Probes } from '../probe.ts';

async function fillNotes(db: Firestore): Promise<void> {
  await fill(db.collection('notes'), { a: { n: 3 }, b: { n: 1 } });
  await fill(db.collection('users/u/notes'), { a: { n: 2 }, c: { n: 1 } });
  await fill(db.collection('users/u!/notes'), { d: { n: 2 } });
  await fill(db.collection('users/u/notes2'), { e: { n: 9 } });
}

const name = FieldPath.documentId();

/** Queries over all collections of one name, and queries by document name. */
export const collectionGroups: Probes = {
  async 'a group contains all collections of its name, sorted by path'({ db }) {
    await fillNotes(db);
    expect(await paths(db.collectionGroup('notes'))).toStrictEqual([
      'notes/a',
      'notes/b',
      'users/u/notes/a',
      'users/u/notes/c',
      'users/u!/notes/d',
    ]);
  },

  async 'a group filters and orders by a field that is indexed for it'({ db }) {
    await fillNotes(db);
    const group = db.collectionGroup('notes');
    expect(await paths(group.where('n', '==', 2))).toStrictEqual([
      'users/u/notes/a',
      'users/u!/notes/d',
    ]);
    expect(await paths(group.orderBy('n', 'desc').limit(2))).toStrictEqual([
      'notes/a',
      'users/u!/notes/d',
    ]);
  },

  async 'a group takes full paths as names'({ db }) {
    await fillNotes(db);
    const group = db.collectionGroup('notes').orderBy(name);
    expect(await paths(group.startAfter('notes/b').limit(2))).toStrictEqual([
      'users/u/notes/a',
      'users/u/notes/c',
    ]);
    expect(
      await paths(db.collectionGroup('notes').where(name, '==', db.doc('users/u/notes/c'))),
    ).toStrictEqual(['users/u/notes/c']);
  },

  async 'names are compared like values'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: {}, b: {}, c: {}, d: {} });
    expect(await ids(things.where(name, '==', 'b'))).toStrictEqual(['b']);
    expect(await ids(things.where(name, '!=', 'b'))).toStrictEqual(['a', 'c', 'd']);
    expect(await ids(things.where(name, '>', 'b'))).toStrictEqual(['c', 'd']);
    expect(await ids(things.where(name, '>=', 'b').where(name, '<', 'd'))).toStrictEqual([
      'b',
      'c',
    ]);
    expect(await ids(things.where(name, 'in', ['d', 'a', 'x']))).toStrictEqual(['a', 'd']);
    expect(await ids(things.where(name, 'not-in', ['d', 'a']))).toStrictEqual(['b', 'c']);
  },

  async 'a field and a range of names combine'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1 }, b: { v: 2 }, c: { v: 1 }, d: { v: 1 } });
    expect(await ids(things.where('v', '==', 1).where(name, '>', 'a'))).toStrictEqual(['c', 'd']);
  },
};
