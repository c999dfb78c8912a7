import { FieldPath } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill, ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

async function things({ db }: Stage) {
  const collection = db.collection('things');
  await fill(collection, {
    a: { x: 2, y: 1 },
    b: { x: 1, y: 2 },
    c: { x: 2, y: 2 },
    d: { x: 1, y: 1 },
    e: { y: 1 },
    f: { x: null, y: 3 },
  });
  return collection;
}

/** Explicit orders and the ones that the server adds. */
export const ordering: Probes = {
  async 'no order sorts by name, by the bytes of its segments'({ db }) {
    const collection = db.collection('things');
    await fill(collection, {
      b: {},
      a: {},
      '10': {},
      '9': {},
      A: {},
      é: {},
      '😀': {},
      '\uff61': {},
    });
    expect(await ids(collection)).toStrictEqual(['10', '9', 'A', 'a', 'b', 'é', '\uff61', '😀']);
  },

  async 'a document without the ordered field drops out, one with null comes first'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy('x'))).toStrictEqual(['f', 'b', 'd', 'a', 'c']);
  },

  async 'the name follows the last direction'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy('x', 'desc'))).toStrictEqual(['c', 'a', 'd', 'b', 'f']);
  },

  async 'two orders with their own directions'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy('x').orderBy('y', 'desc'))).toStrictEqual([
      'f',
      'b',
      'd',
      'c',
      'a',
    ]);
    expect(await ids(collection.orderBy('y', 'desc').orderBy('x'))).toStrictEqual([
      'f',
      'b',
      'c',
      'd',
      'a',
    ]);
  },

  async 'an explicit order by name decides ties'(stage) {
    const collection = await things(stage);
    const query = collection.orderBy('x').orderBy(FieldPath.documentId(), 'desc');
    expect(await ids(query)).toStrictEqual(['f', 'd', 'b', 'c', 'a']);
  },

  async 'names in descending order'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy(FieldPath.documentId(), 'desc'))).toStrictEqual([
      'f',
      'e',
      'd',
      'c',
      'b',
      'a',
    ]);
  },

  async 'a range adds its field as an order'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.where('x', '>', 0))).toStrictEqual(['b', 'd', 'a', 'c']);
    expect(await ids(collection.where('x', '!=', 3))).toStrictEqual(['b', 'd', 'a', 'c']);
    expect(await ids(collection.where('x', 'not-in', [3]))).toStrictEqual(['b', 'd', 'a', 'c']);
  },

  async 'an added order takes the last direction'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.where('x', '>', 0).orderBy('y', 'desc'))).toStrictEqual([
      'c',
      'b',
      'a',
      'd',
    ]);
  },

  async 'an equality adds no order'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.where('y', '==', 1))).toStrictEqual(['a', 'd', 'e']);
    expect(await ids(collection.where('y', 'in', [1, 3]))).toStrictEqual(['a', 'd', 'e', 'f']);
  },

  async 'a nested field orders by its path'({ db }) {
    const collection = db.collection('things');
    await fill(collection, { a: { m: { k: 2 } }, b: { m: { k: 1 } }, c: { m: 0 }, d: { m: {} } });
    expect(await ids(collection.orderBy('m.k'))).toStrictEqual(['b', 'a']);
  },

  async 'a query sees its own collection only'({ db }) {
    await fill(db.collection('things'), { a: {} });
    await fill(db.collection('things/a/things'), { b: {} });
    await fill(db.collection('thing'), { c: {} });
    expect(await ids(db.collection('things'))).toStrictEqual(['a']);
    expect(await ids(db.collection('things/a/things'))).toStrictEqual(['b']);
  },
};
