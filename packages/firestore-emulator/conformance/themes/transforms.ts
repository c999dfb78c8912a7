import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { openFirestore } from '../connection.ts';
import type { Probes } from '../probe.ts';

/** Values that the server computes. */
export const transforms: Probes = {
  async 'serverTimestamp is the commit time, the same in the whole commit'({ db }) {
    const batch = db.batch();
    batch.set(db.doc('things/a'), { at: FieldValue.serverTimestamp(), in: { at: null } });
    batch.update(db.doc('things/a'), { 'in.at': FieldValue.serverTimestamp() });
    batch.set(db.doc('things/b'), { at: FieldValue.serverTimestamp() });
    const [result] = await batch.commit();
    const a = await db.doc('things/a').get();
    const b = await db.doc('things/b').get();
    expect(a.get('at')).toBeInstanceOf(Timestamp);
    expect(a.get('at')).toStrictEqual(b.get('at'));
    expect(a.get('in.at')).toStrictEqual(a.get('at'));
    const drift = (result?.writeTime.toMillis() ?? 0) - a.get('at').toMillis();
    expect(Math.abs(drift)).toBeLessThan(1_000);
    expect(a.get('at').nanoseconds % 1_000).toBe(0);
  },

  async 'increment adds to numbers and starts from zero otherwise'({ db }) {
    const document = db.doc('things/n');
    await document.set({ integer: 5, double: 0.5, text: 'x' });
    await document.update({
      integer: FieldValue.increment(-7),
      double: FieldValue.increment(1),
      mixed: FieldValue.increment(2.5),
      text: FieldValue.increment(3),
      'deep.new': FieldValue.increment(1),
    });
    expect((await document.get()).data()).toStrictEqual({
      integer: -2,
      double: 1.5,
      mixed: 2.5,
      text: 3,
      deep: { new: 1 },
    });
  },

  async 'an integer increment saturates'({ db, emulator }) {
    await using connection = openFirestore(emulator.host, { useBigInt: true });
    const document = connection.db.doc('things/max');
    await document.set({ most: 2n ** 63n - 2n, least: -(2n ** 63n) + 1n });
    await db
      .doc('things/max')
      .update({ most: FieldValue.increment(5), least: FieldValue.increment(-5) });
    const data = (await document.get()).data();
    expect(data).toStrictEqual({ most: 2n ** 63n - 1n, least: -(2n ** 63n) });
  },

  async 'an integer increment is exact beyond doubles'({ db, emulator }) {
    await using connection = openFirestore(emulator.host, { useBigInt: true });
    const document = connection.db.doc('things/exact');
    await document.set({ n: 2n ** 53n });
    await db.doc('things/exact').update({ n: FieldValue.increment(1) });
    expect((await document.get()).get('n')).toBe(2n ** 53n + 1n);
  },

  async 'arrayUnion appends missing elements'({ db }) {
    const document = db.doc('things/list');
    await document.set({ list: [1, 'a'], other: 'text' });
    await document.update({
      list: FieldValue.arrayUnion('b', 1, 'b', { k: 1 }),
      other: FieldValue.arrayUnion('x'),
      fresh: FieldValue.arrayUnion(2),
    });
    expect((await document.get()).data()).toStrictEqual({
      list: [1, 'a', 'b', { k: 1 }],
      other: ['x'],
      fresh: [2],
    });
  },

  async 'arrayRemove removes every copy'({ db }) {
    const document = db.doc('things/list');
    await document.set({ list: [1, 'a', 1, { k: 1 }, null], other: 'text' });
    await document.update({
      list: FieldValue.arrayRemove(1, { k: 1 }, 'none'),
      other: FieldValue.arrayRemove('text'),
      fresh: FieldValue.arrayRemove(2),
    });
    expect((await document.get()).data()).toStrictEqual({
      list: ['a', null],
      other: [],
      fresh: [],
    });
  },

  async 'array transforms treat 1 and 1.0 as equal'({ db }) {
    const document = db.doc('things/list');
    await document.set({ one: FieldValue.increment(0.5) });
    await document.update({ one: FieldValue.increment(0.5) });
    await document.set({ list: [(await document.get()).get('one')], zero: [-0] });
    await document.update({ list: FieldValue.arrayUnion(1), zero: FieldValue.arrayUnion(0) });
    expect((await document.get()).get('list')).toHaveLength(1);
    expect((await document.get()).get('zero')).toHaveLength(1);
    await document.update({ zero: FieldValue.arrayRemove(0) });
    expect((await document.get()).get('zero')).toStrictEqual([]);
  },

  async 'transforms create the document that set() with merge names'({ db }) {
    await db.doc('things/new').set({ n: FieldValue.increment(4) }, { merge: true });
    expect((await db.doc('things/new').get()).data()).toStrictEqual({ n: 4 });
  },

  async 'several transforms of one field apply in turn'({ db }) {
    const batch = db.batch();
    const document = db.doc('things/turns');
    batch.set(document, { n: 1, list: [] });
    batch.update(document, { n: FieldValue.increment(1), list: FieldValue.arrayUnion('a') });
    batch.update(document, { n: FieldValue.increment(1), list: FieldValue.arrayRemove('a') });
    await batch.commit();
    expect((await document.get()).data()).toStrictEqual({ n: 3, list: [] });
  },
};
