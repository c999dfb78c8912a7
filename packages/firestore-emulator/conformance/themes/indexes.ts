import { AggregateField, FieldPath, Filter, type Query } from 'firebase-admin/firestore';
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

/**
 * Which queries need a composite index. `suite-indexes.json` declares for `indexed`
 * (a asc, b asc), (a asc, c asc, b desc), (e asc, b desc) and (tags contains, b desc),
 * and for `overridden` no index on `bare` and only ascending ones on `rising`.
 */
export const indexes: Probes = {
  async 'one field in either direction needs none'({ db }) {
    const plain = db.collection('plain');
    await answers(plain.orderBy('a'));
    await answers(plain.orderBy('a', 'desc'));
    await answers(plain.where('a', '>', 1).where('a', '<', 9));
    await answers(plain.where('a', '!=', 1).orderBy('a', 'desc'));
    await answers(plain.where('tags', 'array-contains', 1));
    await answers(plain.where('tags', 'array-contains-any', [1, 2]));
    await answers(plain.orderBy(name));
    await answers(plain.where(name, '>', 'x'));
  },

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

  async 'two orders need one'({ db }) {
    await refused(db.collection('plain').orderBy('a').orderBy('b'));
    await answers(db.collection('indexed').orderBy('a').orderBy('b'));
    await refused(db.collection('indexed').orderBy('b').orderBy('a'));
  },

  async 'directions must match exactly: no index is read backwards'({ db }) {
    const indexed = db.collection('indexed');
    await refused(indexed.orderBy('a', 'desc').orderBy('b', 'desc'));
    await refused(indexed.orderBy('a').orderBy('b', 'desc'));
    await refused(indexed.where('a', '==', 1).orderBy('b', 'desc'));
  },

  async 'equality fields may be in any order'({ db }) {
    const indexed = db.collection('indexed');
    await answers(indexed.where('c', '==', 1).where('a', '==', 1).orderBy('b', 'desc'));
    await refused(indexed.where('c', '==', 1).where('a', '==', 1).orderBy('b'));
    await refused(indexed.where('c', '==', 1).orderBy('b', 'desc'));
  },

  async 'several indexes merge when they end in the same orders'({ db }) {
    const indexed = db.collection('indexed');
    const merged = indexed
      .where('a', '==', 1)
      .where('c', '==', 1)
      .where('e', '==', 1)
      .orderBy('b', 'desc');
    await answers(merged);
    await refused(merged.where('f', '==', 1));
  },

  async 'array-contains with an order needs one'({ db }) {
    await refused(db.collection('plain').where('tags', 'array-contains', 1).orderBy('b', 'desc'));
    const indexed = db.collection('indexed');
    await answers(indexed.where('tags', 'array-contains', 1).orderBy('b', 'desc'));
    await answers(indexed.where('tags', 'array-contains-any', [1, 2]).orderBy('b', 'desc'));
    await refused(indexed.where('tags', 'array-contains', 1).orderBy('b'));
  },

  async 'the direction of the name counts'({ db }) {
    await refused(db.collection('plain').orderBy(name, 'desc'));
    await refused(db.collection('plain').orderBy('a').orderBy(name, 'desc'));
    await answers(db.collection('plain').orderBy('a', 'desc').orderBy(name, 'desc'));
    await refused(db.collection('indexed').orderBy('a').orderBy('b').orderBy(name, 'desc'));
  },

  async 'the rule applies to every disjunct'({ db }) {
    const either = Filter.or(Filter.where('a', '==', 1), Filter.where('f', '==', 2));
    await refused(db.collection('indexed').where(either).orderBy('b'));
    const both = Filter.or(Filter.where('a', '==', 1), Filter.where('a', '==', 2));
    await answers(db.collection('indexed').where(both).orderBy('b'));
  },

  async 'an aggregated field counts as an order'({ db }) {
    const sum = (query: Query) => query.aggregate({ sum: AggregateField.sum('b') });
    await answers(sum(db.collection('plain')));
    await refused(sum(db.collection('plain').where('a', '==', 1)));
    await answers(sum(db.collection('indexed').where('a', '==', 1)));
    await answers(db.collection('plain').where('a', '==', 1).count());
  },

  async 'a collection group needs an index with its scope'({ db }) {
    await answers(db.collectionGroup('plain'));
    await refused(db.collectionGroup('plain').where('a', '==', 1));
    await refused(db.collectionGroup('plain').orderBy('a'));
    await refused(db.collectionGroup('indexed').orderBy('a').orderBy('b'));
    await answers(db.collectionGroup('notes').orderBy('n'));
    await answers(db.collectionGroup('grouped').where('a', '==', 1).orderBy('b'));
    await refused(db.collection('grouped').where('a', '==', 1).orderBy('b'));
  },

  async 'an override replaces the automatic indexes'({ db }) {
    const overridden = db.collection('overridden');
    await refused(overridden.where('bare', '==', 1));
    await refused(overridden.orderBy('bare'));
    await answers(overridden.orderBy('rising'));
    await refused(overridden.orderBy('rising', 'desc'));
    await refused(overridden.where('rising', 'array-contains', 1));
    await answers(overridden.orderBy('other', 'desc'));
    await answers(db.collection('elsewhere').where('bare', '==', 1));
  },

  async 'a refused query in a transaction fails without a retry'({ db, emulator }) {
    const attempt = db.runTransaction(async (transaction) =>
      transaction.get(db.collection('plain').orderBy('a').orderBy('b')),
    );
    await expect(attempt).rejects.toMatchObject({ code: status.failedPrecondition });
    expect(emulator.records().filter(({ rpc }) => rpc === 'RunQuery')).toHaveLength(1);
  },
};
