import { FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
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
};
