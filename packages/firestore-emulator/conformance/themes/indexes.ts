import { FieldPath, Filter } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import type { Probes } from '../probe.ts';
import { status } from '../status.ts';

const name = FieldPath.documentId();

async function answers(query: { get(): Promise<unknown> }): Promise<void> {
  await expect(query.get()).resolves.toBeDefined();
}

async function refused(query: { get(): Promise<unknown> }): Promise<void> {
  await expect(query.get()).rejects.toMatchObject({
    code: status.failedPrecondition,
    message: expect.stringContaining('The query requires an index. You can create it here: '),
  });
}

/** What a query without its composite index is answered. `suite-indexes.json` declares (a asc, b asc) for `indexed`. */
export const indexes: Probes = {
  async 'equalities merge their single-field indexes'({ db }) {
    const plain = db.collection('plain');
    await answers(plain.where('a', '==', 1).where('b', '==', 2).where('c', '==', 3));
    await answers(plain.where('a', 'in', [1, 2]).where('b', '==', 2));
    await answers(plain.where('a', '==', 1).where(name, '>', 'x'));
    await answers(plain.where('a', '==', 1).orderBy('a').where('b', '==', 2));
    await answers(plain.where(Filter.or(Filter.where('a', '==', 1), Filter.where('b', '==', 2))));
  },

  async 'an equality with an order needs one'({ db }) {
    await refused(db.collection('plain').where('a', '==', 1).orderBy('b'));
    await refused(db.collection('plain').where('a', '==', 1).where('b', '>', 2));
    await refused(db.collection('plain').where('a', 'in', [1, 2]).orderBy('b'));
    await answers(db.collection('indexed').where('a', '==', 1).orderBy('b'));
    await answers(db.collection('indexed').where('a', 'in', [1, 2]).orderBy('b'));
    await answers(db.collection('indexed').where('a', '==', 1).where('b', '>', 2));
  },

  async 'a refused query in a transaction fails without a retry'({ db, emulator }) {
    const attempt = db.runTransaction(async (transaction) =>
      transaction.get(db.collection('plain').orderBy('a').orderBy('b')),
    );
    await expect(attempt).rejects.toMatchObject({ code: status.failedPrecondition });
    expect(emulator.records().filter(({ rpc }) => rpc === 'RunQuery')).toHaveLength(1);
  },
};
