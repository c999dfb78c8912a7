import { AggregateField } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';
import { status } from '../status.ts';

/** What a call costs: reads, writes, deletes. */
async function cost(
  { emulator }: Stage,
  call: () => Promise<unknown>,
): Promise<[reads: number, writes: number, deletes: number]> {
  emulator.resetRecords();
  await call();
  const { reads, writes, deletes } = emulator.totals();
  return [reads, writes, deletes];
}

async function things({ db }: Stage, size: number) {
  const collection = db.collection('things');
  await fill(
    collection,
    Object.fromEntries(Array.from({ length: size }, (_, nth) => [`d${String(nth)}`, { v: nth }])),
  );
  return collection;
}

/** What is billed. Source: https://firebase.google.com/docs/firestore/pricing */
export const billing: Probes = {
  async 'a get costs one read, found or not'(stage) {
    await stage.db.doc('things/a').set({});
    const get = async (path: string) => stage.db.doc(path).get();
    expect(await cost(stage, async () => get('things/a'))).toStrictEqual([1, 0, 0]);
    expect(await cost(stage, async () => get('things/none'))).toStrictEqual([1, 0, 0]);
    const both = [stage.db.doc('things/a'), stage.db.doc('things/none')];
    expect(await cost(stage, async () => stage.db.getAll(...both))).toStrictEqual([2, 0, 0]);
  },

  async 'a query costs what it returns, an empty one 1'(stage) {
    const collection = await things(stage, 5);
    expect(await cost(stage, async () => collection.get())).toStrictEqual([5, 0, 0]);
    expect(await cost(stage, async () => collection.limit(2).get())).toStrictEqual([2, 0, 0]);
    const none = collection.where('v', '>', 9);
    expect(await cost(stage, async () => none.get())).toStrictEqual([1, 0, 0]);
    const filtered = collection.where('v', '>=', 3);
    expect(await cost(stage, async () => filtered.get())).toStrictEqual([2, 0, 0]);
  },

  async 'a query costs what its offset skips'(stage) {
    const collection = await things(stage, 5);
    const page = collection.offset(2).limit(2);
    expect(await cost(stage, async () => page.get())).toStrictEqual([4, 0, 0]);
    expect(await cost(stage, async () => collection.offset(9).get())).toStrictEqual([5, 0, 0]);
    const fromCursor = collection.orderBy('v').startAfter(1).limit(2);
    expect(await cost(stage, async () => fromCursor.get())).toStrictEqual([2, 0, 0]);
  },

  async 'an aggregation of a few entries, or of none, costs 1'(stage) {
    const none = stage.db.collection('none');
    expect(await cost(stage, async () => none.count().get())).toStrictEqual([1, 0, 0]);
    const collection = await things(stage, 3);
    expect(await cost(stage, async () => collection.count().get())).toStrictEqual([1, 0, 0]);
    const sum = collection.aggregate({ sum: AggregateField.sum('v') });
    expect(await cost(stage, async () => sum.get())).toStrictEqual([1, 0, 0]);
  },

  async 'each write and each delete costs 1, also in a batch'(stage) {
    const { db } = stage;
    const batch = db.batch();
    batch.set(db.doc('things/a'), {});
    batch.create(db.doc('things/b'), {});
    batch.delete(db.doc('things/c'));
    expect(await cost(stage, async () => batch.commit())).toStrictEqual([0, 2, 1]);
    expect(stage.emulator.totals()).toMatchObject({ calls: 1, commits: 1 });
    expect(await cost(stage, async () => db.doc('things/a').delete())).toStrictEqual([0, 0, 1]);
  },

  async 'a bulk write costs its writes'(stage) {
    const write = async () => {
      const writer = stage.db.bulkWriter();
      void writer.set(stage.db.doc('things/a'), {});
      void writer.delete(stage.db.doc('things/b'));
      await writer.close();
    };
    expect(await cost(stage, write)).toStrictEqual([0, 1, 1]);
  },

  async 'listCollections costs 1'(stage) {
    await things(stage, 2);
    expect(await cost(stage, async () => stage.db.listCollections())).toStrictEqual([1, 0, 0]);
  },

  async 'a transaction costs its reads and writes'(stage) {
    const collection = await things(stage, 3);
    const run = async () =>
      stage.db.runTransaction(async (transaction) => {
        await transaction.get(collection.doc('d0'));
        await transaction.get(collection);
        transaction.update(collection.doc('d0'), { v: 9 });
        transaction.delete(collection.doc('d1'));
      });
    expect(await cost(stage, run)).toStrictEqual([4, 1, 1]);
  },

  async 'a refused query costs nothing'(stage) {
    const collection = await things(stage, 2);
    const refused = collection.where('unindexed', '==', 1).orderBy('v');
    const attempt = async () =>
      expect(refused.get()).rejects.toMatchObject({ code: status.failedPrecondition });
    expect(await cost(stage, attempt)).toStrictEqual([0, 0, 0]);
  },

  async 'records list every call with its cost and code'(stage) {
    const collection = await things(stage, 2);
    stage.emulator.resetRecords();
    await collection.doc('d0').get();
    await collection.get();
    await collection.doc('d1').delete();
    expect(stage.emulator.records()).toMatchObject([
      { rpc: 'BatchGetDocuments', reads: 1, writes: 0, deletes: 0, code: 0 },
      { rpc: 'RunQuery', reads: 2, writes: 0, deletes: 0, code: 0 },
      { rpc: 'Commit', reads: 0, writes: 0, deletes: 1, code: 0 },
    ]);
    expect(stage.emulator.totals()).toStrictEqual({
      calls: 3,
      commits: 1,
      reads: 3,
      writes: 0,
      deletes: 1,
    });
    stage.emulator.resetRecords();
    expect(stage.emulator.records()).toStrictEqual([]);
    expect(stage.emulator.totals().calls).toBe(0);
  },
};
