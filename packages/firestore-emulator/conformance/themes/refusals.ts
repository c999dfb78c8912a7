import { once } from 'node:events';
import { FieldValue } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw, responses } from '../connection.ts';
import { fill } from '../documents.ts';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

const parent = `${databaseName}/documents`;
const refused = expect.toBeOneOf([status.permissionDenied, status.unauthenticated]);

/** Who is refused, and what is not implemented. */
export const refusals: Probes = {
  async 'a call without the admin bearer is refused and does nothing'({ db, emulator }) {
    await db.doc('things/a').set({ v: 1 });
    emulator.resetRecords();
    await using raw = openRaw(emulator.host);
    const name = `${parent}/things/a`;
    for (const headers of [{}, { authorization: 'Bearer somebody' }]) {
      const options = { otherArgs: { headers } };
      await expect(raw.getDocument({ name }, options)).rejects.toMatchObject({ code: refused });
      await expect(
        raw.commit({ database: databaseName, writes: [{ delete: name }] }, options),
      ).rejects.toMatchObject({ code: refused });
      const query = { parent, structuredQuery: { from: [{ collectionId: 'things' }] } };
      await expect(responses(raw.runQuery(query, options))).rejects.toMatchObject({
        code: refused,
      });
    }
    expect(emulator.totals()).toMatchObject({ reads: 0, writes: 0, deletes: 0 });
    expect((await db.doc('things/a').get()).exists).toBe(true);
  },

  async 'onSnapshot of the Admin SDK fails immediately instead of retrying'({ db, emulator }) {
    const error = await new Promise((resolve, reject) => {
      db.doc('things/a').onSnapshot(() => reject(new Error('a snapshot came')), resolve);
    });
    expect(String(error)).toMatch(/Error 12: .*not implement/);
    expect(emulator.records().filter(({ rpc }) => rpc === 'Listen').length).toBeLessThan(2);
  },

  async "a client's listener ends with PERMISSION_DENIED"({ emulator }) {
    await using raw = openRaw(emulator.host);
    const stream = raw.listen({ otherArgs: { headers: {} } });
    const answer = once(stream, 'data');
    const documents = { documents: [`${parent}/things/a`] };
    stream.write({ database: databaseName, addTarget: { documents, targetId: 7 } });
    expect(await answer).toMatchObject([
      {
        targetChange: {
          targetChangeType: 'REMOVE',
          targetIds: [7],
          cause: { code: status.permissionDenied },
        },
      },
    ]);
    stream.end();
  },

  async "a client's write is refused after the handshake"({ db, emulator }) {
    await using raw = openRaw(emulator.host);
    const stream = raw.write({ otherArgs: { headers: {} } });
    const handshake = once(stream, 'data');
    stream.write({ database: databaseName });
    const [{ streamToken }] = await handshake;
    const refusal = once(stream, 'error');
    const update = { name: `${parent}/things/a`, fields: {} };
    stream.write({ streamToken, writes: [{ update }] });
    expect(await refusal).toMatchObject([{ code: status.permissionDenied }]);
    expect((await db.doc('things/a').get()).exists).toBe(false);
  },

  async 'calls that are not implemented answer UNIMPLEMENTED'({ emulator }) {
    await using raw = openRaw(emulator.host);
    await expect(
      raw.partitionQuery(
        { parent, structuredQuery: { from: [{ collectionId: 'things' }] }, partitionCount: 2 },
        asAdmin,
      ),
    ).rejects.toMatchObject({ code: status.unimplemented });
  },

  async 'pipelines and vector searches answer UNIMPLEMENTED'({ db }) {
    await fill(db.collection('things'), { a: { v: FieldValue.vector([1]) } });
    await expect(db.pipeline().collection('things').execute()).rejects.toMatchObject({
      code: status.unimplemented,
    });
    const nearest = db.collection('things').findNearest({
      vectorField: 'v',
      queryVector: [1],
      limit: 1,
      distanceMeasure: 'EUCLIDEAN',
    });
    await expect(nearest.get()).rejects.toMatchObject({ code: status.unimplemented });
  },
};
