import { expect } from 'vitest';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

/** Writes with preconditions. */
export const preconditions: Probes = {
  async 'create refuses an existing document and does not change it'({ db }) {
    const document = db.doc('things/a');
    await document.create({ v: 1 });
    await expect(document.create({ v: 2 })).rejects.toMatchObject({ code: status.alreadyExists });
    expect((await document.get()).get('v')).toBe(1);
  },

  async 'update refuses a missing document and creates nothing'({ db }) {
    await expect(db.doc('things/none').update({ v: 1 })).rejects.toMatchObject({
      code: status.notFound,
    });
    expect((await db.doc('things/none').get()).exists).toBe(false);
  },

  async 'delete ignores a missing document unless it must exist'({ db }) {
    await db.doc('things/none').delete();
    await expect(db.doc('things/none').delete({ exists: true })).rejects.toMatchObject({
      code: status.notFound,
    });
  },

  async 'lastUpdateTime lets one writer through'({ db }) {
    const document = db.doc('things/a');
    const first = await document.set({ v: 1 });
    await document.update({ v: 2 }, { lastUpdateTime: first.writeTime });
    await expect(
      document.update({ v: 3 }, { lastUpdateTime: first.writeTime }),
    ).rejects.toMatchObject({ code: status.failedPrecondition });
    await expect(document.delete({ lastUpdateTime: first.writeTime })).rejects.toMatchObject({
      code: status.failedPrecondition,
    });
    expect((await document.get()).get('v')).toBe(2);
  },

  async 'one failed precondition cancels the whole batch'({ db }) {
    await db.doc('things/there').set({ v: 1 });
    const batch = db.batch();
    batch.set(db.doc('things/new'), { v: 1 });
    batch.delete(db.doc('things/there'));
    batch.create(db.doc('things/there2'), {});
    batch.update(db.doc('things/none'), { v: 1 });
    await expect(batch.commit()).rejects.toMatchObject({ code: status.notFound });
    expect((await db.doc('things/new').get()).exists).toBe(false);
    expect((await db.doc('things/there').get()).exists).toBe(true);
  },

  async 'a later write of a batch sees the earlier ones'({ db }) {
    const batch = db.batch();
    batch.create(db.doc('things/a'), { v: 1 });
    batch.update(db.doc('things/a'), { w: 2 });
    batch.delete(db.doc('things/b'));
    batch.create(db.doc('things/b'), { v: 3 });
    await batch.commit();
    expect((await db.doc('things/a').get()).data()).toStrictEqual({ v: 1, w: 2 });
    expect((await db.doc('things/b').get()).data()).toStrictEqual({ v: 3 });
  },

  async 'of 20 creations of one document exactly one succeeds'({ db }) {
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, nth) => db.doc('things/one').create({ nth })),
    );
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
  },
};
