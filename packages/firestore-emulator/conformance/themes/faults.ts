import { FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';
import { status } from '../status.ts';

function codes({ emulator }: Stage, name: string): number[] {
  return emulator.records().flatMap(({ rpc, code }) => (rpc === name ? [code] : []));
}

/** Injected faults, where they apply and how the SDK reacts. */
export const faults: Probes = {
  async 'a fault before the commit has no effect'(stage) {
    const { db, emulator } = stage;
    emulator.inject({ rpc: 'Commit', code: status.deadlineExceeded, when: 'before' });
    await expect(db.doc('things/a').set({ v: 1 })).rejects.toMatchObject({
      code: status.deadlineExceeded,
    });
    emulator.clearFaults();
    expect((await db.doc('things/a').get()).exists).toBe(false);
    expect(codes(stage, 'Commit')).toStrictEqual([status.deadlineExceeded]);
    expect(emulator.totals()).toMatchObject({ writes: 0, commits: 0 });
  },

  async 'a fault after the commit reports an error although it took effect'(stage) {
    const { db, emulator } = stage;
    emulator.inject({ rpc: 'Commit', code: status.deadlineExceeded, when: 'after' });
    await expect(db.doc('things/a').set({ v: 1 })).rejects.toMatchObject({
      code: status.deadlineExceeded,
    });
    emulator.clearFaults();
    expect((await db.doc('things/a').get()).get('v')).toBe(1);
    expect(codes(stage, 'Commit')).toStrictEqual([status.deadlineExceeded]);
    expect(emulator.totals()).toMatchObject({ writes: 1 });
  },

  async 'UNAVAILABLE after the commit makes the SDK commit a second time'(stage) {
    const { db, emulator } = stage;
    await db.doc('things/a').set({ n: 0 });
    emulator.resetRecords();
    emulator.inject({ rpc: 'Commit', nth: 1, times: 1, code: status.unavailable, when: 'after' });
    await db.doc('things/a').update({ n: FieldValue.increment(1) });
    expect((await db.doc('things/a').get()).get('n')).toBe(2);
    expect(codes(stage, 'Commit')).toStrictEqual([status.unavailable, 0]);
  },

  async 'UNAVAILABLE before the commit is retried to a single success'(stage) {
    const { db, emulator } = stage;
    emulator.inject({ rpc: 'Commit', nth: 1, times: 1, code: status.unavailable, when: 'before' });
    await db.doc('things/a').create({ n: 1 });
    expect((await db.doc('things/a').get()).get('n')).toBe(1);
    expect(codes(stage, 'Commit')).toStrictEqual([status.unavailable, 0]);
  },

  async 'nth and times choose the calls that fail'(stage) {
    const { db, emulator } = stage;
    const failed = { code: status.permissionDenied };
    emulator.inject({ rpc: 'Commit', nth: 2, times: 2, ...failed, when: 'before' });
    await db.doc('things/a').set({});
    await expect(db.doc('things/b').set({})).rejects.toMatchObject(failed);
    await expect(db.doc('things/c').set({})).rejects.toMatchObject(failed);
    await db.doc('things/d').set({});
    expect(await ids(db.collection('things'))).toStrictEqual(['a', 'd']);
  },

  async 'a fault of one RPC does not affect the others'({ db, emulator }) {
    await db.doc('things/a').set({ v: 1 });
    emulator.inject({ rpc: 'RunQuery', code: status.permissionDenied, when: 'before' });
    expect((await db.doc('things/a').get()).get('v')).toBe(1);
    await expect(db.collection('things').get()).rejects.toMatchObject({
      code: status.permissionDenied,
    });
    emulator.clearFaults();
    expect(await ids(db.collection('things'))).toStrictEqual(['a']);
  },

  async 'a fault without an RPC applies to the next call'({ db, emulator }) {
    emulator.inject({ nth: 1, times: 1, code: status.permissionDenied, when: 'before' });
    await expect(db.doc('things/a').get()).rejects.toMatchObject({
      code: status.permissionDenied,
    });
    expect((await db.doc('things/a').get()).exists).toBe(false);
  },

  async 'a read that is UNAVAILABLE once is read again'({ db, emulator }) {
    await db.doc('things/a').set({ v: 1 });
    emulator.inject({ rpc: 'RunQuery', nth: 1, times: 1, code: 14, when: 'before' });
    expect(await ids(db.collection('things'))).toStrictEqual(['a']);
  },
};
