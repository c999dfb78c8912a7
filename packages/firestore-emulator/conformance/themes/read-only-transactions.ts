import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill } from '../documents.ts';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

async function valuesAt(db: Firestore, readTime: Timestamp): Promise<unknown> {
  return db.runTransaction(
    async (transaction) => ({
      document: (await transaction.get(db.doc('things/a'))).data(),
      query: (await transaction.get(db.collection('things').orderBy('v'))).docs.map(({ id }) => id),
      count: (await transaction.get(db.collection('things').count())).data().count,
    }),
    { readOnly: true, readTime },
  );
}

/** Transactions that only read. */
export const readOnlyTransactions: Probes = {
  async 'a read-only transaction sees one moment and blocks nothing'({ db, emulator }) {
    await fill(db.collection('things'), { a: { v: 1 }, b: { v: 1 } });
    emulator.resetRecords();
    const seen = await db.runTransaction(
      async (transaction) => {
        const a = await transaction.get(db.doc('things/a'));
        await fill(db.collection('things'), { a: { v: 2 }, b: { v: 2 }, c: { v: 2 } });
        const b = await transaction.get(db.doc('things/b'));
        const all = await transaction.get(db.collection('things'));
        const { count } = (await transaction.get(db.collection('things').count())).data();
        return [a.get('v'), b.get('v'), all.size, count];
      },
      { readOnly: true },
    );
    expect(seen).toStrictEqual([1, 1, 2, 2]);
    expect(emulator.records().filter(({ rpc }) => rpc === 'Commit')).toHaveLength(1);
  },

  async 'a read time shows what was there at that time'({ db }) {
    const things = db.collection('things');
    const { writeTime: first } = await things.doc('a').set({ v: 1 });
    const { writeTime: second } = await things.doc('a').set({ v: 5 });
    const { writeTime: third } = await things.doc('b').set({ v: 3 });
    const { writeTime: fourth } = await things.doc('a').delete();
    expect(await valuesAt(db, first)).toStrictEqual({ document: { v: 1 }, query: ['a'], count: 1 });
    expect(await valuesAt(db, second)).toStrictEqual({
      document: { v: 5 },
      query: ['a'],
      count: 1,
    });
    expect(await valuesAt(db, third)).toStrictEqual({
      document: { v: 5 },
      query: ['b', 'a'],
      count: 2,
    });
    expect(await valuesAt(db, fourth)).toStrictEqual({
      document: undefined,
      query: ['b'],
      count: 1,
    });
  },

  async 'a read time never shows what was committed after it'({ db }) {
    const document = db.doc('things/a');
    await document.set({ nth: -1 });
    for (let nth = 0; nth < 10; nth += 1) {
      const { readTime } = await document.get();
      await document.set({ nth });
      const then = await db.runTransaction(async (transaction) => transaction.get(document), {
        readOnly: true,
        readTime,
      });
      expect(then.get('nth')).toBe(nth - 1);
    }
  },

  async 'a read time of long ago or of the future is refused'({ db }) {
    const hour = 3_600_000;
    await expect(valuesAt(db, Timestamp.fromMillis(Date.now() - 2 * hour))).rejects.toMatchObject({
      code: status.failedPrecondition,
    });
    await expect(valuesAt(db, Timestamp.fromMillis(Date.now() + hour))).rejects.toMatchObject({
      code: status.invalidArgument,
    });
  },
};
