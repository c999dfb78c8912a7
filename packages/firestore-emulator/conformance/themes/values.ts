import { FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { openFirestore } from '../connection.ts';
import type { Probes } from '../probe.ts';

/** What is written is read back, forevery type of value. */
export const values: Probes = {
  async 'plain values are read as they were written'({ db }) {
    const data = {
      nothing: null,
      yes: true,
      no: false,
      integer: -42,
      largest: Number.MAX_SAFE_INTEGER,
      fraction: 0.1,
      infinite: -Infinity,
      text: 'naïve 😀 \u0000',
      empty: '',
      list: [1, 'two', null, { three: [3] }],
      emptyList: [],
      map: { nested: { deeper: { value: 1 } }, empty: {} },
    };
    await db.doc('things/plain').set(data);
    expect((await db.doc('things/plain').get()).data()).toStrictEqual(data);
  },

  async 'NaN and negative zero survive'({ db }) {
    await db.doc('things/odd').set({ nan: Number.NaN, zero: -0 });
    const snapshot = await db.doc('things/odd').get();
    expect(snapshot.get('nan')).toBeNaN();
    expect(Object.is(snapshot.get('zero'), -0)).toBe(true);
  },

  async 'integers have 64 bits'({ emulator }) {
    await using connection = openFirestore(emulator.host, { useBigInt: true });
    const data = { least: -(2n ** 63n), most: 2n ** 63n - 1n, odd: 2n ** 53n + 1n };
    await connection.db.doc('things/big').set(data);
    expect((await connection.db.doc('things/big').get()).data()).toStrictEqual(data);
  },

  async 'timestamps are stored in microseconds, rounded down'({ db }) {
    await db.doc('things/time').set({ fine: new Timestamp(12, 345_678_999), old: new Date(-1) });
    const snapshot = await db.doc('things/time').get();
    expect(snapshot.get('fine')).toStrictEqual(new Timestamp(12, 345_678_000));
    expect(snapshot.get('old')).toStrictEqual(new Timestamp(-1, 999_000_000));
  },

  async 'bytes, geopoints, references and vectors are read with their types'({ db }) {
    const data = {
      bytes: Buffer.from([0, 127, 128, 255]),
      place: new GeoPoint(48.85, -2.35),
      other: db.doc('a/b/c/d'),
      vector: FieldValue.vector([1, -0.5, 0]),
    };
    await db.doc('things/rich').set(data);
    const snapshot = await db.doc('things/rich').get();
    expect(Buffer.compare(data.bytes, snapshot.get('bytes'))).toBe(0);
    expect(data.place.isEqual(snapshot.get('place'))).toBe(true);
    expect(data.other.isEqual(snapshot.get('other'))).toBe(true);
    expect(data.vector.isEqual(snapshot.get('vector'))).toBe(true);
  },

  async 'create time stays, update time moves with a change'({ db }) {
    const document = db.doc('things/clock');
    const first = await document.set({ v: 1 });
    const second = await document.set({ v: 2 });
    const snapshot = await document.get();
    expect(snapshot.createTime).toStrictEqual(first.writeTime);
    expect(snapshot.updateTime).toStrictEqual(second.writeTime);
    expect(second.writeTime.valueOf() > first.writeTime.valueOf()).toBe(true);
    expect(snapshot.readTime.valueOf() >= second.writeTime.valueOf()).toBe(true);
  },
};
