import { FieldPath, Filter } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill, ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

async function things({ db }: Stage) {
  const collection = db.collection('things');
  await fill(collection, {
    a: { x: 1, y: 1, tags: ['p'] },
    b: { x: 1, y: 2, tags: ['q'] },
    c: { x: 2, y: 1, tags: ['p', 'q'] },
    d: { x: 2, y: 2 },
    e: { x: 3 },
    f: { y: 3 },
  });
  return collection;
}

/** Filters joined by AND and OR. */
export const compositeFilters: Probes = {
  async 'several where() must all hold'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.where('x', '==', 1).where('y', '==', 2))).toStrictEqual(['b']);
  },

  async 'OR returns each document once, by name'(stage) {
    const collection = await things(stage);
    const either = Filter.or(Filter.where('x', '==', 1), Filter.where('y', '==', 1));
    expect(await ids(collection.where(either))).toStrictEqual(['a', 'b', 'c']);
  },

  async 'OR of ANDs and AND of ORs'(stage) {
    const collection = await things(stage);
    const ofAnds = Filter.or(
      Filter.and(Filter.where('x', '==', 1), Filter.where('y', '==', 1)),
      Filter.and(Filter.where('x', '==', 2), Filter.where('y', '==', 2)),
    );
    const ofOrs = Filter.and(
      Filter.or(Filter.where('x', '==', 1), Filter.where('x', '==', 3)),
      Filter.or(Filter.where('y', '==', 1), Filter.where('y', '==', 2)),
    );
    expect(await ids(collection.where(ofAnds))).toStrictEqual(['a', 'd']);
    expect(await ids(collection.where(ofOrs))).toStrictEqual(['a', 'b']);
  },

  async 'an OR with a range sorts by that field and leaves out documents without it'(stage) {
    const collection = await things(stage);
    const either = Filter.or(Filter.where('x', '>=', 3), Filter.where('y', '>=', 2));
    expect(await ids(collection.where(either))).toStrictEqual(['b', 'd']);
  },

  async 'OR with a limit is ordered across the disjuncts'(stage) {
    const collection = await things(stage);
    const either = Filter.or(Filter.where('y', '==', 2), Filter.where('y', '==', 1));
    expect(await ids(collection.where(either).limit(3))).toStrictEqual(['a', 'b', 'c']);
  },

  async 'in with array-contains-any holds both'(stage) {
    const collection = await things(stage);
    const query = collection.where('x', 'in', [2, 3]).where('tags', 'array-contains-any', ['p']);
    expect(await ids(query)).toStrictEqual(['c']);
  },

  async 'a range on two sides of one field'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.where('x', '>', 1).where('x', '<', 3))).toStrictEqual(['c', 'd']);
  },

  async 'a range over two fields sorts by both in lexical order'(stage) {
    const collection = await things(stage);
    const query = collection.where('y', '<=', 2).where('x', '>=', 1);
    expect(await ids(query)).toStrictEqual(['a', 'b', 'c', 'd']);
  },

  async 'OR of names'(stage) {
    const collection = await things(stage);
    const either = Filter.or(
      Filter.where(FieldPath.documentId(), '==', 'f'),
      Filter.where(FieldPath.documentId(), '==', 'b'),
    );
    expect(await ids(collection.where(either))).toStrictEqual(['b', 'f']);
  },
};
