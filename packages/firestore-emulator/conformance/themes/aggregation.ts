import { AggregateField, FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { openFirestore } from '../connection.ts';
import { fill } from '../documents.ts';
import type { Probes } from '../probe.ts';

/** count, sum and average. */
export const aggregation: Probes = {
  async 'count counts what the query returns, within its limit and offset'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1 }, b: { v: 2 }, c: { v: 2 }, d: {} });
    expect((await things.count().get()).data()).toStrictEqual({ count: 4 });
    expect((await things.where('v', '==', 2).count().get()).data()).toStrictEqual({ count: 2 });
    expect((await things.orderBy('v').count().get()).data()).toStrictEqual({ count: 3 });
    expect((await things.limit(3).count().get()).data()).toStrictEqual({ count: 3 });
    expect((await things.offset(3).count().get()).data()).toStrictEqual({ count: 1 });
    expect((await things.where('v', '>', 9).count().get()).data()).toStrictEqual({ count: 0 });
  },

  async 'sum and average ignore values that are not numbers'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1 }, b: { v: 2.5 }, c: { v: 'x' }, d: { v: null }, e: {} });
    const { sum, average } = (
      await things
        .aggregate({ sum: AggregateField.sum('v'), average: AggregateField.average('v') })
        .get()
    ).data();
    expect(sum).toBe(3.5);
    expect(average).toBe(1.75);
  },

  async 'sum of nothing is 0, average of nothing is null'({ db }) {
    const result = await db
      .collection('none')
      .aggregate({
        sum: AggregateField.sum('v'),
        average: AggregateField.average('v'),
        count: AggregateField.count(),
      })
      .get();
    expect(result.data()).toStrictEqual({ sum: 0, average: null, count: 0 });
  },

  async 'count beside sum counts documents that have the field'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1 }, b: { v: 'x' }, c: {} });
    const result = await things
      .aggregate({ count: AggregateField.count(), sum: AggregateField.sum('v') })
      .get();
    expect(result.data()).toStrictEqual({ count: 2, sum: 1 });
  },

  async 'sums of two fields count documents that have both'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1, w: 10 }, b: { v: 2 }, c: { w: 30 }, d: { v: 4, w: 40 } });
    const result = await things
      .aggregate({ v: AggregateField.sum('v'), w: AggregateField.average('w') })
      .get();
    expect(result.data()).toStrictEqual({ v: 5, w: 25 });
  },

  async 'NaN makes sum and average NaN'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { v: 1 }, b: { v: Number.NaN } });
    const result = await things
      .aggregate({ sum: AggregateField.sum('v'), average: AggregateField.average('v') })
      .get();
    expect(result.data()).toStrictEqual({ sum: Number.NaN, average: Number.NaN });
  },

  async 'a sum of integers stays an integer until it overflows'({ db, emulator }) {
    await using connection = openFirestore(emulator.host, { useBigInt: true });
    const things = connection.db.collection('things');
    await fill(things, { a: { v: 2n ** 62n }, b: { v: 2n ** 62n - 1n } });
    const sum = things.aggregate({ sum: AggregateField.sum('v') });
    expect((await sum.get()).data().sum).toBe(2n ** 63n - 1n);
    await db.doc('things/c').set({ v: 1 });
    expect((await sum.get()).data().sum).toBe(2 ** 63);
  },

  async 'an aggregation follows filters, cursors and nested paths'({ db }) {
    const things = db.collection('things');
    await fill(things, { a: { m: { v: 1 } }, b: { m: { v: 2 } }, c: { m: { v: 4 } } });
    const tail = things
      .orderBy('m.v')
      .startAfter(1)
      .aggregate({ s: AggregateField.sum('m.v') });
    expect((await tail.get()).data()).toStrictEqual({ s: 6 });
    await db.doc('things/c').update({ 'm.v': FieldValue.delete() });
    expect((await tail.get()).data()).toStrictEqual({ s: 2 });
  },
};
