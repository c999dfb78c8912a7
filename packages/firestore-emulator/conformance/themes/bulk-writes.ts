import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw } from '../connection.ts';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

/** Writes that succeed or fail one by one. */
export const bulkWrites: Probes = {
  async 'BulkWriter writes many documents'({ db }) {
    const writer = db.bulkWriter();
    const results = Array.from({ length: 45 }, async (_, nth) =>
      writer.set(db.doc(`things/d${String(nth)}`), { nth }),
    );
    await writer.close();
    expect(await Promise.all(results)).toHaveLength(45);
    expect((await db.collection('things').count().get()).data().count).toBe(45);
  },

  async 'one failed write of a BulkWriter does not affect the others'({ db }) {
    await db.doc('things/there').set({ v: 1 });
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);
    const results = Promise.allSettled([
      writer.create(db.doc('things/there'), { v: 2 }),
      writer.update(db.doc('things/none'), { v: 2 }),
      writer.create(db.doc('things/new'), { v: 2 }),
    ]);
    await writer.close();
    const [exists, missing, created] = await results;
    expect(exists).toMatchObject({ status: 'rejected', reason: { code: status.alreadyExists } });
    expect(missing).toMatchObject({ status: 'rejected', reason: { code: status.notFound } });
    expect(created.status).toBe('fulfilled');
    expect((await db.doc('things/there').get()).get('v')).toBe(1);
    expect((await db.doc('things/new').get()).get('v')).toBe(2);
  },

  async 'BatchWrite answers a status for each write'({ db, emulator }) {
    await db.doc('things/there').set({ v: 1 });
    await using raw = openRaw(emulator.host);
    const name = (id: string) => `${databaseName}/documents/things/${id}`;
    const [response] = await raw.batchWrite(
      {
        database: databaseName,
        writes: [
          { update: { name: name('there'), fields: {} }, currentDocument: { exists: false } },
          { update: { name: name('new'), fields: { v: { integerValue: 1 } } } },
        ],
      },
      asAdmin,
    );
    expect(response.status?.map((each) => each.code ?? 0)).toStrictEqual([status.alreadyExists, 0]);
    expect(response.writeResults).toHaveLength(2);
    expect((await db.doc('things/new').get()).exists).toBe(true);
  },
};
