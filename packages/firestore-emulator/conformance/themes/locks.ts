import { FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill } from '../documents.ts';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

/** What the locks of the default mode add: the first one wins, the others wait. */
export const locks: Probes = {
  async 'a write from outside waits for the transaction that read the document'({ db }) {
    const document = db.doc('things/n');
    await document.set({ n: 0 });
    let outside: Promise<unknown> | undefined;
    let attempts = 0;
    await db.runTransaction(async (transaction) => {
      attempts += 1;
      const before = (await transaction.get(document)).get('n');
      outside ??= document.update({ n: FieldValue.increment(10) });
      await transaction.get(db.doc('things/other'));
      transaction.update(document, { n: before + 1 });
    });
    await outside;
    expect(attempts).toBe(1);
    expect((await document.get()).get('n')).toBe(11);
  },

  async 'transactions on one document take turns without a retry'({ db }) {
    const document = db.doc('things/n');
    await document.set({ n: 0 });
    let attempts = 0;
    await Promise.all(
      Array.from({ length: 10 }, async () =>
        db.runTransaction(async (transaction) => {
          attempts += 1;
          const before = (await transaction.get(document)).get('n');
          transaction.update(document, { n: before + 1 });
        }),
      ),
    );
    expect((await document.get()).get('n')).toBe(10);
    expect(attempts).toBe(10);
  },

  async 'a write elsewhere does not wait'({ db, emulator }) {
    await fill(db.collection('things'), { a: { v: 0 }, b: { v: 0 }, c: { v: 0 } });
    let waiting: Promise<unknown> | undefined;
    let attempts = 0;
    await db.runTransaction(async (transaction) => {
      attempts += 1;
      await transaction.get(db.doc('things/a'));
      waiting ??= db.doc('things/a').update({ w: 1 });
      await db.doc('things/b').set({ v: 1 });
      await db.doc('others/c').set({ v: 1 });
      transaction.update(db.doc('things/a'), { v: 1 });
    });
    await waiting;
    expect(attempts).toBe(1);
    expect(emulator.records().filter(({ code }) => code === status.aborted)).toStrictEqual([]);
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ v: 1, w: 1 });
  },

  async 'a deadlock of two ends without a timeout'({ db }) {
    await fill(db.collection('things'), { a: { v: 0 }, b: { v: 0 } });
    const move = async (from: string, to: string) =>
      db.runTransaction(async (transaction) => {
        const source = await transaction.get(db.doc(`things/${from}`));
        const target = await transaction.get(db.doc(`things/${to}`));
        transaction.update(source.ref, { v: source.get('v') - 1 });
        transaction.update(target.ref, { v: target.get('v') + 1 });
      });
    await Promise.all([move('a', 'b'), move('b', 'a')]);
    expect((await db.doc('things/a').get()).get('v')).toBe(0);
    expect((await db.doc('things/b').get()).get('v')).toBe(0);
  },
};
