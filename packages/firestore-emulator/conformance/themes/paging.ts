import { expect } from 'vitest';
import { fill, ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

async function things({ db }: Stage) {
  const collection = db.collection('things');
  await fill(collection, {
    a: { x: 5, deep: { one: 1, two: 2 } },
    b: { x: 4 },
    c: { x: 3 },
    d: { x: 2 },
    e: { x: 1 },
  });
  return collection;
}

/** How much of a result is returned: limits, offsets and projections. */
export const paging: Probes = {
  async 'limit returns the first'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy('x').limit(2))).toStrictEqual(['e', 'd']);
    expect(await ids(collection.limit(9))).toStrictEqual(['a', 'b', 'c', 'd', 'e']);
  },

  async 'offset skips, before the limit counts'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.offset(3))).toStrictEqual(['d', 'e']);
    expect(await ids(collection.orderBy('x').offset(1).limit(2))).toStrictEqual(['d', 'c']);
    expect(await ids(collection.offset(5))).toStrictEqual([]);
    expect(await ids(collection.offset(9).limit(1))).toStrictEqual([]);
  },

  async 'offset counts from the cursor'(stage) {
    const collection = await things(stage);
    expect(await ids(collection.orderBy('x').startAt(2).offset(1).limit(2))).toStrictEqual([
      'c',
      'b',
    ]);
  },

  async 'limitToLast returns the last, in order'(stage) {
    const collection = await things(stage);
    const ordered = collection.orderBy('x');
    expect(await ids(ordered.limitToLast(2))).toStrictEqual(['b', 'a']);
    expect(await ids(ordered.endBefore(4).limitToLast(2))).toStrictEqual(['d', 'c']);
    expect(await ids(ordered.startAfter(3).limitToLast(9))).toStrictEqual(['b', 'a']);
  },

  async 'select returns the fields named and no others'(stage) {
    const collection = await things(stage);
    const picked = await collection.select('deep.one').get();
    expect(picked.docs[0]?.data()).toStrictEqual({ deep: { one: 1 } });
    expect(picked.docs[1]?.data()).toStrictEqual({});
    expect(picked.size).toBe(5);
  },

  async 'select of nothing returns bare names'(stage) {
    const collection = await things(stage);
    const picked = await collection.where('x', '>', 3).select().get();
    expect(picked.docs.map((document) => [document.id, document.data()])).toStrictEqual([
      ['b', {}],
      ['a', {}],
    ]);
  },

  async 'an empty collection answers an empty result with a read time'({ db }) {
    const snapshot = await db.collection('none').get();
    expect(snapshot.empty).toBe(true);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  },
};
