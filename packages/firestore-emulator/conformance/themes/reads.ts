import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw } from '../connection.ts';
import { fill } from '../documents.ts';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

const root = `${databaseName}/documents`;

/** Reads of single documents, through the SDK and by the plain calls. */
export const reads: Probes = {
  async 'a missing document is answered as missing, with a read time'({ db }) {
    const snapshot = await db.doc('things/none').get();
    expect(snapshot.exists).toBe(false);
    expect(snapshot.readTime.toMillis()).toBeGreaterThan(0);
  },

  async 'getAll returns the requested order, with missing and repeated documents'({ db }) {
    await fill(db.collection('things'), { a: { v: 1 }, b: { v: 2 } });
    const asked = ['b', 'none', 'a', 'b'].map((id) => db.doc(`things/${id}`));
    const snapshots = await db.getAll(...asked);
    expect(snapshots.map((each) => [each.id, each.get('v')])).toStrictEqual([
      ['b', 2],
      ['none', undefined],
      ['a', 1],
      ['b', 2],
    ]);
  },

  async 'getAll with a field mask returns those fields'({ db }) {
    await db.doc('things/a').set({ v: 1, m: { k: 1, l: 2 }, 'w.x': 3 });
    const [snapshot] = await db.getAll(db.doc('things/a'), { fieldMask: ['m.k', 'none'] });
    expect(snapshot?.data()).toStrictEqual({ m: { k: 1 } });
  },

  async 'a commit can be read immediately'({ db }) {
    for (let nth = 0; nth < 20; nth += 1) {
      const { writeTime } = await db.doc('things/a').set({ nth });
      const snapshot = await db.doc('things/a').get();
      expect(snapshot.get('nth')).toBe(nth);
      expect(snapshot.readTime.valueOf() >= writeTime.valueOf()).toBe(true);
    }
  },

  async 'the plain document calls create, read, update and delete'({ emulator }) {
    await using raw = openRaw(emulator.host);
    const fields = { a: { integerValue: 1 }, b: { stringValue: 'x' } };
    const [created] = await raw.createDocument(
      { parent: root, collectionId: 'things', documentId: 'a', document: { fields } },
      asAdmin,
    );
    const name = created.name ?? '';
    expect(name).toBe(`${root}/things/a`);
    await raw.updateDocument(
      {
        document: { name, fields: { a: { integerValue: 2 } } },
        updateMask: { fieldPaths: ['a'] },
      },
      asAdmin,
    );
    const [read] = await raw.getDocument({ name }, asAdmin);
    expect(Object.keys(read.fields ?? {}).sort()).toStrictEqual(['a', 'b']);
    expect(String(read.fields?.['a']?.integerValue)).toBe('2');
    const [masked] = await raw.getDocument({ name, mask: { fieldPaths: ['b'] } }, asAdmin);
    expect(Object.keys(masked.fields ?? {})).toStrictEqual(['b']);
    await raw.deleteDocument({ name }, asAdmin);
    await expect(raw.getDocument({ name }, asAdmin)).rejects.toMatchObject({
      code: status.notFound,
    });
  },

  async 'CreateDocument creates an id if the request has no id and refuses one that exists'({
    emulator,
  }) {
    await using raw = openRaw(emulator.host);
    const request = { parent: root, collectionId: 'things', document: { fields: {} } };
    const [created] = await raw.createDocument(request, asAdmin);
    expect(created.name?.split('/').at(-1)).toMatch(/^\w{20}$/);
    await raw.createDocument({ ...request, documentId: 'a' }, asAdmin);
    await expect(
      raw.createDocument({ ...request, documentId: 'a' }, asAdmin),
    ).rejects.toMatchObject({ code: status.alreadyExists });
  },
};
