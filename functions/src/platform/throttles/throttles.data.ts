import type { Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../database/stored-document.data.ts';

export const throttleDocument = z.object({
  count: z.int().check(z.minimum(0)),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Throttle = z.infer<typeof throttleDocument>;

export type ThrottleData = ReturnType<typeof createThrottleData>;

/** Reads and writes `throttles/{key}`. A malformed document is reported and counts as missing. */
export function createThrottleData({ db, report = reportNothing }: DataSource) {
  const reference = (key: string) => openCollection(db, 'throttles').doc(key);
  return {
    /** The throttles of these keys, in the given order; undefined for a missing one. */
    async readMany(
      transaction: Transaction,
      keys: readonly string[],
    ): Promise<(Throttle | undefined)[]> {
      const snapshots = await transaction.getAll(...keys.map(reference));
      return snapshots.map((snapshot) => parseOrReport(throttleDocument, snapshot, report));
    },
    write(transaction: Transaction, key: string, throttle: Throttle): void {
      transaction.set(reference(key), throttle);
    },
  };
}
