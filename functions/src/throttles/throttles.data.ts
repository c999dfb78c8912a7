import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseSnapshot } from '../database/stored-document.data.ts';

const throttleDocument = z.strictObject({
  count: z.int().check(z.minimum(0)),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Throttle = z.infer<typeof throttleDocument>;

export type ThrottleData = ReturnType<typeof createThrottleData>;

/** Reads and writes of `throttles/{key}`. */
export function createThrottleData(db: Firestore) {
  const reference = (key: string) => db.collection('throttles').doc(key);
  return {
    async read(transaction: Transaction, key: string): Promise<Throttle | undefined> {
      return parseSnapshot(throttleDocument, await transaction.get(reference(key)));
    },
    /** The throttles of these keys, undefined where there is none, in their order. */
    async readMany(
      transaction: Transaction,
      keys: readonly string[],
    ): Promise<(Throttle | undefined)[]> {
      const snapshots = await transaction.getAll(...keys.map(reference));
      return snapshots.map((snapshot) => parseSnapshot(throttleDocument, snapshot));
    },
    write(transaction: Transaction, key: string, throttle: Throttle): void {
      transaction.set(reference(key), throttle);
    },
  };
}
