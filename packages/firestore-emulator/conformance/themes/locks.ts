import { FieldValue, type DocumentReference } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { fill } from '../documents.ts';
import { untilBothHaveRead, type Probes } from '../probe.ts';
import { status } from '../status.ts';

/** Increments a number in as many transactions at once. @returns how often they were tried */
async function increment(document: DocumentReference, transactions: number): Promise<number> {
  let attempts = 0;
  await document.set({ n: 0 });
  await Promise.all(
    Array.from({ length: transactions }, async () =>
      document.firestore.runTransaction(
        async (transaction) => {
          attempts += 1;
          const before = (await transaction.get(document)).get('n');
          transaction.update(document, { n: before + 1 });
        },
        { maxAttempts: 50 },
      ),
    ),
  );
  expect((await document.get()).get('n')).toBe(transactions);
  return attempts;
}

/** What locks that are shared add: nobody waits to read, and who loses is aborted. */
export const sharedLocks: Probes = {
  async 'of transactions that write what all of them read, all but one are tried again'({ db }) {
    expect(await increment(db.doc('things/n'), 5)).toBeGreaterThan(5);
  },

  async 'transactions read the same document without waiting'({ db, emulator }) {
    const document = db.doc('things/n');
    await document.set({ n: 0 });
    const bothHaveRead = untilBothHaveRead();
    let reads = 0;
    await Promise.all(
      ['a', 'b'].map(async (id) =>
        db.runTransaction(async (transaction) => {
          await transaction.get(document);
          reads += 1;
          await bothHaveRead();
          transaction.set(db.doc(`things/${id}`), {});
        }),
      ),
    );
    expect(reads).toBe(2);
    expect(emulator.records().filter(({ code }) => code === status.aborted)).toStrictEqual([]);
  },

  async 'a write from outside waits for the transaction that read the document'(stage) {
    await locks['a write from outside waits for the transaction that read the document']?.(stage);
  },
};

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
    expect(await increment(db.doc('things/n'), 10)).toBe(10);
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

  async 'with one attempt the abort reaches the caller and no lock stays'({ db, emulator }) {
    await db.doc('things/a').set({ n: 0 });
    emulator.inject({ rpc: 'Commit', nth: 1, times: 1, code: status.aborted, when: 'before' });
    await expect(
      db.runTransaction(
        async (transaction) => {
          await transaction.get(db.doc('things/a'));
          transaction.update(db.doc('things/a'), { n: 1 });
        },
        { maxAttempts: 1 },
      ),
    ).rejects.toMatchObject({ code: status.aborted });
    await db.doc('things/a').update({ m: 1 });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ n: 0, m: 1 });
  },
};
