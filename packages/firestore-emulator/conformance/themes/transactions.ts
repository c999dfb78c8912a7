import * as fc from 'fast-check';
import { AggregateField, FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw } from '../connection.ts';
import { fill, ids } from '../documents.ts';
import { untilBothHaveRead, type Probes } from '../probe.ts';
import { status } from '../status.ts';

/** What transactions promise, with locks and without. */
export const transactions: Probes = {
  async 'a transaction reads, writes and returns a value'({ db }) {
    await db.doc('things/a').set({ v: 1 });
    const returned = await db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(db.doc('things/a'));
      transaction.update(snapshot.ref, { v: snapshot.get('v') + 1 });
      transaction.create(db.doc('things/b'), { v: 9 });
      return snapshot.get('v');
    });
    expect(returned).toBe(1);
    expect((await db.doc('things/a').get()).get('v')).toBe(2);
    expect((await db.doc('things/b').get()).get('v')).toBe(9);
  },

  async 'the first read may be a document, several, a query or an aggregation, even empty'({ db }) {
    const things = db.collection('things');
    await db.runTransaction(async (transaction) => {
      expect((await transaction.get(db.doc('things/none'))).exists).toBe(false);
      transaction.set(db.doc('things/a'), { v: 1 });
    });
    await db.runTransaction(async (transaction) => {
      expect((await transaction.get(things.where('v', '==', 9))).empty).toBe(true);
      transaction.set(db.doc('things/b'), { v: 2 });
    });
    await db.runTransaction(async (transaction) => {
      const total = await transaction.get(things.aggregate({ sum: AggregateField.sum('v') }));
      transaction.set(db.doc('things/c'), { v: total.data().sum });
    });
    await db.runTransaction(async (transaction) => {
      const both = await transaction.getAll(db.doc('things/a'), db.doc('things/none'));
      transaction.set(db.doc('things/d'), { v: both.filter(({ exists }) => exists).length });
    });
    const snapshot = await things.get();
    expect(snapshot.docs.map((document) => document.get('v'))).toStrictEqual([1, 2, 3, 1]);
  },

  async 'parallel reads share one transaction'({ db, emulator }) {
    await fill(db.collection('things'), { a: { v: 1 }, b: { v: 2 } });
    emulator.resetRecords();
    await db.runTransaction(async (transaction) => {
      const [a, b, all] = await Promise.all([
        transaction.get(db.doc('things/a')),
        transaction.get(db.doc('things/b')),
        transaction.get(db.collection('things')),
      ]);
      transaction.set(db.doc('things/sum'), { v: a.get('v') + b.get('v') + all.size });
    });
    expect((await db.doc('things/sum').get()).get('v')).toBe(5);
    expect(emulator.records().filter(({ rpc }) => rpc === 'Commit')).toHaveLength(1);
  },

  async 'a transaction that only writes commits without reading'({ db, emulator }) {
    await db.runTransaction(async (transaction) => {
      transaction.set(db.doc('things/a'), { v: 1 });
    });
    expect(emulator.records().map(({ rpc }) => rpc)).toStrictEqual(['Commit']);
    expect((await db.doc('things/a').get()).get('v')).toBe(1);
  },

  async 'a transaction that throws leaves no writes and no locks'({ db }) {
    await db.doc('things/a').set({ v: 1 });
    const failure = new Error('changed my mind');
    await expect(
      db.runTransaction(async (transaction) => {
        await transaction.get(db.doc('things/a'));
        transaction.update(db.doc('things/a'), { v: 2 });
        throw failure;
      }),
    ).rejects.toBe(failure);
    await db.doc('things/a').update({ w: 1 });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ v: 1, w: 1 });
  },

  async 'a failed precondition at commit cancels every write'({ db }) {
    await expect(
      db.runTransaction(async (transaction) => {
        await transaction.get(db.doc('things/a'));
        transaction.set(db.doc('things/a'), { v: 1 });
        transaction.update(db.doc('things/none'), { v: 1 });
      }),
    ).rejects.toMatchObject({ code: status.notFound });
    expect((await db.doc('things/a').get()).exists).toBe(false);
  },

  async 'a write from outside is not overwritten'({ db }) {
    const document = db.doc('things/n');
    await document.set({ n: 0 });
    let outside: Promise<unknown> | undefined;
    await db.runTransaction(async (transaction) => {
      const before = (await transaction.get(document)).get('n');
      outside ??= document.update({ n: FieldValue.increment(10) });
      await transaction.get(db.doc('things/other'));
      transaction.update(document, { n: before + 1 });
    });
    await outside;
    expect((await document.get()).get('n')).toBe(11);
  },

  async 'a document that appears after it was read as missing is not overwritten'({ db }) {
    const document = db.doc('things/new');
    const count = async () =>
      db.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(document);
        transaction.set(document, { n: snapshot.exists ? snapshot.get('n') + 1 : 1 });
      });
    await Promise.all([count(), count()]);
    expect((await document.get()).get('n')).toBe(2);
  },

  async 'two that each need an empty result do not both write'({ db }) {
    const things = db.collection('things');
    const bothHaveRead = untilBothHaveRead();
    const claim = async (id: string) =>
      db.runTransaction(async (transaction) => {
        const found = await transaction.get(things.where('claimed', '==', true));
        await bothHaveRead();
        if (found.empty) transaction.set(things.doc(id), { claimed: true });
      });
    await Promise.all([claim('a'), claim('b')]);
    expect(await ids(things)).toHaveLength(1);
  },

  async 'two that count before they add do not count the same'({ db }) {
    const things = db.collection('things');
    const bothHaveRead = untilBothHaveRead();
    const add = async (id: string) =>
      db.runTransaction(async (transaction) => {
        const { count } = (await transaction.get(things.count())).data();
        await bothHaveRead();
        transaction.set(things.doc(id), { count });
      });
    await Promise.all([add('a'), add('b')]);
    const counts = (await things.get()).docs.map((document) => document.get('count'));
    expect(new Set(counts)).toStrictEqual(new Set([0, 1]));
  },

  async 'two that each read both documents and write one cause no write skew'({ db }) {
    await fill(db.collection('duty'), { a: { on: true }, b: { on: true } });
    const leave = async (id: string) =>
      db.runTransaction(async (transaction) => {
        const both = await transaction.getAll(db.doc('duty/a'), db.doc('duty/b'));
        if (both.every((each) => each.get('on'))) {
          transaction.update(db.doc(`duty/${id}`), { on: false });
        }
      });
    await Promise.all([leave('a'), leave('b')]);
    const left = await db.collection('duty').where('on', '==', true).get();
    expect(left.size).toBe(1);
  },

  async 'all reads of a transaction see one snapshot'({ db }) {
    await fill(db.collection('pair'), { a: { v: 0 }, b: { v: 0 } });
    let outside: Promise<unknown> | undefined;
    const seen = await db.runTransaction(async (transaction) => {
      const a = await transaction.get(db.doc('pair/a'));
      outside ??= fill(db.collection('pair'), { a: { v: 1 }, b: { v: 1 } });
      await transaction.get(db.doc('things/other'));
      const all = await transaction.get(db.collection('pair'));
      return [a.get('v'), ...all.docs.map((document) => document.get('v'))];
    });
    await outside;
    expect(new Set(seen).size).toBe(1);
  },

  async 'random transfers preserve the total, and every read-only transaction sees the same total'({
    db,
  }) {
    const accounts = db.collection('accounts');
    const names = ['a', 'b', 'c', 'd'];
    await fill(accounts, Object.fromEntries(names.map((name) => [name, { v: 100 }])));
    const transfer = async (from: string, to: string, amount: number) =>
      db.runTransaction(async (transaction) => {
        const source = await transaction.get(accounts.doc(from));
        const target = await transaction.get(accounts.doc(to));
        transaction.update(source.ref, { v: source.get('v') - amount });
        transaction.update(target.ref, { v: target.get('v') + amount });
      });
    const look = async () =>
      db.runTransaction(
        async (transaction) => {
          let total = 0;
          for (const name of names) total += (await transaction.get(accounts.doc(name))).get('v');
          return total;
        },
        { readOnly: true },
      );
    const drawn = fc.sample(
      fc.tuple(fc.shuffledSubarray(names, { minLength: 2, maxLength: 2 }), fc.nat(49)),
      { numRuns: 10 },
    );
    const transfers = drawn.map(async ([[from = 'a', to = 'b'], amount]) =>
      transfer(from, to, amount),
    );
    const totals = await Promise.all(Array.from({ length: 10 }, look));
    await Promise.all(transfers);
    expect(new Set([...totals, await look()])).toStrictEqual(new Set([400]));
  },

  async 'an unknown transaction is refused'({ emulator }) {
    await using raw = openRaw(emulator.host);
    const transaction = Buffer.from('no such transaction');
    await expect(
      raw.commit({ database: databaseName, writes: [], transaction }, asAdmin),
    ).rejects.toMatchObject({ code: status.invalidArgument });
  },

  async 'BeginTransaction opens one that Rollback ends'({ emulator }) {
    await using raw = openRaw(emulator.host);
    const [{ transaction }] = await raw.beginTransaction({ database: databaseName }, asAdmin);
    const request = { database: databaseName, transaction: transaction ?? null };
    await raw.rollback(request, asAdmin);
    await expect(raw.commit({ ...request, writes: [] }, asAdmin)).rejects.toMatchObject({
      code: status.invalidArgument,
    });
  },
};
