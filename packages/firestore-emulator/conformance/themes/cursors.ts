import { FieldPath } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill, ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

async function things({ db }: Stage) {
  const collection = db.collection('things');
  await fill(collection, {
    a: { x: 1, y: 1 },
    b: { x: 1, y: 2 },
    c: { x: 2, y: 1 },
    d: { x: 2, y: 2 },
    e: { x: 3, y: 1 },
  });
  return collection;
}

/** Where a page starts and ends. */
export const cursors: Probes = {
  async 'startAt includes, startAfter excludes the value'(stage) {
    const ordered = (await things(stage)).orderBy('x');
    expect(await ids(ordered.startAt(2))).toStrictEqual(['c', 'd', 'e']);
    expect(await ids(ordered.startAfter(2))).toStrictEqual(['e']);
    expect(await ids(ordered.startAt(1.5))).toStrictEqual(['c', 'd', 'e']);
    expect(await ids(ordered.startAfter(9))).toStrictEqual([]);
  },

  async 'endAt includes, endBefore excludes the value'(stage) {
    const ordered = (await things(stage)).orderBy('x');
    expect(await ids(ordered.endAt(2))).toStrictEqual(['a', 'b', 'c', 'd']);
    expect(await ids(ordered.endBefore(2))).toStrictEqual(['a', 'b']);
  },

  async 'cursors follow a descending order'(stage) {
    const ordered = (await things(stage)).orderBy('x', 'desc');
    expect(await ids(ordered.startAt(2))).toStrictEqual(['d', 'c', 'b', 'a']);
    expect(await ids(ordered.startAfter(2))).toStrictEqual(['b', 'a']);
    expect(await ids(ordered.endAt(2))).toStrictEqual(['e', 'd', 'c']);
    expect(await ids(ordered.endBefore(2))).toStrictEqual(['e']);
  },

  async 'several values apply to several orders'(stage) {
    const ordered = (await things(stage)).orderBy('x').orderBy('y', 'desc');
    expect(await ids(ordered)).toStrictEqual(['b', 'a', 'd', 'c', 'e']);
    expect(await ids(ordered.startAt(2, 1))).toStrictEqual(['c', 'e']);
    expect(await ids(ordered.startAfter(1, 2))).toStrictEqual(['a', 'd', 'c', 'e']);
    expect(await ids(ordered.endBefore(2, 1))).toStrictEqual(['b', 'a', 'd']);
    expect(await ids(ordered.startAfter(1))).toStrictEqual(['d', 'c', 'e']);
  },

  async 'a snapshot names one document among equals'(stage) {
    const collection = await things(stage);
    const c = await collection.doc('c').get();
    const ordered = collection.orderBy('x');
    expect(await ids(ordered.startAt(c))).toStrictEqual(['c', 'd', 'e']);
    expect(await ids(ordered.startAfter(c))).toStrictEqual(['d', 'e']);
    expect(await ids(ordered.endAt(c))).toStrictEqual(['a', 'b', 'c']);
    expect(await ids(ordered.endBefore(c))).toStrictEqual(['a', 'b']);
    const backwards = collection.orderBy('x', 'desc');
    expect(await ids(backwards.startAfter(c))).toStrictEqual(['b', 'a']);
  },

  async 'a snapshot works without an order and under a range'(stage) {
    const collection = await things(stage);
    const c = await collection.doc('c').get();
    expect(await ids(collection.startAfter(c))).toStrictEqual(['d', 'e']);
    expect(await ids(collection.where('x', '>=', 1).startAfter(c))).toStrictEqual(['d', 'e']);
  },

  async 'a cursor may be a name'(stage) {
    const byName = (await things(stage)).orderBy(FieldPath.documentId());
    expect(await ids(byName.startAfter('b').endAt('d'))).toStrictEqual(['c', 'd']);
  },

  async 'both ends together may select nothing'(stage) {
    const ordered = (await things(stage)).orderBy('x');
    expect(await ids(ordered.startAt(1).endBefore(2))).toStrictEqual(['a', 'b']);
    expect(await ids(ordered.startAfter(2).endBefore(3))).toStrictEqual([]);
    expect(await ids(ordered.startAt(3).endAt(1))).toStrictEqual([]);
  },

  async 'pages by snapshot cover everything once'(stage) {
    const collection = await things(stage);
    const query = collection.orderBy('y', 'desc').limit(2);
    const seen: string[] = [];
    let page = await query.get();
    while (page.docs.length > 0) {
      seen.push(...page.docs.map((document) => document.id));
      page = await query.startAfter(page.docs.at(-1)).get();
    }
    expect(seen).toStrictEqual(['d', 'b', 'e', 'c', 'a']);
  },
};
