import { FieldPath, FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import type { Probes } from '../probe.ts';

/** What set, merge, update and delete do. */
export const writes: Probes = {
  async 'set replaces the whole document'({ db }) {
    await db.doc('things/a').set({ a: 1, b: { c: 1 } });
    await db.doc('things/a').set({ b: { d: 2 } });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ b: { d: 2 } });
  },

  async 'set with merge changes the leaves it names'({ db }) {
    await db.doc('things/a').set({ a: 1, b: { c: 1, list: [1, 2] } });
    await db.doc('things/a').set({ b: { d: 2, list: [3] }, e: { f: 3 } }, { merge: true });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({
      a: 1,
      b: { c: 1, d: 2, list: [3] },
      e: { f: 3 },
    });
  },

  async 'set with merge deletes a field and clears a map with an empty one'({ db }) {
    await db.doc('things/a').set({ a: 1, b: { c: 1, d: 2 }, m: { n: 1 } });
    await db.doc('things/a').set({ b: { c: FieldValue.delete() }, m: {} }, { merge: true });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ a: 1, b: { d: 2 }, m: {} });
  },

  async 'set with mergeFields changes only those'({ db }) {
    await db.doc('things/a').set({ a: 1, b: { c: 1, d: 1 } });
    await db.doc('things/a').set({ a: 2, b: { c: 2, d: 2 } }, { mergeFields: ['b.c'] });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ a: 1, b: { c: 2, d: 1 } });
  },

  async 'set with merge creates the document'({ db }) {
    await db.doc('things/new').set({ a: { b: 1 } }, { merge: true });
    expect((await db.doc('things/new').get()).data()).toStrictEqual({ a: { b: 1 } });
  },

  async 'update replaces a map whole, but a dotted path inside it'({ db }) {
    await db.doc('things/a').set({ m: { a: 1, b: 2 }, n: { a: 1, b: 2 } });
    await db.doc('things/a').update({ m: { c: 3 }, 'n.c': 3 });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({
      m: { c: 3 },
      n: { a: 1, b: 2, c: 3 },
    });
  },

  async 'update deletes fields and creates maps on the path'({ db }) {
    await db.doc('things/a').set({ a: 1, text: 'x', m: { k: 1 } });
    await db.doc('things/a').update({
      a: FieldValue.delete(),
      'm.k': FieldValue.delete(),
      'm.none': FieldValue.delete(),
      'text.inside': 1,
      'p.q.r': 2,
    });
    expect((await db.doc('things/a').get()).data()).toStrictEqual({
      m: {},
      text: { inside: 1 },
      p: { q: { r: 2 } },
    });
  },

  async 'a write that changes nothing does not change the update time'({ db }) {
    const document = db.doc('things/a');
    await document.set({ v: 1, list: [1] });
    const before = await document.get();
    await document.set({ v: 1, list: [1] });
    await document.update({ list: FieldValue.arrayUnion(1) });
    const after = await document.get();
    expect(after.updateTime).toStrictEqual(before.updateTime);
    await document.update({ v: 2 });
    expect((await document.get()).updateTime).not.toStrictEqual(before.updateTime);
  },

  async 'delete removes the document, not what is below it'({ db }) {
    await db.doc('things/a').set({ v: 1 });
    await db.doc('things/a/below/b').set({ v: 2 });
    await db.doc('things/a').delete();
    expect((await db.doc('things/a').get()).exists).toBe(false);
    expect((await db.doc('things/a/below/b').get()).exists).toBe(true);
  },

  async 'a document written again has a new create time'({ db }) {
    const document = db.doc('things/a');
    const first = await document.set({ v: 1 });
    await document.delete();
    const second = await document.set({ v: 1 });
    const snapshot = await document.get();
    expect(snapshot.createTime).toStrictEqual(second.writeTime);
    expect(second.writeTime.valueOf() > first.writeTime.valueOf()).toBe(true);
  },

  async 'a batch of 500 writes commits as one'({ db, emulator }) {
    const batch = db.batch();
    for (let nth = 0; nth < 500; nth += 1) batch.set(db.doc(`many/d${String(nth)}`), { nth });
    emulator.resetRecords();
    await batch.commit();
    expect(emulator.totals()).toMatchObject({ commits: 1, writes: 500 });
    expect((await db.collection('many').get()).size).toBe(500);
  },

  async 'field names with odd characters are written, read and queried'({ db }) {
    const things = db.collection('things');
    const odd = ['a.b', 'with space', '`tick`', 'back\\slash', '1st', 'é😀', 'a-b', '*'];
    for (const [nth, name] of odd.entries()) {
      await things.doc('odd').set({ [name]: nth }, { mergeFields: [new FieldPath(name)] });
      await things.doc('nested').set({ m: { [name]: nth } }, { merge: true });
    }
    const snapshot = await things.doc('odd').get();
    expect(snapshot.data()).toStrictEqual(Object.fromEntries(odd.map((name, nth) => [name, nth])));
    for (const [nth, name] of odd.entries()) {
      const found = await things.where(new FieldPath(name), '==', nth).get();
      expect(found.size, name).toBe(1);
      const nested = await things.where(new FieldPath('m', name), '==', nth).get();
      expect(nested.size, name).toBe(1);
      await things.doc('odd').update(new FieldPath(name), FieldValue.delete());
    }
    expect((await things.doc('odd').get()).data()).toStrictEqual({});
  },

  async 'ids with odd characters work'({ db }) {
    const odd = ['a b', 'é😀', 'a.b', '..a', '%2F', '?x#y', '(default)', '__a', 'a__'];
    for (const id of odd) await db.collection('odd').doc(id).set({ id });
    const found = await db.collection('odd').get();
    expect(found.docs.map((document) => document.get('id'))).toStrictEqual(
      found.docs.map((document) => document.id),
    );
    expect(new Set(found.docs.map((document) => document.id))).toStrictEqual(new Set(odd));
  },
};
