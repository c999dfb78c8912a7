import { expect } from 'vitest';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

/** How transactions fail and start again: the waits are those of the Admin SDK. */
export const transactionRetries: Probes = {
  async 'an aborted transaction runs again and commits once'({ db, emulator }) {
    await db.doc('things/a').set({ n: 0 });
    emulator.resetRecords();
    emulator.inject({ rpc: 'Commit', nth: 1, times: 1, code: status.aborted, when: 'before' });
    let attempts = 0;
    await db.runTransaction(async (transaction) => {
      attempts += 1;
      const snapshot = await transaction.get(db.doc('things/a'));
      transaction.update(snapshot.ref, { n: snapshot.get('n') + 1 });
    });
    expect(attempts).toBe(2);
    expect((await db.doc('things/a').get()).get('n')).toBe(1);
    expect(
      emulator.records().flatMap(({ rpc, code }) => (rpc === 'Commit' ? [code] : [])),
    ).toStrictEqual([status.aborted, 0]);
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

  async 'a commit whose answer was lost takes effect, and the next attempt sees it'({
    db,
    emulator,
  }) {
    await db.doc('things/a').set({ n: 0 });
    emulator.inject({
      rpc: 'Commit',
      nth: 1,
      times: 1,
      code: status.deadlineExceeded,
      when: 'after',
    });
    const seen: unknown[] = [];
    await db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(db.doc('things/a'));
      seen.push(snapshot.get('n'));
      transaction.update(snapshot.ref, { n: snapshot.get('n') + 1 });
    });
    expect(seen).toStrictEqual([0, 1]);
    expect((await db.doc('things/a').get()).get('n')).toBe(2);
  },
};
